import type { Route } from './route';
import { allApplicationRoutes } from './routes/all-applications';
import { allAttemptRoutes } from './routes/all-attempts';
import { allMessageRoutes } from './routes/all-messages';
import { applicationRoutes } from './routes/applications';
import { attemptRoutes } from './routes/attempts';
import { attentionRoutes } from './routes/attention';
import { auditRoutes } from './routes/audit';
import { backgroundTaskRoutes } from './routes/background-tasks';
import { browserSessionRoutes } from './routes/browser-sessions';
import { cancellationRoutes } from './routes/cancellation';
import { connectionRoutes } from './routes/connections';
import { dataFolderRoutes } from './routes/data-folder';
import { descriptionRoutes } from './routes/description';
import { diagnosticsRoutes } from './routes/diagnostics';
import { endpointExampleRoutes } from './routes/endpoint-example';
import { endpointFilterRoutes } from './routes/endpoint-filter';
import { endpointPaceRoutes } from './routes/endpoint-pace';
import { endpointSecretRoutes } from './routes/endpoint-secrets';
import { endpointStatsRoutes } from './routes/endpoint-stats';
import { endpointTransformationRoutes } from './routes/endpoint-transformation';
import { endpointRoutes } from './routes/endpoints';
import { environmentRoutes } from './routes/environment';
import { erasureRoutes } from './routes/erasure';
import { eventTypeBulkRoutes } from './routes/event-type-bulk';
import { eventTypeChangeRoutes } from './routes/event-type-changes';
import { eventTypeExportRoutes } from './routes/event-type-export';
import { eventTypeHistoryRoutes } from './routes/event-type-history';
import { eventTypeSummaryRoutes } from './routes/event-type-summaries';
import { eventTypeUsageRoutes } from './routes/event-type-usage';
import { eventTypeRoutes } from './routes/event-types';
import { explanationRoutes } from './routes/explanations';
import { flagReleaseRoutes } from './routes/flag-releases';
import { flagSetRoutes } from './routes/flag-sets';
import { healthRoutes } from './routes/health';
import { importPlanRoutes } from './routes/import-plan';
import { importReceiptRoutes } from './routes/import-receipts';
import { integrationRoutes } from './routes/integrations';
import { liveRoutes } from './routes/live';
import { lookFileRoutes } from './routes/look-files';
import { messageContentRoutes } from './routes/message-content';
import { messageRoutes } from './routes/messages';
import { nodeRoutes } from './routes/nodes';
import { noticeChannelRoutes } from './routes/notice-channels';
import { openapiImportRoutes } from './routes/openapi-import';
import { operationalWebhookRoutes } from './routes/operational-webhooks';
import { overviewRoutes } from './routes/overview';
import { pollerRoutes } from './routes/pollers';
import { pollingEndpointRoutes } from './routes/polling-endpoints';
import { portalAccessRoutes } from './routes/portal-access';
import { portalLookRoutes } from './routes/portal-look';
import { portalSessionRoutes } from './routes/portal-sessions';
import { portalTextRoutes } from './routes/portal-texts';
import { previewDraftRoutes } from './routes/preview-drafts';
import { publicPageRoutes } from './routes/public-page';
import { receiverRoutes } from './routes/receiver';
import { replayRoutes } from './routes/replays';
import { sampleRoutes } from './routes/sample';
import { schemaReportRoutes } from './routes/schema-reports';
import { sendingRoutes } from './routes/sending';
import { serverProofRoutes } from './routes/server-proof';
import { serviceRoutes } from './routes/service';
import { settingRoutes } from './routes/settings';
import { shareLinkRoutes } from './routes/share-links';
import { syncRoutes } from './routes/syncs';
import { targetConsentRoutes } from './routes/target-consent';
import { tokenRoutes } from './routes/tokens';
import { trafficRoutes } from './routes/traffic';
import { usageStatisticsRoutes } from './routes/usage-statistics';
import { workingCopyRoutes } from './routes/working-copies';
import { workingCopyBulkRoutes } from './routes/working-copy-bulk';
import { workingCopyChangeRoutes } from './routes/working-copy-changes';
import { workingCopyFlagSetRoutes } from './routes/working-copy-flag-sets';
import { workingCopyImportRoutes } from './routes/working-copy-imports';

/** The operations of the API by topic, in the order of its description. */
const GROUPS = [
  healthRoutes,
  serverProofRoutes,
  eventTypeRoutes,
  eventTypeBulkRoutes,
  eventTypeHistoryRoutes,
  eventTypeChangeRoutes,
  eventTypeExportRoutes,
  eventTypeSummaryRoutes,
  eventTypeUsageRoutes,
  schemaReportRoutes,
  openapiImportRoutes,
  importPlanRoutes,
  importReceiptRoutes,
  flagReleaseRoutes,
  flagSetRoutes,
  applicationRoutes,
  endpointRoutes,
  endpointSecretRoutes,
  endpointStatsRoutes,
  endpointPaceRoutes,
  endpointExampleRoutes,
  endpointFilterRoutes,
  endpointTransformationRoutes,
  pollingEndpointRoutes,
  pollerRoutes,
  messageRoutes,
  messageContentRoutes,
  attemptRoutes,
  explanationRoutes,
  replayRoutes,
  cancellationRoutes,
  erasureRoutes,
  auditRoutes,
  backgroundTaskRoutes,
  trafficRoutes,
  allApplicationRoutes,
  allMessageRoutes,
  allAttemptRoutes,
  attentionRoutes,
  overviewRoutes,
  liveRoutes,
  tokenRoutes,
  browserSessionRoutes,
  portalAccessRoutes,
  previewDraftRoutes,
  shareLinkRoutes,
  operationalWebhookRoutes,
  noticeChannelRoutes,
  portalSessionRoutes,
  portalLookRoutes,
  lookFileRoutes,
  portalTextRoutes,
  integrationRoutes,
  environmentRoutes,
  usageStatisticsRoutes,
  settingRoutes,
  sendingRoutes,
  publicPageRoutes,
  targetConsentRoutes,
  serviceRoutes,
  nodeRoutes,
  dataFolderRoutes,
  diagnosticsRoutes,
  connectionRoutes,
  workingCopyRoutes,
  workingCopyBulkRoutes,
  workingCopyChangeRoutes,
  workingCopyFlagSetRoutes,
  workingCopyImportRoutes,
  syncRoutes,
  receiverRoutes,
  sampleRoutes,
] as const;

/**
 * What the operations of all groups work on together. Stores write; the `on...` functions notify the parts that must
 * know.
 */
type AllRouteParts = PartsOf<(typeof GROUPS)[number]>;

type PartsOf<Group extends (parts: never) => unknown> = (
  Group extends (parts: infer Parts) => unknown
    ? (parts: Parts) => void
    : never
) extends (parts: infer All) => void
  ? All
  : never;

/** Every operation of the API. */
export function allRoutes(parts: AllRouteParts): readonly Route[] {
  const rows: readonly Route[] = [
    ...GROUPS.flatMap((routesOf) => routesOf(parts)),
    ...descriptionRoutes(() => rows),
  ];
  return rows;
}
