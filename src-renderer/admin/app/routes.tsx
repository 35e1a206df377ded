import type { ReactNode } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation, useParams } from 'react-router';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import { EmptyState } from '../../ui/empty-state';
import { FaultBoundary } from '../../ui/fault-boundary';
import { LinkButton } from '../../ui/link-button';
import { type Need, useRefusal } from '../../ui/needs/needs';
import { separatePart } from '../../ui/separate-part';
import { Skeleton } from '../../ui/skeleton';
import { useTo } from '../platform/instance';
import { SCREENS } from './screens';
import { CatalogFrame } from './shell/catalog-frame';
import { Frame } from './shell/frame';
import { PageFault } from './shell/page-fault';

/**
 * Every screen has an address that contains every filter and selection: `#/{connection}/...`. The connection comes
 * first, so that a link always means the same instance.
 */
export const ROUTES: RouteObject[] = [
  {
    path: '/:connection',
    element: (
      <WithFault>
        <Frame />
      </WithFault>
    ),
    // A fault of a screen leaves the frame around it in place, and with it the way to the other screens.
    children: [
      {
        element: (
          <WithFault>
            <Outlet />
          </WithFault>
        ),
        children: [
          {
            element: <CatalogFrame />,
            children: [
              {
                path: 'catalog',
                ...lazily('catalogScreen'),
                children: [
                  { index: true, ...lazily('catalogOverview') },
                  { path: ':name', ...lazily('eventTypeDetail') },
                ],
              },
              { path: 'catalog/:name/schema', ...lazily('schemaScreen') },
              { path: 'import', ...lazily('importScreen', 'POST /event-type/import/plan') },
              { path: 'preview', ...lazily('previewScreen') },
              { path: 'changes', ...lazily('changesScreen') },
            ],
          },
          { index: true, ...lazily('overviewScreen') },
          {
            path: 'apps',
            ...lazily('applicationsScreen'),
            children: [
              { index: true, ...lazily('nothingChosen') },
              { path: ':appId', ...lazily('applicationDetail') },
              {
                path: ':appId/endpoints/:endpointId',
                ...lazily('endpointDetail', 'GET /app/{app}/endpoint/{endpoint}'),
              },
              {
                path: ':appId/polling/:pollerId',
                ...lazily('pollingDetail', 'GET /app/{app}/polling-endpoint/{poller}'),
              },
              {
                path: ':appId/endpoints/:endpointId/live',
                ...lazily('endpointLive', 'GET /app/{app}/endpoint/{endpoint}'),
              },
            ],
          },
          { path: '*', element: <NoScreen /> },
          { path: 'send', ...lazily('sendScreen', 'POST /app/{app}/msg') },
          { path: 'releases', ...lazily('releasesScreen') },
          { path: 'public', ...lazily('publicScreen') },
          { path: 'deliveries', ...lazily('deliveriesScreen', 'GET /fleet/attempt') },
          { path: 'deliveries/attention', ...lazily('attentionScreen', 'GET /fleet/attention') },
          { path: 'deliveries/live', ...lazily('liveScreen', 'GET /delivery-state') },
          { path: 'deliveries/messages', ...lazily('messagesScreen', 'GET /fleet/message') },
          {
            path: 'deliveries/messages/:appId/:msgId',
            ...lazily('messageScreen', 'GET /app/{app}/msg/{message}'),
          },
          { path: 'deliveries/simulator', ...lazily('simulatorScreen') },
          {
            path: 'settings',
            ...lazily('settingsScreen'),
            children: [
              { index: true, element: <Navigate to="general" replace /> },
              { path: 'general', ...lazily('generalSettings') },
              { path: 'data', ...lazily('dataSettings') },
              { path: 'service', ...lazily('serviceSettings') },
              { path: 'nodes', ...lazily('nodesSettings') },
              { path: 'diagnostics', ...lazily('diagnosticsSettings') },
              { path: 'logs', ...lazily('logSettings') },
              { path: 'about', ...lazily('aboutSettings') },
              // Its address before it had its own screen.
              { path: 'catalog', element: <Navigate to="../../public" relative="path" replace /> },
              { path: 'portal', ...lazily('portalLookSettings') },
              { path: 'texts', ...lazily('portalTextSettings') },
              { path: 'tokens', ...lazily('tokenSettings') },
              { path: 'browsers', ...lazily('browserSettings') },
              { path: 'audit', ...lazily('auditSettings') },
              { path: 'sending', ...lazily('sendingSettings') },
              { path: 'targets', ...lazily('targetSettings') },
              { path: 'notices', ...lazily('noticeSettings') },
              { path: 'connections', ...lazily('connectionSettings') },
              { path: 'appearance', ...lazily('appearanceSettings') },
              { path: 'shortcuts', ...lazily('shortcutSettings') },
              { path: 'desktop', ...lazily('desktopSettings') },
            ],
          },
        ],
      },
    ],
  },
  // An address without a connection, as the program opens it.
  { path: '*', element: <Navigate to={`/${LOCAL_CONNECTION}`} replace /> },
];

/**
 * A route whose code is loaded on the first visit.
 * @param needs what it is all about; absent: every kind of token finds something there
 */
function lazily(name: keyof typeof SCREENS, needs?: Need): Pick<RouteObject, 'element' | 'handle'> {
  const Screen = separatePart(SCREENS[name], ScreenOpening);
  return {
    handle: SCREENS[name],
    element: (
      <Allowed needs={needs}>
        <Screen />
      </Allowed>
    ),
  };
}

/** A screen, or why the token of this browser may not see it. */
function Allowed({ needs, children }: { readonly needs: Need | undefined; readonly children: ReactNode }) {
  const refusal = useRefusal(needs);
  if (refusal === null) return children;
  return (
    <>
      <title>Not for this token · Posthorn</title>
      <h1 className="visually-hidden">Not for this token</h1>
      <EmptyState title={refusal} />
    </>
  );
}

function ScreenOpening() {
  return <Skeleton what="this screen" />;
}

/** The address leads to no screen. */
function NoScreen() {
  const to = useTo();
  const { pathname } = useLocation();
  return (
    <>
      <title>No such screen · Posthorn</title>
      <h1 className="visually-hidden">No such screen</h1>
      <EmptyState
        title="There is no screen at this URL"
        actions={
          <LinkButton kind="primary" to={to()}>
            Go to the overview
          </LinkButton>
        }
      >
        <p>
          <code>{pathname}</code> is mistyped, or from another version of Posthorn.
        </p>
      </EmptyState>
    </>
  );
}

/**
 * A screen, or in its place its fault. The answers of another instance may be at fault in every screen, the frame
 * included, so there is always a way back to this computer.
 */
function WithFault({ children }: { readonly children: ReactNode }) {
  const { connection = LOCAL_CONNECTION } = useParams();
  const way = connection !== LOCAL_CONNECTION && (
    <LinkButton to={`/${LOCAL_CONNECTION}`}>Go to this computer</LinkButton>
  );
  return (
    <FaultBoundary place={useLocation()} fallback={(fault) => <PageFault fault={fault} way={way} />}>
      {children}
    </FaultBoundary>
  );
}
