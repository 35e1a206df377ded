import { useParams, useRouteError } from 'react-router';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { LinkButton } from '../../../ui/link-button';
import { PageFault } from './page-fault';

/**
 * The fault of a screen, shown in its place. The answers of another instance may be at fault in every screen, the frame
 * included, so there is always a way back to this computer.
 */
export function RouteFault() {
  const { connection = LOCAL_CONNECTION } = useParams();
  return (
    <PageFault
      fault={useRouteError()}
      way={
        connection !== LOCAL_CONNECTION && (
          <LinkButton to={`/${LOCAL_CONNECTION}`}>Go to this computer</LinkButton>
        )
      }
    />
  );
}
