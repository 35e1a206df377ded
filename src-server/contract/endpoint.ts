import type { FromSchema } from 'json-schema-to-ts';
import { metadata, rateLimit, throttleRate, uid } from './application';
import { endpointFilter, endpointFilterOut } from './endpoint-filter';
import { endpointStateSchema } from './endpoint-state';
import { COUNTED_DELIVERIES_MAX, LIMITS } from './limits';
import { DESCRIPTION_MAX_LENGTH, nameSchema, TEXT_PATTERN } from './names';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

const url = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.url.max,
  format: 'uri',
  checkedInCode: { pattern: '^[hH][tT][tT][pP][sS]?:' },
  description:
    'Where to deliver: an http or https URL without spaces, or only https if the settings require it. Blocked addresses are refused.',
} as const;
const description = {
  type: 'string',
  maxLength: DESCRIPTION_MAX_LENGTH,
  pattern: TEXT_PATTERN,
  description: 'Human-readable text. May be empty.',
} as const;
const disabled = {
  type: 'boolean',
  description: 'True holds its deliveries until it is enabled again; nothing is dropped.',
} as const;
const paused = {
  type: 'boolean',
  description:
    'True holds its deliveries, including resends, until it is resumed. Then they are sent in order, within the limit. False when absent from POST or PUT.',
} as const;
const ordered = {
  type: 'boolean',
  description:
    'True: strict order. One message at a time; the next is sent only after the one before was delivered or given up, so a failing message holds up all behind it until its retries end. Scheduled messages join when due; resends go last. False when absent from POST; unchanged when absent from PUT.',
} as const;
const eventTypeNotices = {
  type: 'boolean',
  description:
    'True: it also gets a message `event_type.changed` when an event type that it takes changes in a way that usually breaks receivers, and `event_type.deprecated` when one is deprecated, whatever its filters; not about event types that its customer does not see. False when absent from POST; unchanged when absent from PUT.',
} as const;
const filterTypes = {
  type: ['array', 'null'],
  items: nameSchema('An event type name.'),
  uniqueItems: true,
  maxItems: LIMITS.eventTypes.max,
  description:
    'Only these event types are delivered, and those of `filterGroups`. Null in both means everything. An empty list is the same as null: everything. Every name must exist and not be archived; with a token that does not see every type, a name that it does not see is accepted, whether it exists or not. The settings may ask for at least one type or group.',
} as const;
const eventTypes = {
  ...filterTypes,
  description:
    'Alias of `filterTypes`. Takes precedence if both are given. An empty list is the same as null: everything.',
} as const;
const filterGroups = {
  ...filterTypes,
  items: { ...filterTypes.items, description: 'A group of event types.' },
  description:
    'Whole groups of event types, including future ones, in addition to `filterTypes`. A group is the `groupName` of its types, else the part of their names before the first period. An empty list is the same as null: none. If absent from PUT, it does not change.',
} as const;
/** Pattern of a channel name. */
export const CHANNEL_PATTERN = '^[a-zA-Z0-9\\-_.:+]+$';
const channels = {
  type: ['array', 'null'],
  items: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.channel.max,
    pattern: CHANNEL_PATTERN,
    description: 'A channel.',
  },
  uniqueItems: true,
  maxItems: LIMITS.channels.max,
  description:
    'Only messages on one of these channels are delivered. An empty list is the same as null: everything. The settings may ask for at least one.',
} as const;
const version = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 65_535,
  description:
    'Your own version number of the endpoint; nothing depends on it. Null means 1, as does its absence from POST. If absent from PUT, it does not change.',
} as const;
const secret = {
  type: ['string', 'null'],
  pattern: '^(whsec_|whsk_|whsk1_|whpk_|whpk1_)?[a-zA-Z0-9+/=]{32,100}$',
  description:
    'Signing secret: `whsec_` and 24 to 75 bytes in base64, or `whsk_` and an ed25519 key pair, private and public key, 64 bytes in base64. Missing padding is added. Null or absent: one is generated, of the kind in the settings.',
} as const;
const HEADER_NAMES =
  'Refuses duplicate names, and names that the service or proxies set: those of HTTP itself, `content-*`, `cache-control`, `webhook-*`, `svix-*`, `x-amz-*` and the like.';
