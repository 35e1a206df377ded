import type { ReactNode } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { toApiFailure } from '../api/api-failure';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { FaultBoundary } from '../ui/fault-boundary';
import { PartUnavailable } from '../ui/part-unavailable';
import { separatePart } from '../ui/separate-part';
import { Skeleton } from '../ui/skeleton';
import { useUiLabels } from '../ui/ui-labels';
import { useLabels } from './look/look-context';
import { NotFound } from './not-found';
import { PortalFrame } from './portal-frame';
import { SCREENS } from './screens';
import { useIsShared } from './session/use-is-shared';

/** Every screen of the portal by its address after the `#`. */
export const ROUTES: RouteObject[] = [
  {
    element: (
      <WithFault>
        <PortalFrame />
      </WithFault>
    ),
    children: [
      {
        // A fault of a screen leaves the frame around it in place.
        element: (
          <WithFault>
            <Outlet />
          </WithFault>
        ),
        children: [
          { index: true, element: <FirstPage /> },
          { path: 'catalog', ...lazily('catalogPage') },
          { path: 'catalog/:name', ...lazily('eventTypePage') },
          { path: 'changes', ...lazily('changesPage') },
          { path: 'endpoints', ...lazily('endpointsPage') },
          { path: 'endpoints/new', ...lazily('newEndpointPage') },
          { path: 'endpoints/:endpointId', ...lazily('endpointPage') },
          { path: 'endpoints/:endpointId/setup', ...lazily('endpointSetupPage') },
          { path: 'endpoints/:endpointId/edit', ...lazily('editEndpointPage') },
          { path: 'endpoints/polling/:pollerId', ...lazily('pollingPage') },
          { path: 'endpoints/polling/:pollerId/edit', ...lazily('editPollingPage') },
          { path: 'messages', ...lazily('messagesPage') },
          { path: 'messages/:messageId', ...lazily('messagePage') },
          { path: '*', element: <NoSuchPage /> },
        ],
      },
    ],
  },
];

/** A route whose code is loaded on the first visit. */
function lazily(name: keyof typeof SCREENS): Pick<RouteObject, 'element' | 'handle'> {
  const Screen = separatePart(SCREENS[name], ScreenOpening);
  return { element: <Screen />, handle: SCREENS[name] };
}

/** The endpoints; the catalog for a link that does not show them. */
function FirstPage() {
  const isShared = useIsShared();
  return <Navigate to={isShared('/endpoints') ? '/endpoints' : '/catalog'} replace />;
}

function ScreenOpening() {
  const labels = useLabels().session;
  return <Skeleton what={labels.opening} rows={8} />;
}

function NoSuchPage() {
  const labels = useLabels().session;
  return <NotFound what="page" backTo="/catalog" backLabel={labels.tabs.catalog} />;
}

/** A screen, or in its place what cannot be shown, and why. */
function WithFault({ children }: { readonly children: ReactNode }) {
  return (
    <FaultBoundary
      place={useLocation()}
      fallback={(fault, onRetry) => <PortalFault fault={fault} onRetry={onRetry} />}
    >
      {children}
    </FaultBoundary>
  );
}

/** Offers a retry instead of a page reload: the link that opened the page is no longer in the address. */
function PortalFault({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
  const labels = useLabels().session;
  const { tryAgain } = useUiLabels();
  return (
    <EmptyState title={labels.fault} actions={<Button onPress={onRetry}>{tryAgain}</Button>}>
      <p>{fault instanceof PartUnavailable ? labels.partUnavailable : labels.faultText}</p>
      <code lang="en">{toApiFailure(fault).detail}</code>
    </EmptyState>
  );
}
