import type { Principal } from '../../access/principal';
import { hashToken, mintToken } from '../../access/token';
import { type Clock, toIsoTime } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import { POLLING_ENDPOINTS_MAX } from '../../contract/limits';
import { pollingEndpointOperations } from '../../contract/operations/polling-endpoints';
import type { PollingEndpointOut, PollingTokenOut } from '../../contract/polling-endpoint';
import { noteParameter } from '../../storage/audit-scope';
import {
  type PollingEndpointContent,
  type PollingEndpointRecord,
  type PollingEndpointStore,
  TooManyPollingEndpoints,
} from '../../storage/installation/polling-endpoint-store';
import type { NewPollingToken, PollingTokenStore } from '../../storage/installation/polling-token-store';
import type { SecretBox } from '../../sync/secret-box';
import { conflictIfTaken } from '../conflict-if-taken';
import { changedPollingEndpoint, newPollingEndpoint } from '../inputs/polling-endpoint-input';
import { type Route, route } from '../route';
import { checkEventTypes, type EndpointRouteParts } from './endpoints';

interface PollingEndpointRouteParts extends Pick<EndpointRouteParts, 'eventTypes' | 'previewCatalog'> {
  readonly pollingEndpoints: PollingEndpointStore;
  readonly pollingTokens: PollingTokenStore;
  readonly secretBox: SecretBox;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** How long the tokens before a new one still work by default, in seconds, and how many of them at most. */
const OLD_TOKEN_S = 300;
const OLD_TOKENS_MAX = 10;

/** Endpoints that fetch their messages, and the tokens with which they do. */
export function pollingEndpointRoutes(parts: PollingEndpointRouteParts): readonly Route[] {
  const { pollingEndpoints, pollingTokens, secretBox, newId, clock } = parts;

  /** A new token, and its stored form. It is bound to the polling endpoint: copied to another row, it cannot be opened. */
  function newToken(pollerId: string, createdAt: number, expiryS: number | null): [string, NewPollingToken] {
    const token = mintToken('poller');
    const kept = { hash: hashToken(token), encrypted: secretBox.seal(token, pollerId) };
    const expiresAt = expiryS === null ? null : createdAt + expiryS * 1000;
    return [token, { id: newId('tok_'), ...kept, createdAt, expiresAt }];
  }

  function openToken(encrypted: string, pollerId: string): string {
    try {
      return secretBox.open(encrypted, pollerId);
    } catch {
      // It still grants access: that needs only its hash.
      throw apiError(
        'conflict',
        'The secret key of this server has changed since. Rotate this token to get a new one.',
      );
    }
  }

  const checkTypes = (
    current: PollingEndpointContent | null,
    next: PollingEndpointContent,
    principal: Principal,
  ) => {
    const known = new Set(current?.filterTypes ?? []);
    const added = (next.filterTypes ?? []).filter((name) => !known.has(name));
    const spelling = { filterTypes: 'filterTypes', rateLimit: 'rateLimit' } as const;
    return added.length > 0 ? checkEventTypes(parts, added, { principal, spelling }) : undefined;
  };

  return [
    route(pollingEndpointOperations.create, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Create a polling endpoint, from which a client fetches messages.',
      description:
        'It reads the messages of the application that are accepted from now on, in that order. Nothing is stored for it, so it may come as late as messages are kept.',
      errors: ['conflict', 'limit_reached'],
      async handler({ application, body = {}, principal }) {
        const content = newPollingEndpoint(body);
        await checkTypes(null, content, principal);
        const now = clock.now();
        const times = { createdAt: now, updatedAt: now };
        const record = { ...content, id: newId('poll_'), appId: application.id, ...times };
        const [, token] = newToken(record.id, now, null);
        await conflictIfTaken(() => pollingEndpoints.insert(record, token, POLLING_ENDPOINTS_MAX)).catch(
          (cause) => {
            if (!(cause instanceof TooManyPollingEndpoints)) throw cause;
            const detail = `An application may have ${POLLING_ENDPOINTS_MAX} polling endpoints. Delete one first.`;
            throw apiError('limit_reached', detail);
          },
        );
        return { status: 201, body: present(record) };
      },
    }),
    route(pollingEndpointOperations.list, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the polling endpoints of an application, newest first.',
      async handler({ application, query }) {
        const page = await pollingEndpoints.list(application.id, query);
        return { status: 200, body: { ...page, data: page.data.map(present) } };
      },
    }),
    route(pollingEndpointOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read one polling endpoint by id or uid.',
      handler: async ({ application, params }) => ({
        status: 200,
        body: present(await findPoller(pollingEndpoints, application.id, params)),
      }),
    }),
    route(pollingEndpointOperations.change, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Change the given fields of a polling endpoint; null clears a field.',
      description: 'New filters apply to all messages read after the change.',
      errors: ['conflict'],
      async handler({ application, params, body, principal }) {
        const current = await findPoller(pollingEndpoints, application.id, params);
        await checkTypes(current, changedPollingEndpoint(current, body), principal);
        const record = await conflictIfTaken(() =>
          pollingEndpoints.update(current.id, clock.now(), (latest) => changedPollingEndpoint(latest, body)),
        );
        if (!record) throw notFound('Polling endpoint');
        return { status: 200, body: present(record) };
      },
    }),
    route(pollingEndpointOperations.delete, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Delete a polling endpoint with its tokens and consumers.',
      async handler({ application, params }) {
        const { id } = await findPoller(pollingEndpoints, application.id, params);
        if (!(await pollingEndpoints.delete(id))) throw notFound('Polling endpoint');
        return { status: 204 };
      },
    }),
    route(pollingEndpointOperations.readToken, {
      access: 'portal',
      capability: 'ViewEndpointSecret',
      summary: 'Read the newest token of a polling endpoint.',
      errors: ['conflict'],
      async handler({ application, params }) {
        const { id: pollerId } = await findPoller(pollingEndpoints, application.id, params);
        const newest = await pollingTokens.newest(pollerId);
        if (!newest) throw notFound('Polling endpoint');
        const { encrypted, ...record } = newest;
        return { status: 200, body: presentToken(pollerId, openToken(encrypted, pollerId), record) };
      },
    }),
    route(pollingEndpointOperations.rotateToken, {
      access: 'portal',
      capability: 'ManageEndpointSecret',
      secretResponse: true,
      summary: 'Give a polling endpoint a new token; those before it still work for a while.',
      errors: ['limit_reached'],
      async handler({ application, params, body = {} }) {
        const { id: pollerId } = await findPoller(pollingEndpoints, application.id, params);
        const now = clock.now();
        const { expiry = null, oldTokenExpiry } = body;
        const [token, record] = newToken(pollerId, now, expiry);
        const oldUntil = now + (oldTokenExpiry ?? OLD_TOKEN_S) * 1000;
        if (!(await pollingTokens.rotate(pollerId, record, oldUntil, OLD_TOKENS_MAX))) {
          const detail = `At most ${OLD_TOKENS_MAX} replaced tokens may still work. Use \`oldTokenExpiry\` 0, or wait.`;
          throw apiError('limit_reached', detail);
        }
        return { status: 200, body: presentToken(pollerId, token, record) };
      },
    }),
  ];
}

