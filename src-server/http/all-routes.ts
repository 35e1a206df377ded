import type { Database } from '../storage/database';
import type { Connections } from '../sync/connections';
import type { Receiver } from './receiver';
import type { Route } from './route';
import { type ApplicationRouteParts, applicationRoutes } from './routes/applications';
import { type AttemptRouteParts, attemptRoutes } from './routes/attempts';
import { type BackgroundTaskRouteParts, backgroundTaskRoutes } from './routes/background-tasks';
import { cancellationRoutes } from './routes/cancellation';
import { connectionRoutes } from './routes/connections';
import { type DataFolderRouteParts, dataFolderRoutes } from './routes/data-folder';
import { descriptionRoutes } from './routes/description';
import { type DiagnosticsRouteParts, diagnosticsRoutes } from './routes/diagnostics';
import { type EndpointExampleParts, endpointExampleRoutes } from './routes/endpoint-example';
import { endpointPaceRoutes } from './routes/endpoint-pace';
import { type EndpointSecretRouteParts, endpointSecretRoutes } from './routes/endpoint-secrets';
import { type EndpointStatsParts, endpointStatsRoutes } from './routes/endpoint-stats';
import { endpointTransformationRoutes } from './routes/endpoint-transformation';
import { type EndpointRouteParts, endpointRoutes } from './routes/endpoints';
import { type EnvironmentRouteParts, environmentRoutes } from './routes/environment';
import { type EventTypeBulkRouteParts, eventTypeBulkRoutes } from './routes/event-type-bulk';
import { type EventTypeHistoryRouteParts, eventTypeHistoryRoutes } from './routes/event-type-history';
import { type EventTypeSummaryRouteParts, eventTypeSummaryRoutes } from './routes/event-type-summaries';
import { type EventTypeUsageRouteParts, eventTypeUsageRoutes } from './routes/event-type-usage';
import { type EventTypeRouteParts, eventTypeRoutes } from './routes/event-types';
import { type ExplanationRouteParts, explanationRoutes } from './routes/explanations';
import { type FlagSetRouteParts, flagSetRoutes } from './routes/flag-sets';
import { type FleetRouteParts, fleetRoutes } from './routes/fleet';
import { healthRoutes } from './routes/health';
import { importPlanRoutes } from './routes/import-plan';
import { type ImportReceiptRouteParts, importReceiptRoutes } from './routes/import-receipts';
import { type IntegrationRouteParts, integrationRoutes } from './routes/integrations';
import { type LiveRouteParts, liveRoutes } from './routes/live';
import { messageContentRoutes } from './routes/message-content';
import { type MessageRouteParts, messageRoutes } from './routes/messages';
import { type OpenapiImportRouteParts, openapiImportRoutes } from './routes/openapi-import';
import { operationalWebhookRoutes } from './routes/operational-webhooks';
import { type PortalAccessRouteParts, portalAccessRoutes } from './routes/portal-access';
import { portalLookRoutes } from './routes/portal-look';
import { type PortalSessionRouteParts, portalSessionRoutes } from './routes/portal-sessions';
import { type PublicPageRouteParts, publicPageRoutes } from './routes/public-page';
import { receiverRoutes } from './routes/receiver';
import { type ReplayRouteParts, replayRoutes } from './routes/replays';
import { type SampleRouteParts, sampleRoutes } from './routes/sample';
import { type SchemaReportRouteParts, schemaReportRoutes } from './routes/schema-reports';
import { type ServerProofRouteParts, serverProofRoutes } from './routes/server-proof';
import { type ServiceRouteParts, serviceRoutes } from './routes/service';
import { type SettingRouteParts, settingRoutes } from './routes/settings';
import { type TargetConsentRouteParts, targetConsentRoutes } from './routes/target-consent';
import { type TokenRouteParts, tokenRoutes } from './routes/tokens';
import { type TrafficRouteParts, trafficRoutes } from './routes/traffic';
import { usageStatisticsRoutes } from './routes/usage-statistics';

