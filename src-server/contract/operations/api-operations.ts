import type { applicationOperations } from './applications';
import type { attemptOperations } from './attempts';
import type { attentionOperations } from './attention';
import type { auditOperations } from './audit';
import type { backgroundTaskOperations } from './background-tasks';
import type { browserSessionOperations } from './browser-sessions';
import type { cancellationOperations } from './cancellation';
import type { connectionOperations } from './connections';
import type { dataFolderOperations } from './data-folder';
import type { descriptionOperations } from './description';
import type { diagnosticsOperations } from './diagnostics';
import type { endpointExampleOperations } from './endpoint-example';
import type { endpointFilterOperations } from './endpoint-filter';
import type { endpointPaceOperations } from './endpoint-pace';
import type { endpointSecretOperations } from './endpoint-secrets';
import type { endpointStatsOperations } from './endpoint-stats';
import type { endpointTransformationOperations } from './endpoint-transformation';
import type { endpointOperations } from './endpoints';
import type { environmentOperations } from './environment';
import type { erasureOperations } from './erasure';
import type { eventTypeBulkOperations } from './event-type-bulk';
import type { eventTypeChangeOperations } from './event-type-changes';
import type { eventTypeExportOperations } from './event-type-export';
import type { eventTypeHistoryOperations } from './event-type-history';
import type { eventTypeSummaryOperations } from './event-type-summaries';
import type { eventTypeUsageOperations } from './event-type-usage';
import type { eventTypeOperations } from './event-types';
import type { explanationOperations } from './explanations';
import type { flagReleaseOperations } from './flag-releases';
import type { flagSetOperations } from './flag-sets';
import type { fleetOperations } from './fleet';
import type { fleetAttemptOperations } from './fleet-attempts';
import type { fleetMessageOperations } from './fleet-messages';
import type { healthOperations } from './health';
import type { importPlanOperations } from './import-plan';
import type { importReceiptOperations } from './import-receipts';
import type { integrationOperations } from './integrations';
import type { liveOperations } from './live';
import type { lookFileOperations } from './look-files';
import type { messageContentOperations } from './message-content';
import type { messageOperations } from './messages';
import type { nodeOperations } from './nodes';
import type { noticeChannelOperations } from './notice-channels';
import type { openapiImportOperations } from './openapi-import';
import type { operationalWebhookOperations } from './operational-webhooks';
import type { overviewOperations } from './overview';
import type { pollingEndpointOperations } from './polling-endpoints';
import type { portalAccessOperations } from './portal-access';
import type { portalLookOperations } from './portal-look';
import type { portalSessionOperations } from './portal-sessions';
import type { portalTextOperations } from './portal-texts';
import type { previewDraftOperations } from './preview-drafts';
import type { publicPageOperations } from './public-page';
import type { receiverOperations } from './receiver';
import type { replayOperations } from './replays';
import type { sampleOperations } from './sample';
import type { schemaReportOperations } from './schema-reports';
import type { sendingOperations } from './sending';
import type { serverProofOperations } from './server-proof';
import type { serviceOperations } from './service';
import type { settingOperations } from './settings';
import type { shareLinkOperations } from './share-links';
import type { syncOperations } from './syncs';
import type { targetConsentOperations } from './target-consent';
import type { tokenOperations } from './tokens';
import type { trafficOperations } from './traffic';
import type { usageStatisticsOperations } from './usage-statistics';
import type { workingCopyOperations } from './working-copies';
import type { workingCopyFlagSetOperations } from './working-copy-flag-sets';
import type { workingCopyImportOperations } from './working-copy-imports';

type Group =
  | typeof applicationOperations
  | typeof attemptOperations
  | typeof attentionOperations
  | typeof auditOperations
  | typeof backgroundTaskOperations
  | typeof browserSessionOperations
  | typeof cancellationOperations
  | typeof connectionOperations
  | typeof dataFolderOperations
  | typeof descriptionOperations
  | typeof diagnosticsOperations
  | typeof endpointExampleOperations
  | typeof endpointFilterOperations
  | typeof endpointPaceOperations
  | typeof endpointSecretOperations
  | typeof endpointStatsOperations
  | typeof endpointTransformationOperations
  | typeof endpointOperations
  | typeof environmentOperations
  | typeof eventTypeBulkOperations
  | typeof eventTypeChangeOperations
  | typeof eventTypeExportOperations
  | typeof eventTypeHistoryOperations
  | typeof eventTypeSummaryOperations
  | typeof eventTypeUsageOperations
  | typeof eventTypeOperations
  | typeof erasureOperations
  | typeof explanationOperations
  | typeof flagReleaseOperations
  | typeof flagSetOperations
  | typeof fleetOperations
  | typeof fleetAttemptOperations
  | typeof fleetMessageOperations
  | typeof healthOperations
  | typeof importPlanOperations
  | typeof importReceiptOperations
  | typeof integrationOperations
  | typeof liveOperations
  | typeof messageContentOperations
  | typeof messageOperations
  | typeof nodeOperations
  | typeof openapiImportOperations
  | typeof noticeChannelOperations
  | typeof operationalWebhookOperations
  | typeof overviewOperations
  | typeof pollingEndpointOperations
  | typeof portalAccessOperations
  | typeof portalLookOperations
  | typeof lookFileOperations
  | typeof portalSessionOperations
  | typeof portalTextOperations
  | typeof previewDraftOperations
  | typeof shareLinkOperations
  | typeof publicPageOperations
  | typeof receiverOperations
  | typeof replayOperations
  | typeof sampleOperations
  | typeof schemaReportOperations
  | typeof sendingOperations
  | typeof serverProofOperations
  | typeof serviceOperations
  | typeof settingOperations
  | typeof syncOperations
  | typeof targetConsentOperations
  | typeof tokenOperations
  | typeof trafficOperations
  | typeof usageStatisticsOperations
  | typeof workingCopyOperations
  | typeof workingCopyFlagSetOperations
  | typeof workingCopyImportOperations;

type MemberOf<G> = G extends unknown ? G[keyof G] : never;
type AnyOperation = MemberOf<Group>;

/** The operations by name, which is method and path: `GET /app/{app}`. */
export type ApiOperations = { readonly [O in AnyOperation as `${O['method']} ${O['path']}`]: O };

/** The name of an operation. */
export type OperationName = keyof ApiOperations;
