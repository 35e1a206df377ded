import type { ComponentType } from 'react';

/** The code of each screen, and of parts that have an address of their own: read when somebody goes there. */
export const SCREENS = {
  applicationDetail: () =>
    import('./applications/application-detail').then(({ ApplicationDetail }) => ApplicationDetail),
  applicationsScreen: () =>
    import('./applications/applications-screen').then(({ ApplicationsScreen }) => ApplicationsScreen),
  endpointDetail: () => import('./applications/endpoint-detail').then(({ EndpointDetail }) => EndpointDetail),
  nothingChosen: () => import('./applications/nothing-chosen').then(({ NothingChosen }) => NothingChosen),
  catalogOverview: () => import('./catalog/catalog-overview').then(({ CatalogOverview }) => CatalogOverview),
  catalogScreen: () => import('./catalog/catalog-screen').then(({ CatalogScreen }) => CatalogScreen),
  eventTypeDetail: () => import('./catalog/event-type-detail').then(({ EventTypeDetail }) => EventTypeDetail),
  deliveriesScreen: () =>
    import('./deliveries/deliveries-screen').then(({ DeliveriesScreen }) => DeliveriesScreen),
  endpointLive: () => import('./deliveries/live/endpoint-live').then(({ EndpointLive }) => EndpointLive),
  liveScreen: () => import('./deliveries/live/live-screen').then(({ LiveScreen }) => LiveScreen),
  simulatorScreen: () =>
    import('./deliveries/simulator/simulator-screen').then(({ SimulatorScreen }) => SimulatorScreen),
  importScreen: () => import('./import/import-screen').then(({ ImportScreen }) => ImportScreen),
  previewScreen: () => import('./preview/preview-screen').then(({ PreviewScreen }) => PreviewScreen),
  publicScreen: () => import('./public-page/public-screen').then(({ PublicScreen }) => PublicScreen),
  schemaScreen: () => import('./schema/schema-screen').then(({ SchemaScreen }) => SchemaScreen),
  sendScreen: () => import('./send/send-screen').then(({ SendScreen }) => SendScreen),
  aboutSettings: () => import('./settings/about-settings').then(({ AboutSettings }) => AboutSettings),
  appearanceSettings: () =>
    import('./settings/appearance-settings').then(({ AppearanceSettings }) => AppearanceSettings),
  connectionSettings: () =>
    import('./settings/connection-settings').then(({ ConnectionSettings }) => ConnectionSettings),
  dataSettings: () => import('./settings/data-settings').then(({ DataSettings }) => DataSettings),
  diagnosticsSettings: () =>
    import('./settings/diagnostics-settings').then(({ DiagnosticsSettings }) => DiagnosticsSettings),
  generalSettings: () => import('./settings/general-settings').then(({ GeneralSettings }) => GeneralSettings),
  logSettings: () => import('./settings/log-settings').then(({ LogSettings }) => LogSettings),
  portalLookSettings: () =>
    import('./settings/portal-look/portal-look-settings').then(
      ({ PortalLookSettings }) => PortalLookSettings,
    ),
  sendingSettings: () => import('./settings/sending-settings').then(({ SendingSettings }) => SendingSettings),
  serviceSettings: () => import('./settings/service-settings').then(({ ServiceSettings }) => ServiceSettings),
  settingsScreen: () => import('./settings/settings-screen').then(({ SettingsScreen }) => SettingsScreen),
  shortcutSettings: () =>
    import('./settings/shortcut-settings').then(({ ShortcutSettings }) => ShortcutSettings),
  targetSettings: () => import('./settings/target-settings').then(({ TargetSettings }) => TargetSettings),
  tokenSettings: () => import('./settings/token-settings').then(({ TokenSettings }) => TokenSettings),
  startScreen: () => import('./start/start-screen').then(({ StartScreen }) => StartScreen),
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;