/** What all operations together work on. Stores write; the `on...` functions tell those who must know. */
export interface AllRouteParts
  extends EventTypeRouteParts,
    EventTypeBulkRouteParts,
    EventTypeHistoryRouteParts,
    EventTypeSummaryRouteParts,
    EventTypeUsageRouteParts,
    SchemaReportRouteParts,
    OpenapiImportRouteParts,
    ImportReceiptRouteParts,
    Omit<PortalAccessRouteParts, 'onChanged'>,
    PortalSessionRouteParts,
    EnvironmentRouteParts,
    FlagSetRouteParts,
    PublicPageRouteParts,
    IntegrationRouteParts,
    TokenRouteParts,
    EndpointStatsParts,
    EndpointExampleParts,
    Omit<MessageRouteParts, 'onChanged'>,
    AttemptRouteParts,
    ExplanationRouteParts,
    ReplayRouteParts,
    BackgroundTaskRouteParts,
    Pick<TargetConsentRouteParts, 'targetConsents'>,
    TrafficRouteParts,
    FleetRouteParts,
    LiveRouteParts,
    ServerProofRouteParts,
    ServiceRouteParts,
    DataFolderRouteParts,
    DiagnosticsRouteParts,
    Pick<EndpointRouteParts, 'guard'>,
    Pick<EndpointSecretRouteParts, 'onRotated'>,
    Pick<SampleRouteParts, 'localBaseUrl'> {
  readonly db: Database;
  readonly connections: Connections;
  readonly receiver: Receiver;
  readonly onApplicationChanged: ApplicationRouteParts['onChanged'];
  readonly onApplicationDeleted: ApplicationRouteParts['onDeleted'];
  readonly onEndpointChanged: EndpointRouteParts['onChanged'];
  readonly onEndpointDeleted: EndpointRouteParts['onDeleted'];
  readonly onSettingsChanged: SettingRouteParts['onChanged'];
  readonly onConsentRevoked: TargetConsentRouteParts['onRevoked'];
}

/** Every operation of the API. */
export function allRoutes(parts: AllRouteParts): readonly Route[] {
  const { onApplicationChanged, onApplicationDeleted, onEndpointChanged, onEndpointDeleted } = parts;
  const application = { onChanged: onApplicationChanged, onDeleted: onApplicationDeleted };
  const endpoint = { onChanged: onEndpointChanged, onDeleted: onEndpointDeleted };
  const rows: readonly Route[] = [
    ...healthRoutes(parts),
    ...serverProofRoutes(parts),
    ...eventTypeRoutes(parts),
    ...eventTypeBulkRoutes(parts),
    ...eventTypeHistoryRoutes(parts),
    ...eventTypeSummaryRoutes(parts),
    ...eventTypeUsageRoutes(parts),
    ...schemaReportRoutes(parts),
    ...openapiImportRoutes(parts),
    ...importPlanRoutes(parts),
    ...importReceiptRoutes(parts),
    ...flagSetRoutes(parts),
    ...applicationRoutes({ ...parts, ...application }),
    ...endpointRoutes({ ...parts, ...endpoint }),
    ...endpointSecretRoutes({ ...parts, ...endpoint }),
    ...endpointStatsRoutes(parts),
    ...endpointPaceRoutes(parts),
    ...endpointExampleRoutes(parts),
    ...endpointTransformationRoutes(),
    ...messageRoutes({ ...parts, ...application }),
    ...messageContentRoutes(parts),
    ...attemptRoutes(parts),
    ...explanationRoutes(parts),
    ...replayRoutes(parts),
    ...cancellationRoutes(parts),
    ...backgroundTaskRoutes(parts),
    ...trafficRoutes(parts),
    ...fleetRoutes(parts),
    ...liveRoutes(parts),
    ...tokenRoutes(parts),
    ...portalAccessRoutes({ ...parts, ...application }),
    ...operationalWebhookRoutes({ ...parts, ...endpoint }),
    ...portalSessionRoutes(parts),
    ...portalLookRoutes(parts),
    ...integrationRoutes(parts),
    ...environmentRoutes(parts),
    ...usageStatisticsRoutes(parts),
    ...settingRoutes({ ...parts, onChanged: parts.onSettingsChanged }),
    ...publicPageRoutes(parts),
    ...targetConsentRoutes({ ...parts, onRevoked: parts.onConsentRevoked }),
    ...serviceRoutes(parts),
    ...dataFolderRoutes(parts),
    ...diagnosticsRoutes(parts),
    ...connectionRoutes(parts.connections),
    ...receiverRoutes(parts.receiver),
    ...sampleRoutes({ ...parts, ...application }),
    ...descriptionRoutes(() => rows),
  ];
  return rows;
}
