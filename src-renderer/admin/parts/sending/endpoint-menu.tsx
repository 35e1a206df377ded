import { useNavigate } from 'react-router';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { ActsMenu } from '../../../ui/acts-menu';
import { runCommand } from '../../platform/commands/command-store';
import { useTo } from '../../platform/instance';

interface EndpointMenuProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
  /** Absent: it is deleted elsewhere. */
  readonly onDelete?: () => void;
}

/** What is done to an endpoint seldom, or for good. The switch beside it offers the command that disables. */
export function EndpointMenu({ appId, endpoint: { id, disabled }, onDelete }: EndpointMenuProps) {
  const to = useTo();
  const navigate = useNavigate();
  return (
    <ActsMenu
      label="More actions on this endpoint"
      title="Actions on this endpoint"
      acts={[
        {
          id: 'attempts',
          label: 'Show all attempts',
          run: () => navigate(`${to('deliveries')}?endpoint=${id}&app=${appId}`),
        },
        {
          id: 'disable',
          label: disabled ? 'Enable endpoint' : 'Disable endpoint',
          needs: 'PATCH /app/{app}/endpoint/{endpoint} disabled',
          run: () => runCommand('endpoint-disable'),
        },
        onDelete !== undefined && {
          id: 'delete',
          label: 'Delete endpoint',
          needs: 'DELETE /app/{app}/endpoint/{endpoint}',
          run: onDelete,
        },
      ]}
    />
  );
}