/** The polling endpoint of the path. @throws ApiError not_found */
export async function findPoller(
  pollingEndpoints: Pick<PollingEndpointStore, 'get'>,
  appId: string,
  params: { readonly poller: string },
): Promise<PollingEndpointRecord> {
  const record = await pollingEndpoints.get(appId, params.poller);
  if (!record) throw notFound('Polling endpoint');
  noteParameter('poller', record.id);
  return record;
}

function present(record: PollingEndpointRecord): PollingEndpointOut {
  return {
    id: record.id,
    uid: record.uid,
    description: record.description,
    filterTypes: record.filterTypes ? [...record.filterTypes] : null,
    channels: record.channels ? [...record.channels] : null,
    filter: record.filter,
    disabled: record.disabled,
    createdAt: toIsoTime(record.createdAt),
    updatedAt: toIsoTime(record.updatedAt),
  };
}

function presentToken(
  pollerId: string,
  token: string,
  { id, createdAt, expiresAt }: Pick<NewPollingToken, 'id' | 'createdAt' | 'expiresAt'>,
): PollingTokenOut {
  return {
    token,
    id,
    name: pollerId,
    createdAt: toIsoTime(createdAt),
    expiresAt: expiresAt === null ? null : toIsoTime(expiresAt),
    scopes: ['polling-endpoint:read'],
  };
}
