import type { Connections } from '../sync/connections';
import type { Receiver } from './receiver';
import type { Route } from './route';
import { type ApplicationRouteParts, applicationRoutes } from './routes/applications';
import { type AttemptRouteParts, attemptRoutes } from './routes/attempts';
import { connectionRoutes } from './routes/connections';
import { descriptionRoutes } from './routes/description';
import { endpointPaceRoutes } from './routes/endpoint-pace';
import { type EndpointSecretRouteParts, endpointSecretRoutes } from './routes/endpoint-secrets';
import { type EndpointStatsParts, endpointStatsRoutes } from './routes/endpoint-stats';
import { type EndpointRouteParts, endpointRoutes } from './routes/endpoints';
import { type EventTypeRouteParts, eventTypeRoutes } from './routes/event-types';
import { type ExplanationRouteParts, explanationRoutes } from './routes/explanations';
import { healthRoutes } from './routes/health';
import { type MessageRouteParts, messageRoutes } from './routes/messages';
import { type OpenapiImportRouteParts, openapiImportRoutes } from './routes/openapi-import';
import { type PortalAccessRouteParts, portalAccessRoutes } from './routes/portal-access';
import { receiverRoutes } from './routes/receiver';
import { type SampleRouteParts, sampleRoutes } from './routes/sample';
import { type SettingRouteParts, settingRoutes } from './routes/settings';
import { type TargetConsentRouteParts, targetConsentRoutes } from './routes/target-consent';
import { type TokenRouteParts, tokenRoutes } from './routes/tokens';
import { type TrafficRouteParts, trafficRoutes } from './routes/traffic';

/** What all operations together work on. Stores write; the `on...` functions tell those who must know. */
export interface AllRouteParts
  extends EventTypeRouteParts,
    OpenapiImportRouteParts,
    Omit<PortalAccessRouteParts, 'onChanged'>,
    TokenRouteParts,
    EndpointStatsParts,
    Omit<MessageRouteParts, 'onChanged'>,
    AttemptRouteParts,
    ExplanationRouteParts,
    Pick<TargetConsentRouteParts, 'targetConsents'>,
    TrafficRouteParts,
    Pick<EndpointRouteParts, 'guard' | 'settings'>,
    Pick<EndpointSecretRouteParts, 'onRotated'>,
    Pick<SampleRouteParts, 'localBaseUrl'> {
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
    ...healthRoutes(parts.settings),
    ...eventTypeRoutes(parts),
    ...openapiImportRoutes(parts),
    ...applicationRoutes({ ...parts, ...application }),
    ...endpointRoutes({ ...parts, ...endpoint }),
    ...endpointSecretRoutes({ ...parts, ...endpoint }),
    ...endpointStatsRoutes(parts),
    ...endpointPaceRoutes(parts),
    ...messageRoutes({ ...parts, ...application }),
    ...attemptRoutes(parts),
    ...explanationRoutes(parts),
    ...trafficRoutes(parts),
    ...tokenRoutes(parts),
    ...portalAccessRoutes({ ...parts, ...application }),
    ...settingRoutes({ ...parts, onChanged: parts.onSettingsChanged }),
    ...targetConsentRoutes({ ...parts, onRevoked: parts.onConsentRevoked }),
    ...connectionRoutes(parts.connections),
    ...receiverRoutes(parts.receiver),
    ...sampleRoutes({ ...parts, ...application }),
    ...descriptionRoutes(() => rows),
  ];
  return rows;
}