/** What HTTP allows in names and values, as checked in code. */
function headerRules<T extends readonly string[]>(type: T) {
  return {
    propertyNames: { maxLength: LIMITS.headerName.max, pattern: "^[!#$%&'*+\\-.^_`|~0-9A-Za-z]+$" },
    additionalProperties: {
      type,
      maxLength: LIMITS.headerValue.max,
      pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
      description: 'A value: visible Latin-1, spaces and tabs.',
    },
  } as const;
}
const headers = {
  type: ['object', 'null'],
  additionalProperties: { type: 'string', maxLength: LIMITS.headerValue.max, description: 'A header value.' },
  maxProperties: LIMITS.headers.max,
  checkedInCode: headerRules(['string']),
  description: `Extra request headers, names and values together at most ${LIMITS.allHeaders.max} bytes. ${HEADER_NAMES} Null means none.`,
} as const;

const LIMIT_GRANTED = 'A portal token may set at most the limit of its application.';

const replaceable = {
  url,
  description,
  uid,
  rateLimit: { ...rateLimit, description: `${rateLimit.description} ${LIMIT_GRANTED}` },
  throttleRate,
  disabled,
  paused,
  ordered,
  eventTypeNotices,
  filterTypes,
  eventTypes,
  filterGroups,
  channels,
  filter: endpointFilter,
  metadata,
  version,
};

/** Body of POST. */
export const endpointInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: { ...replaceable, secret, headers },
} as const;

/** Body of PUT: replaces everything but secret and headers. */
export const endpointUpdateSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: replaceable,
} as const;

/** Body of PATCH: absent leaves a field alone, null clears it. */
export const endpointPatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { ...replaceable, secret },
} as const;

const stringList = (text: string) =>
  ({
    type: ['array', 'null'],
    items: { type: 'string', description: 'One name.' },
    description: text,
  }) as const;

export const endpointOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `ep_...`.' },
  uid: { type: ['string', 'null'], description: 'Your own identifier. Null means none.' },
  url: {
    type: 'string',
    format: 'uri',
    description: 'Where deliveries go, as a URL parser writes it. To a share link: without its query.',
  },
  description: { type: 'string', description: 'Human-readable text. To a share link: empty.' },
  rateLimit: {
    type: ['integer', 'null'],
    description: "Own limit, messages per second. Null means the application's applies.",
  },
  throttleRate: { type: ['integer', 'null'], description: 'The same as `rateLimit`.' },
  disabled: { type: 'boolean', description: 'True while its deliveries are held.' },
  paused: { type: 'boolean', description: 'True while it is paused and its deliveries wait.' },
  ordered: {
    type: 'boolean',
    description: 'True: the next message is sent only when the one before was delivered or given up.',
  },
  eventTypeNotices: {
    type: 'boolean',
    description:
      'True: it is told when an event type that it takes is deprecated, or changes in a breaking way.',
  },
  state: { ...endpointStateSchema },
  disabledAt: dateTimeOrNull('When it was disabled (RFC 3339, UTC). Null: not disabled, or unknown.'),
  disabledReason: {
    type: ['string', 'null'],
    enum: ['manual', 'receiver', 'failing', null],
    description:
      'Why it is disabled: `manual`, by someone; `receiver`, as requested by its receiver; `failing`, because all attempts failed for too long. Null: not disabled, or unknown.',
  },
  failingSince: dateTimeOrNull(
    'The first failure since the last success (RFC 3339, UTC). Null: it is not failing.',
  ),
  filterTypes: stringList(
    'Only these event types are delivered, and those of `filterGroups`. Null in both means all. To a share link: those of them that it shows, which may be none.',
  ),
  eventTypes: stringList('The same as `filterTypes`.'),
  filterGroups: stringList(
    'Groups that are delivered whole, including future event types. Null means none. To a share link: those with an event type that it shows.',
  ),
  channels: stringList(
    'Only messages on one of these channels. Null means any, and, to a share link, that they are not shown.',
  ),
  filter: endpointFilterOut,
  metadata: {
    type: 'object',
    additionalProperties: { type: 'string', description: 'A value.' },
    description: 'Free key-value texts.',
  },
  version: { type: 'integer', description: 'The version number that you gave it; 1 if none.' },
  createdAt: dateTime('When it was created (RFC 3339, UTC).'),
  updatedAt: dateTime('When it last changed (RFC 3339, UTC).'),
});

