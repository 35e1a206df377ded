import { createHashRouter, Navigate } from 'react-router';
import { LOCAL_CONNECTION } from '../../src-server/contract/connection';
import { ApplicationDetail } from './applications/application-detail';
import { ApplicationsScreen } from './applications/applications-screen';
import { EndpointDetail } from './applications/endpoint-detail';
import { NothingChosen } from './applications/nothing-chosen';
import { CatalogOverview } from './catalog/catalog-overview';
import { CatalogScreen } from './catalog/catalog-screen';
import { EventTypeDetail } from './catalog/event-type-detail';
import { DeliveriesScreen } from './deliveries/deliveries-screen';
import { EndpointLive } from './deliveries/live/endpoint-live';
import { LiveScreen } from './deliveries/live/live-screen';
import { SimulatorScreen } from './deliveries/simulator/simulator-screen';
import { Frame } from './frame/frame';
import { PageFault } from './frame/page-fault';
import { ImportScreen } from './import/import-screen';
import { PreviewScreen } from './preview/preview-screen';
import { PublicScreen } from './public-page/public-screen';
import { SchemaScreen } from './schema/schema-screen';
import { SendScreen } from './send/send-screen';
import { AboutSettings } from './settings/about-settings';
import { AppearanceSettings } from './settings/appearance-settings';
import { ConnectionSettings } from './settings/connection-settings';
import { DataSettings } from './settings/data-settings';
import { DiagnosticsSettings } from './settings/diagnostics-settings';
import { GeneralSettings } from './settings/general-settings';
import { LogSettings } from './settings/log-settings';
import { PortalLookSettings } from './settings/portal-look/portal-look-settings';
import { SendingSettings } from './settings/sending-settings';
import { ServiceSettings } from './settings/service-settings';
import { SettingsScreen } from './settings/settings-screen';
import { ShortcutSettings } from './settings/shortcut-settings';
import { TargetSettings } from './settings/target-settings';
import { TokenSettings } from './settings/token-settings';
import { StartScreen } from './start/start-screen';

/**
 * Every screen has an address, and every filter and selection is in it: `#/{connection}/...`. The connection
 * comes first, so that a link always means the same instance.
 */
export function createRouter() {
  return createHashRouter([
    {
      path: '/:connection',
      element: <Frame />,
      errorElement: <PageFault />,
      children: [
        { index: true, element: <StartScreen /> },
        {
          path: 'catalog',
          element: <CatalogScreen />,
          children: [
            { index: true, element: <CatalogOverview /> },
            { path: ':name', element: <EventTypeDetail /> },
          ],
        },
        { path: 'catalog/:name/schema', element: <SchemaScreen /> },
        { path: 'import', element: <ImportScreen /> },
        {
          path: 'apps',
          element: <ApplicationsScreen />,
          children: [
            { index: true, element: <NothingChosen /> },
            { path: ':appId', element: <ApplicationDetail /> },
            { path: ':appId/endpoints/:endpointId', element: <EndpointDetail /> },
            { path: ':appId/endpoints/:endpointId/live', element: <EndpointLive /> },
          ],
        },
        { path: 'preview', element: <PreviewScreen /> },
        { path: 'send', element: <SendScreen /> },
        { path: 'public', element: <PublicScreen /> },
        { path: 'deliveries', element: <DeliveriesScreen /> },
        { path: 'deliveries/live', element: <LiveScreen /> },
        { path: 'deliveries/simulator', element: <SimulatorScreen /> },
        {
          path: 'settings',
          element: <SettingsScreen />,
          children: [
            { index: true, element: <Navigate to="general" replace /> },
            { path: 'general', element: <GeneralSettings /> },
            { path: 'data', element: <DataSettings /> },
            { path: 'service', element: <ServiceSettings /> },
            { path: 'diagnostics', element: <DiagnosticsSettings /> },
            { path: 'logs', element: <LogSettings /> },
            { path: 'about', element: <AboutSettings /> },
            // Where it was before it had a screen of its own.
            { path: 'catalog', element: <Navigate to="../../public" relative="path" replace /> },
            { path: 'portal', element: <PortalLookSettings /> },
            { path: 'tokens', element: <TokenSettings /> },
            { path: 'sending', element: <SendingSettings /> },
            { path: 'targets', element: <TargetSettings /> },
            { path: 'connections', element: <ConnectionSettings /> },
            { path: 'appearance', element: <AppearanceSettings /> },
            { path: 'shortcuts', element: <ShortcutSettings /> },
          ],
        },
      ],
    },
    { path: '*', element: <Navigate to={`/${LOCAL_CONNECTION}`} replace /> },
  ]);
}
