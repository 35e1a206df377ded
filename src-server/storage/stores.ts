import { createAbandonedDeliveries } from './abandoned-deliveries';
import { createApplicationStore } from './application-store';
import type { CompareEventTypes } from './catalog/compared-write';
import { openDeprecationStore } from './catalog/deprecation-store';
import { createEnvironmentStore } from './catalog/environment-store';
import { createEventTypeBulkStore } from './catalog/event-type-bulk-store';
import { createEventTypeChangeStore } from './catalog/event-type-change-store';
import { createEventTypeInsightStore } from './catalog/event-type-insight-store';
import { createEventTypeNoticeStore } from './catalog/event-type-notice-store';
import { createEventTypeStore } from './catalog/event-type-store';
import { createEventTypeSummaryStore } from './catalog/event-type-summary-store';
import { createEventTypeUsageStore } from './catalog/event-type-usage-store';
import { createEventTypeVersionStore } from './catalog/event-type-version-store';
import { createFlagReleaseStore } from './catalog/flag-release-store';
import { createFlagSetStore } from './catalog/flag-set-store';
import { createImportStore } from './catalog/import-store';
import { createPastEventTypeStore } from './catalog/past-event-type-store';
import { createPublicCatalogStore } from './catalog/public-catalog-store';
import { createPublicationStore } from './catalog/publication-store';
import { createSchemaReportStore } from './catalog/schema-report-store';
import { createSharedDraftStore } from './catalog/shared-draft-store';
import { createSyncReceiptStore } from './catalog/sync-receipt-store';
import { createWorkingCopyJournal } from './catalog/working-copy-journal';
import { createWorkingCopyStore } from './catalog/working-copy-store';
import type { Database } from './database';
import { createEndpointStore } from './endpoint-store';
import { createAuditStore } from './installation/audit-store';
import { createBrowserSessionStore } from './installation/browser-session-store';
import { createConnectionStore } from './installation/connection-store';
import { createIdempotencyStore } from './installation/idempotency-store';
import { createIntegrationStore } from './installation/integration-store';
import { openLookFileStore } from './installation/look-file-store';
import { createNoticeChannelStore } from './installation/notice-channel-store';
import { createPollingConsumerStore } from './installation/polling-consumer-store';
import { createPollingEndpointStore } from './installation/polling-endpoint-store';
import { createPollingTokenStore } from './installation/polling-token-store';
import { openPortalTextStore } from './installation/portal-text-store';
import { openSendingPauseStore } from './installation/sending-pause-store';
import { createSessionStore } from './installation/session-store';
import { openSettingStore, type Settings } from './installation/setting-store';
import { createShareLinkStore } from './installation/share-link-store';
import { openTargetConsentStore } from './installation/target-consent-store';
import { createTaskStore } from './installation/task-store';
import { createTokenStore } from './installation/token-store';
import { createAllEndpointStore } from './messages/all-endpoint-store';
import { createAllMessageStore } from './messages/all-message-store';
import { createAttemptStore } from './messages/attempt-store';
import { createAttentionStore } from './messages/attention-store';
import { createDeliveryStore } from './messages/delivery-store';
import { createErasureStore } from './messages/erasure-store';
import { createExplanationStore } from './messages/explanation-store';
import { createMessageArchive } from './messages/message-archive';
import { createMessageWriter } from './messages/message-store';
import { createNoticeStore } from './messages/notice-store';
import { createObstacleStore } from './messages/obstacle-store';
import { createOutcomeStore } from './messages/outcome-store';
import { createPolledMessageStore } from './messages/polled-message-store';
import { createReplayStore } from './messages/replay-store';
import { createRetentionStore } from './messages/retention-store';
import { createSilentConsumerStore } from './messages/silent-consumer-store';
import { createTrafficStore } from './messages/traffic-store';
import { createUsageStore } from './messages/usage-store';

/** Everything that queries the database, one store for each kind of thing. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens every store on one database.
 * @param onChange called with each change to an endpoint inside the write that makes it, so that it can write along
 * with it
 * @param compare compares changed event types
 * @param fixedSettings settings that cannot be changed while the server runs
 */
export async function openStores(
  db: Database,
  onChange: Parameters<typeof createEndpointStore>[1],
  compare: CompareEventTypes,
  fixedSettings: Partial<Settings> = {},
) {
  const settings = await openSettingStore(db, fixedSettings);
  const outcomes = createOutcomeStore(db);
  return {
    abandoned: createAbandonedDeliveries(db),
    applications: createApplicationStore(db),
    attempts: createAttemptStore(db),
    attention: createAttentionStore(db),
    audit: createAuditStore(db),
    browserSessionStore: createBrowserSessionStore(db),
    connectionStore: createConnectionStore(db),
    deliveries: createDeliveryStore(db),
    deprecations: await openDeprecationStore(db),
    endpoints: createEndpointStore(db, onChange),
    environment: createEnvironmentStore(db, settings, compare),
    eventTypes: createEventTypeStore(db, compare),
    eventTypeBulk: createEventTypeBulkStore(db, compare),
    eventTypeInsights: createEventTypeInsightStore(db),
    eventTypeNotices: createEventTypeNoticeStore(db),
    eventTypeSummaries: createEventTypeSummaryStore(db),
    eventTypeUsage: createEventTypeUsageStore(db),
    eventTypeChanges: createEventTypeChangeStore(db),
    eventTypeVersions: createEventTypeVersionStore(db),
    erasureStore: createErasureStore(db),
    explanations: createExplanationStore(db),
    flagReleaseStore: createFlagReleaseStore(db),
    flagSets: createFlagSetStore(db),
    allEndpoints: createAllEndpointStore(db),
    allMessages: createAllMessageStore(db, outcomes),
    idempotencyStore: createIdempotencyStore(db),
    imports: createImportStore(db, compare),
    integrations: createIntegrationStore(db),
    lookFiles: await openLookFileStore(db),
    messages: createMessageArchive(db),
    messageWriter: createMessageWriter(db),
    noticeChannelStore: createNoticeChannelStore(db),
    noticeStore: createNoticeStore(db),
    obstacles: createObstacleStore(db),
    outcomes,
    pastEventTypes: createPastEventTypeStore(db),
    polledMessages: createPolledMessageStore(db),
    pollingConsumers: createPollingConsumerStore(db),
    pollingEndpoints: createPollingEndpointStore(db),
    pollingTokens: createPollingTokenStore(db),
    portalTexts: await openPortalTextStore(db),
    publications: createPublicationStore(db),
    publicCatalog: createPublicCatalogStore(db),
    replays: createReplayStore(db),
    retention: createRetentionStore(db),
    schemaReportStore: createSchemaReportStore(db),
    sessions: createSessionStore(db),
    sharedDrafts: createSharedDraftStore(db),
    shareLinkStore: createShareLinkStore(db),
    silentConsumerStore: createSilentConsumerStore(db),
    settings,
    sendingPause: await openSendingPauseStore(db),
    targetConsents: await openTargetConsentStore(db),
    syncReceipts: createSyncReceiptStore(db),
    taskStore: createTaskStore(db),
    tokens: createTokenStore(db),
    trafficStore: createTrafficStore(db),
    usage: createUsageStore(db),
    workingCopyJournal: createWorkingCopyJournal(db),
    workingCopyStore: createWorkingCopyStore(db),
  };
}