export const endpointSecretOutSchema = strictObject({
  key: {
    type: 'string',
    description: 'The key for verification: the signing secret, `whsec_...`, or the public key, `whpk_...`.',
  },
});

export const endpointSecretRotateInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    key: {
      ...secret,
      description: 'The new secret, as at creation. Null or absent: one of the same kind is generated.',
    },
    gracePeriodSeconds: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: LIMITS.gracePeriod.max,
      description: 'How long the old secret also signs, in seconds. Null means 86,400.',
    },
  },
} as const;

export const endpointHeadersInSchema = strictObject({
  headers: { ...headers, type: 'object', description: `All extra request headers. ${HEADER_NAMES}` },
});

export const endpointHeadersPatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    headers: {
      type: 'object',
      additionalProperties: {
        type: ['string', 'null'],
        maxLength: LIMITS.headerValue.max,
        description: 'A value; null removes it.',
      },
      maxProperties: LIMITS.headers.max,
      checkedInCode: headerRules(['string', 'null']),
      description: `Headers to set or, with null, to remove. ${HEADER_NAMES}`,
    },
    deleteHeaders: {
      type: 'array',
      items: { type: 'string', description: 'A header name.' },
      maxItems: LIMITS.headers.max,
      description: 'Names of headers to remove.',
    },
  },
} as const;

export const endpointHeadersOutSchema = strictObject({
  headers: {
    type: 'object',
    additionalProperties: { type: 'string', description: 'A header value.' },
    description: 'Headers whose values may be read.',
  },
  sensitive: {
    type: 'array',
    items: { type: 'string', description: 'A header name.' },
    description: 'Names of headers whose values are write-only.',
  },
});

/** Messages of an endpoint by how they stand there. */
export const endpointStatsOutSchema = strictObject(
  {
    success: {
      type: 'integer',
      description: 'Delivered messages, including those sent again after all attempts had failed.',
    },
    pending: { type: 'integer', description: 'Messages that wait for their first attempt.' },
    sending: { type: 'integer', description: 'Messages that wait for another attempt.' },
    fail: { type: 'integer', description: 'Messages that were given up and have not been delivered since.' },
    canceled: {
      type: 'integer',
      description: 'Messages whose endpoint or application was deleted, or whose delivery was canceled.',
    },
    countedSince: dateTime(
      `Present only if there are more than ${COUNTED_DELIVERIES_MAX} deliveries: messages accepted before this time (RFC 3339, UTC) were not counted.`,
    ),
  },
  { optional: ['countedSince'] },
);

/** The same for all endpoints of an application. */
export const applicationStatsOutSchema = strictObject({
  data: {
    type: 'array',
    items: {
      ...endpointStatsOutSchema,
      required: ['endpointId', ...endpointStatsOutSchema.required],
      properties: {
        endpointId: { type: 'string', description: 'The endpoint.' },
        ...endpointStatsOutSchema.properties,
      },
    },
    description: 'All endpoints, including those without messages.',
  },
});

/** What waits at all endpoints of an application together. */
export const applicationQueueOutSchema = strictObject({
  waiting: {
    type: 'integer',
    description: 'Deliveries that wait now: in the queue, for a retry, or for a response.',
  },
});

export type ApplicationStatsOut = FromSchema<typeof applicationStatsOutSchema>;
export type ApplicationQueueOut = FromSchema<typeof applicationQueueOutSchema>;
export type EndpointStatsOut = FromSchema<typeof endpointStatsOutSchema>;
export type EndpointIn = FromSchema<typeof endpointInSchema>;
export type EndpointUpdate = FromSchema<typeof endpointUpdateSchema>;
export type EndpointPatch = FromSchema<typeof endpointPatchSchema>;
export type EndpointOut = FromSchema<typeof endpointOutSchema>;
export type EndpointSecretOut = FromSchema<typeof endpointSecretOutSchema>;
export type EndpointSecretRotateIn = FromSchema<typeof endpointSecretRotateInSchema>;
export type EndpointHeadersIn = FromSchema<typeof endpointHeadersInSchema>;
export type EndpointHeadersPatch = FromSchema<typeof endpointHeadersPatchSchema>;
export type EndpointHeadersOut = FromSchema<typeof endpointHeadersOutSchema>;
