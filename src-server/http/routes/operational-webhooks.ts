import type { Operation } from '../../contract/operation';
import { OPERATIONAL_EVENT_TYPES } from '../../contract/operational-webhook';
import { attemptOperations } from '../../contract/operations/attempts';
import { endpointSecretOperations } from '../../contract/operations/endpoint-secrets';
import { endpointOperations } from '../../contract/operations/endpoints';
import { operationalWebhookOperations as own } from '../../contract/operations/operational-webhooks';
import type { ApplicationRecord } from '../../storage/application-store';
import type { Settings } from '../../storage/installation/setting-store';
import { OPERATIONAL_APP_ID } from '../../storage/operational-application';
import { type Route, type RouteInput, route } from '../route';
import { type AttemptRouteParts, attemptRoutes } from './attempts';
import { type EndpointSecretRouteParts, endpointSecretRoutes } from './endpoint-secrets';
import { type EndpointRouteParts, endpointRoutes } from './endpoints';

type OperationalWebhookRouteParts = EndpointRouteParts & EndpointSecretRouteParts & AttemptRouteParts;

/** The endpoint operations of an application that also exist for the sender's own endpoints, and their names here. */
const ROWS: readonly (readonly [from: Operation, to: Operation, summary: string])[] = [
  [endpointOperations.create, own.create, 'Create an endpoint for operational webhooks.'],
  [endpointOperations.list, own.list, 'List the endpoints for operational webhooks, newest first.'],
  [endpointOperations.read, own.read, 'Read an endpoint for operational webhooks by id or uid.'],
  [
    endpointOperations.replace,
    own.replace,
    'Replace an endpoint for operational webhooks except its secret and headers, or create it.',
  ],
  [
    endpointOperations.change,
    own.change,
    'Change the given fields of an endpoint for operational webhooks; null clears a field.',
  ],
  [endpointOperations.delete, own.delete, 'Delete an endpoint for operational webhooks.'],
  [
    endpointSecretOperations.readSecret,
    own.readSecret,
    'Read the key to verify operational webhooks: the signing secret, or the public key of a pair.',
  ],
  [
    endpointSecretOperations.rotateSecret,
    own.rotateSecret,
    'Rotate the signing secret of an endpoint for operational webhooks; the old one also signs until the grace period ends.',
  ],
  [
    endpointSecretOperations.readHeaders,
    own.readHeaders,
    'Read the extra request headers of an endpoint for operational webhooks.',
  ],
  [
    endpointSecretOperations.replaceHeaders,
    own.replaceHeaders,
    'Replace the extra request headers of an endpoint for operational webhooks.',
  ],
  [
    attemptOperations.listOfEndpoint,
    own.listAttempts,
    'List the attempts at an endpoint for operational webhooks, newest first.',
  ],
];

/**
 * The sender's own endpoints, which are notified of what happens here. The same rows as for an application's endpoints,
 * but for the hidden application, and for the sender alone.
 */
export function operationalWebhookRoutes(parts: OperationalWebhookRouteParts): readonly Route[] {
  const rows = [
    ...endpointRoutes({
      ...parts,
      eventTypes: { ...parts.eventTypes, findUnusable },
      settings: { current: () => withoutCustomerRules(parts.settings.current()) },
    }),
    ...endpointSecretRoutes(parts),
    ...attemptRoutes(parts),
  ];
  return [
    ...ROWS.map(([from, to, summary]): Route => {
      const row = rows.find(({ method, path }) => method === from.method && path === from.path);
      if (!row) throw new Error(`there is no row ${from.method} ${from.path}`);
      const { capability: _none, shared: _never, ...rest } = row;
      return {
        ...rest,
        ...to,
        access: 'admin',
        summary,
        handler: (input: RouteInput) => row.handler({ ...input, application: APPLICATION, client: null }),
      };
    }),
    route(own.listEventTypes, {
      access: 'admin',
      summary: 'List the operational events, with the schema and an example of each.',
      handler: () => ({ status: 200, body: { data: [...OPERATIONAL_EVENT_TYPES] } }),
    }),
  ];
}

/**
 * What the sender requires of customers' endpoints does not apply to the sender's own: these have no channels, and
 * belong to no customer with a limited number of endpoints. `enforceHttps`, which protects the messages in transit,
 * applies.
 */
function withoutCustomerRules(settings: Settings): Settings {
  return {
    ...settings,
    requireEndpointFilterTypes: false,
    requireEndpointChannel: false,
    endpointsPerAppLimit: null,
  };
}

const NAMES: ReadonlySet<string> = new Set(OPERATIONAL_EVENT_TYPES.map(({ name }) => name));

function findUnusable(names: readonly string[]): Promise<string[]> {
  return Promise.resolve(names.filter((name) => !NAMES.has(name)));
}

const APPLICATION: ApplicationRecord = {
  id: OPERATIONAL_APP_ID,
  name: 'Operational webhooks',
  uid: null,
  rateLimit: null,
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
};
