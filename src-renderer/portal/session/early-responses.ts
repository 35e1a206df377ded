import type { WhoamiOut } from '../../../src-server/contract/access';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { ApiClient } from '../../api/api-client';
import { readEventTypes } from '../catalog/read-event-types';
import type { KeyReading } from './portal-key';

/** Whose portal it is, and who uses it. */
interface SessionResponse {
  readonly who: WhoamiOut;
  readonly application: ApplicationOut;
}

/** What nearly every opening of the portal asks, on its way before the code that shows it has arrived. */
export interface EarlyResponses {
  readonly session: Promise<SessionResponse>;
  readonly eventTypes: Promise<readonly ListedEventType[]>;
}

/** Null if there is no access token yet, or none at all. A failed response is asked for again by whoever needs it. */
export function askEarly(key: KeyReading): EarlyResponses | null {
  if (typeof key === 'string' || key.token === undefined) return null;
  const api = new ApiClient({ baseAddress: '', token: key.token });
  const responses = { session: readSession(api, key.appId), eventTypes: readEventTypes(api) };
  for (const response of Object.values(responses)) response.catch(() => {});
  return responses;
}

export async function readSession(
  api: ApiClient,
  appId: string,
  signal?: AbortSignal,
): Promise<SessionResponse> {
  const [who, application] = await Promise.all([
    api.call('GET /auth/whoami', {}, signal),
    api.call('GET /app/{app}', { path: { app: appId } }, signal),
  ]);
  return { who, application };
}
