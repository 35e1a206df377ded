import { createHashRouter, Navigate, type RouteObject } from 'react-router';
import { separatePart } from '../ui/separate-part';
import { Skeleton } from '../ui/skeleton';
import { useLabels } from './look/look-context';
import { NotFound } from './not-found';
import { PortalFault } from './portal-fault';
import { PortalFrame } from './portal-frame';
import { SCREENS } from './screens';

/**
 * Every screen of the portal by its address after the `#`.
 * @param onRetry makes a new router: this one remembers that the code of a screen could not be loaded
 */
export function createPortalRouter(onRetry: () => void) {
  const fault = <PortalFault onRetry={onRetry} />;
  return createHashRouter([
    {
      Component: PortalFrame,
      errorElement: fault,
      children: [
        {
          // A fault of a screen leaves the frame around it in place.
          errorElement: fault,
          children: [
            { index: true, element: <Navigate to="/catalog" replace /> },
            { path: 'catalog', ...lazily('catalogPage') },
            { path: 'catalog/:name', ...lazily('eventTypePage') },
            { path: 'endpoints', ...lazily('endpointsPage') },
            { path: 'endpoints/new', ...lazily('newEndpointPage') },
            { path: 'endpoints/:endpointId', ...lazily('endpointPage') },
            { path: 'endpoints/:endpointId/edit', ...lazily('editEndpointPage') },
            { path: 'messages', ...lazily('messagesPage') },
            { path: 'messages/:messageId', ...lazily('messagePage') },
            { path: '*', element: <NoSuchPage /> },
          ],
        },
      ],
    },
  ]);
}

/**
 * A route whose code is loaded on the first visit. The address changes at once: while a route of the router itself is
 * pending, the previous one is still there, and the very first one redirects to the catalog.
 */
function lazily(name: keyof typeof SCREENS): Pick<RouteObject, 'element'> {
  const Screen = separatePart(SCREENS[name], ScreenOpening);
  return { element: <Screen /> };
}

function ScreenOpening() {
  const labels = useLabels().session;
  return <Skeleton what={labels.opening} rows={8} />;
}

function NoSuchPage() {
  const labels = useLabels().session;
  return <NotFound what={labels.things.page} backTo="/catalog" backLabel={labels.tabs.catalog} />;
}
