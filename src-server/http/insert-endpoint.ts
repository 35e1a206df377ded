import type { Principal } from '../access/principal';
import type { Clock } from '../base/clock';
import { ApiError } from '../base/errors';
import type { NewId } from '../base/id';
import { DEFAULT_MAX_ENDPOINTS, type ServerConfig } from '../config';
import { PORTAL_ENDPOINTS_MAX } from '../contract/limits';
import type { EndpointContent, EndpointRecord } from '../storage/endpoint-record';
import { type EndpointStore, TooManyEndpoints } from '../storage/endpoint-store';
import type { SettingStore } from '../storage/installation/setting-store';
import { conflictIfTaken } from './conflict-if-taken';
import { checkEndpointSize } from './inputs/endpoint-size';
import type { Spelling } from './inputs/spellings';

/** What {@link insertEndpoint} needs. */
export interface InsertEndpointParts {
  readonly endpoints: Pick<EndpointStore, 'insert'>;
  readonly settings: Pick<SettingStore, 'current'>;
  readonly config: Pick<ServerConfig, 'maxEndpoints'>;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** Who wants an endpoint, and in which words. */
interface EndpointCaller {
  readonly principal: Principal;
  /** Absent: the body names no field that has two names. */
  readonly spelling?: Spelling;
}

interface NewEndpoint {
  readonly appId: string;
  readonly content: EndpointContent;
}

/** The refusals of {@link insertEndpoint} besides 422. */
export const INSERT_ENDPOINT_ERRORS = [
  'conflict',
  'limit_reached',
  { code: 'limit_reached', status: 409 },
] as const;

/**
 * Adds an endpoint to an application that may have one more.
 * @throws ApiError conflict, limit_reached, 422 when it is too large
 */
export async function insertEndpoint(
  { endpoints, settings, config, newId, clock }: InsertEndpointParts,
  { appId, content }: NewEndpoint,
  { principal, spelling }: EndpointCaller,
): Promise<EndpointRecord> {
  checkEndpointSize(null, content, spelling);
  const isPortal = principal.kind === 'portal';
  const most = Math.min(
    config.maxEndpoints ?? DEFAULT_MAX_ENDPOINTS,
    isPortal ? PORTAL_ENDPOINTS_MAX : Number.POSITIVE_INFINITY,
  );
  const chosen = settings.current().endpointsPerAppLimit ?? Number.POSITIVE_INFINITY;
  return conflictIfTaken(() =>
    endpoints.insert(newId('ep_'), appId, content, clock.now(), Math.min(most, chosen)),
  ).catch((cause) => {
    if (!(cause instanceof TooManyEndpoints)) throw cause;
    // The limit of the settings has always been a 400, as other limits are; clients know it as that.
    if (chosen <= most) throw reached(400, `An application may have ${chosen} endpoints. Delete one first.`);
    throw reached(
      409,
      isPortal && most === PORTAL_ENDPOINTS_MAX
        ? `Endpoints can be added here while there are fewer than ${most}. Delete some you no longer need.`
        : `An application may have ${most} endpoints. Delete one first.`,
    );
  });
}

function reached(status: 400 | 409, detail: string): ApiError {
  return new ApiError(status, { code: 'limit_reached', detail });
}
