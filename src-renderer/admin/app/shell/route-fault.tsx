import { useRouteError } from 'react-router';
import { PageFault } from './page-fault';

/** The fault of a screen, shown in its place. */
export function RouteFault() {
  return <PageFault fault={useRouteError()} />;
}
