import {
  OPERATIONAL_EVENT_TYPES,
  operationalEndpointInSchema,
  operationalEndpointPatchSchema,
  operationalEndpointUpdateSchema,
  operationalEventTypeListSchema,
} from '../../contract/operational-webhook';
import type { ApplicationRecord } from '../../storage/application-store';
import { OPERATIONAL_APP_ID } from '../../storage/operational-application';
import type { Settings } from '../../storage/setting-store';
import type { Method, Route, RouteInput } from '../route';
import { type AttemptRouteParts, attemptRoutes } from './attempts';
import { type EndpointSecretRouteParts, endpointSecretRoutes } from './endpoint-secrets';
import { type EndpointRouteParts, endpointRoutes } from './endpoints';

export type OperationalWebhookRouteParts = Omit<EndpointRouteParts, 'eventTypes'> &
  EndpointSecretRouteParts &
  AttemptRouteParts;

const ENDPOINT = '/app/{app}/endpoint';
const ATTEMPTS = '/app/{app}/attempt/endpoint/{endpoint}';
const OPERATIONAL = '/operational-webhook/endpoint';

/** How the rows of an application's endpoints read here, and the bodies that differ. */
const ROWS: readonly (readonly [method: Method, path: string, summary: string, body?: object])[] = [
  ['POST', ENDPOINT, 'Create an endpoint for operational webhooks.', operationalEndpointInSchema],
  ['GET', ENDPOINT, 'List the endpoints for operational webhooks, newest first.'],
  ['GET', `${ENDPOINT}/{endpoint}`, 'Read an endpoint for operational webhooks by id or uid.'],
  [
    'PUT',
    `${ENDPOINT}/{endpoint}`,
    'Replace an endpoint for operational webhooks but its secret and headers, or create it.',
    operationalEndpointUpdateSchema,
  ],
  [
    'PATCH',
    `${ENDPOINT}/{endpoint}`,
    'Change what is given of an endpoint for operational webhooks; null clears a field.',
    operationalEndpointPatchSchema,
  ],
  ['DELETE', `${ENDPOINT}/{endpoint}`, 'Delete an endpoint for operational webhooks.'],
  [
    'GET',
    `${ENDPOINT}/{endpoint}/secret`,
    'Read what the receiver of operational webhooks verifies with: the signing secret, or the public key of a pair.',
  ],
  [
    'POST',
    `${ENDPOINT}/{endpoint}/secret/rotate`,
    'Replace the signing secret of an endpoint for operational webhooks; the old one signs too until the grace period ends.',
  ],
  [
    'GET',
    `${ENDPOINT}/{endpoint}/headers`,
    'Read the extra request headers of an endpoint for operational webhooks.',
  ],
  [
    'PUT',
    `${ENDPOINT}/{endpoint}/headers`,
    'Replace the extra request headers of an endpoint for operational webhooks.',
  ],
  ['GET', ATTEMPTS, 'List the attempts at an endpoint for operational webhooks, newest first.'],
];

/**
 * The sender's own endpoints, which are told what happens here. The same rows as those of an application's
 * endpoints, for the application that nobody sees, and for the sender alone.
 */
export function operationalWebhookRoutes(parts: OperationalWebhookRouteParts): readonly Route[] {
  const { onChanged, onDeleted } = parts;
  const rows = [
    ...endpointRoutes({
      ...parts,
      eventTypes: { findUnusable },
      settings: { current: () => withoutCustomerRules(parts.settings.current()) },
      onChanged,
      onDeleted,
    }),
    ...endpointSecretRoutes(parts),
    ...attemptRoutes(parts),
  ];
  return [
    ...ROWS.map(([method, path, summary, schema]): Route => {
      const row = rows.find((one) => one.method === method && one.path === path);
      if (!row) throw new Error(`there is no row ${method} ${path}`);
      const { capability: _none, ...rest } = row;
      return {
        ...rest,
        ...(schema && { body: { schema } }),
        path: path === ATTEMPTS ? `${OPERATIONAL}/{endpoint}/attempt` : path.replace(ENDPOINT, OPERATIONAL),
        access: 'admin',
        summary,
        handler: (input: RouteInput) => row.handler({ ...input, application: APPLICATION }),
      };
    }),
    {
      method: 'GET',
      path: '/operational-webhook/event-type',
      access: 'admin',
      summary: 'List the operational events, with the schema and an example of each.',
      answers: { 200: operationalEventTypeListSchema },
      handler: () => ({ status: 200, body: { data: OPERATIONAL_EVENT_TYPES } }),
    },
  ];
}

/**
 * What the sender asks of customers' endpoints does not hold for the sender's own: these have no channels, and belong
 * to no customer whose number of endpoints counts. What protects the messages on their way, `enforceHttps`, holds.
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
