import { useRouteError } from 'react-router';
import { PageFault } from './page-fault';

/** The fault of a screen, in its place. */
export function RouteFault() {
  return <PageFault fault={useRouteError()} />;
}
