import type { ComponentType } from 'react';
import { readOverview } from './read-overview';

/** The code of each screen, and of parts with their own address: loaded on the first visit. */
export const SCREENS = {
  applicationDetail: () =>
    import('../features/applications/application-detail').then(({ ApplicationDetail }) => ApplicationDetail),
  applicationsScreen: () =>
    import('../features/applications/applications-screen').then(
      ({ ApplicationsScreen }) => ApplicationsScreen,
    ),
  endpointDetail: () =>
    import('../features/applications/endpoint-detail').then(({ EndpointDetail }) => EndpointDetail),
  pollingDetail: () =>
    import('../features/applications/polling-detail').then(({ PollingDetail }) => PollingDetail),
  nothingChosen: () =>
    import('../features/applications/nothing-chosen').then(({ NothingChosen }) => NothingChosen),
  attentionScreen: () =>
    import('../features/attention/attention-screen').then(({ AttentionScreen }) => AttentionScreen),
  catalogOverview: () =>
    import('../features/catalog/catalog-overview').then(({ CatalogOverview }) => CatalogOverview),
  catalogScreen: () =>
    import('../features/catalog/catalog-screen').then(({ CatalogScreen }) => CatalogScreen),
  eventTypeDetail: () =>
    import('../features/catalog/event-type/event-type-detail').then(({ EventTypeDetail }) => EventTypeDetail),
  changesScreen: () =>
    import('../features/changes/changes-screen').then(({ ChangesScreen }) => ChangesScreen),
  deliveriesScreen: () =>
    import('../features/deliveries/deliveries-screen').then(({ DeliveriesScreen }) => DeliveriesScreen),
  messageScreen: () =>
    import('../features/deliveries/messages/message-screen').then(({ MessageScreen }) => MessageScreen),
  messagesScreen: () =>
    import('../features/deliveries/messages/messages-screen').then(({ MessagesScreen }) => MessagesScreen),
  endpointLive: () => import('../features/live/endpoint-live').then(({ EndpointLive }) => EndpointLive),
  liveScreen: () => import('../features/live/live-screen').then(({ LiveScreen }) => LiveScreen),
  simulatorScreen: () =>
    import('../features/simulator/simulator-screen').then(({ SimulatorScreen }) => SimulatorScreen),
  importScreen: () => import('../features/import/import-screen').then(({ ImportScreen }) => ImportScreen),
  previewScreen: () =>
    import('../features/preview/preview-screen').then(({ PreviewScreen }) => PreviewScreen),
  publicScreen: () =>
    import('../features/public-page/public-screen').then(({ PublicScreen }) => PublicScreen),
  releasesScreen: () =>
    import('../features/releases/releases-screen').then(({ ReleasesScreen }) => ReleasesScreen),
  schemaScreen: () => import('../features/schema/schema-screen').then(({ SchemaScreen }) => SchemaScreen),
  sendScreen: () => import('../features/send/send-screen').then(({ SendScreen }) => SendScreen),
  aboutSettings: () =>
    import('../features/settings/about-settings').then(({ AboutSettings }) => AboutSettings),
  appearanceSettings: () =>
    import('../features/settings/appearance-settings').then(({ AppearanceSettings }) => AppearanceSettings),
  auditSettings: () =>
    import('../features/settings/audit/audit-settings').then(({ AuditSettings }) => AuditSettings),
  connectionSettings: () =>
    import('../features/settings/connection-settings').then(({ ConnectionSettings }) => ConnectionSettings),
  dataSettings: () => import('../features/settings/data-settings').then(({ DataSettings }) => DataSettings),
  desktopSettings: () =>
    import('../features/settings/desktop-settings').then(({ DesktopSettings }) => DesktopSettings),
  diagnosticsSettings: () =>
    import('../features/settings/diagnostics-settings').then(
      ({ DiagnosticsSettings }) => DiagnosticsSettings,
    ),
  generalSettings: () =>
    import('../features/settings/general-settings').then(({ GeneralSettings }) => GeneralSettings),
  logSettings: () => import('../features/settings/log-settings').then(({ LogSettings }) => LogSettings),
  nodesSettings: () =>
    import('../features/settings/nodes-settings').then(({ NodesSettings }) => NodesSettings),
  noticeSettings: () =>
    import('../features/settings/notices/notice-settings').then(({ NoticeSettings }) => NoticeSettings),
  portalLookSettings: () =>
    import('../features/settings/portal-look/portal-look-settings').then(
      ({ PortalLookSettings }) => PortalLookSettings,
    ),
  portalTextSettings: () =>
    import('../features/settings/portal-texts/portal-text-settings').then(
      ({ PortalTextSettings }) => PortalTextSettings,
    ),
  sendingSettings: () =>
    import('../features/settings/sending-settings').then(({ SendingSettings }) => SendingSettings),
  serviceSettings: () =>
    import('../features/settings/service-settings').then(({ ServiceSettings }) => ServiceSettings),
  settingsScreen: () =>
    import('../features/settings/settings-screen').then(({ SettingsScreen }) => SettingsScreen),
  shortcutSettings: () =>
    import('../features/settings/shortcut-settings').then(({ ShortcutSettings }) => ShortcutSettings),
  targetSettings: () =>
    import('../features/settings/target-settings').then(({ TargetSettings }) => TargetSettings),
  browserSettings: () =>
    import('../features/settings/browser-settings').then(({ BrowserSettings }) => BrowserSettings),
  tokenSettings: () =>
    import('../features/settings/token-settings').then(({ TokenSettings }) => TokenSettings),
  overviewScreen: () => readOverview(),
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;
