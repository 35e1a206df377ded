import type { FromSchema } from 'json-schema-to-ts';
import { endpointInSchema, endpointPatchSchema, endpointUpdateSchema } from './endpoint';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';
import { appUsageStatsSchema } from './usage-statistics';

const appId = { type: 'string', description: 'The application.' } as const;
const appUid = {
  type: 'string',
  description: 'Your own identifier of the application, if it has one.',
} as const;
const endpointId = { type: 'string', description: 'The endpoint.' } as const;
const endpointUid = {
  type: 'string',
  description: 'Your own identifier of the endpoint, if it has one.',
} as const;

const endpointNames = { appId, appUid, endpointId, endpointUid };

export const endpointNoticeDataSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['appId', 'endpointId'],
  properties: endpointNames,
} as const;

export const endpointDisabledDataSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['appId', 'endpointId', 'trigger', 'reason', 'failSince'],
  properties: {
    ...endpointNames,
    trigger: {
      type: 'string',
      enum: ['manual', 'automatic'],
      description: '`manual`: by someone, or by a program of yours; `automatic`: by the service.',
    },
    reason: {
      type: 'string',
      enum: ['manual', 'receiver', 'failing'],
      description:
        '`receiver`: requested by its receiver, with a 410 response or a header; `failing`: all attempts failed for too long; `manual`: by someone.',
    },
    failSince: dateTimeOrNull(
      'The first failure since the last success (RFC 3339, UTC). Null: the last attempt succeeded.',
    ),
  },
} as const;

export const attemptNoticeDataSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['appId', 'endpointId', 'msgId', 'lastAttempt'],
  properties: {
    ...endpointNames,
    msgId: { type: 'string', description: 'The message.' },
    msgEventId: { type: 'string', description: 'Your own identifier of the message, if it has one.' },
    lastAttempt: strictObject(
      {
        id: { type: 'string', description: 'The attempt.' },
        responseStatusCode: { type: 'integer', description: 'HTTP status; 0 when there was no response.' },
        timestamp: dateTime('When it was sent (RFC 3339, UTC).'),
      },
      { description: 'The attempt that caused it.' },
    ),
  },
} as const;

export const backgroundTaskDataSchema = strictObject({
  taskId: { type: 'string', description: 'The task, `qtask_...`.' },
  task: { type: 'string', description: 'What kind of task it is, like `endpoint.recover`.' },
  status: { type: 'string', description: 'How it ended, as the task itself says: `finished` or `failed`.' },
  data: {
    type: 'object',
    additionalProperties: true,
    properties: {
      messages_sent: { type: 'integer', description: 'Of a replay: messages that were queued.' },
      messages_purged: { type: 'integer', description: 'Of a removal of content: payloads removed.' },
      app_stats: {
        type: 'array',
        items: appUsageStatsSchema.properties.appStats.items,
        description: 'Of `application.stats`: the use of each application.',
      },
    },
    description:
      'What the task says about its work, with the names of its API; some also with those that official clients read here.',
  },
});

const receivedType = {
  eventType: { type: 'string', description: 'The name of the event type.' },
  appIds: {
    type: 'array',
    items: appId,
    description: 'The applications with an endpoint that receives it.',
  },
  more: { type: 'integer', description: 'How many further applications are not named.' },
} as const;

export const deprecationDataSchema = strictObject({
  ...receivedType,
  sunsetAt: dateTimeOrNull('Until when its messages are promised (RFC 3339, UTC). Null: no date.'),
  replacedBy: { type: ['string', 'null'], description: 'The event type to use instead. Null: none.' },
});

export const breakingChangeDataSchema = strictObject({
  ...receivedType,
  changes: {
    type: 'array',
    items: { type: 'string', description: 'One difference: `schema > total: number becomes string`.' },
    description: 'What breaks receivers, in words, at most 50.',
  },
});

export type DeprecationData = FromSchema<typeof deprecationDataSchema>;
export type BreakingChangeData = FromSchema<typeof breakingChangeDataSchema>;
export type EndpointNoticeData = FromSchema<typeof endpointNoticeDataSchema>;
export type EndpointDisabledData = FromSchema<typeof endpointDisabledDataSchema>;
export type AttemptNoticeData = FromSchema<typeof attemptNoticeDataSchema>;
/** A background task that ended. */
export type BackgroundTaskData = FromSchema<typeof backgroundTaskDataSchema>;

export type EndpointNoticeType =
  | 'endpoint.created'
  | 'endpoint.updated'
  | 'endpoint.deleted'
  | 'endpoint.enabled';
export type AttemptNoticeType =
  | 'message.attempt.failing'
  | 'message.attempt.exhausted'
  | 'message.attempt.recovered';

/** The body of an operational webhook. */
export type OperationalNotice =
  | { readonly type: EndpointNoticeType; readonly data: EndpointNoticeData }
  | { readonly type: 'endpoint.disabled'; readonly data: EndpointDisabledData }
  | { readonly type: AttemptNoticeType; readonly data: AttemptNoticeData }
  | { readonly type: 'background_task.finished'; readonly data: BackgroundTaskData }
  | { readonly type: 'event_type.deprecated'; readonly data: DeprecationData }
  | { readonly type: 'event_type.changed'; readonly data: BreakingChangeData };

/** What an endpoint with `eventTypeNotices` is told: of its own customer, which is not named, and of what that one sees. */
export type EventTypeNotice =
  | {
      readonly type: 'event_type.deprecated';
      readonly data: Pick<DeprecationData, 'eventType' | 'sunsetAt' | 'replacedBy'>;
    }
  | { readonly type: 'event_type.changed'; readonly data: Pick<BreakingChangeData, 'eventType' | 'changes'> };

/** An event that operational endpoints can be notified of. */
interface OperationalEventType {
  readonly name: OperationalNotice['type'];
  /** One or two sentences for people. */
  readonly description: string;
  /** JSON Schema of the whole body. */
  readonly schema: Record<string, unknown>;
  readonly example: OperationalNotice & Record<string, unknown>;
}

const anEndpoint: EndpointNoticeData = {
  appId: 'app_3IJpZpmnuORjzTGHFPFzpKDA3VJ',
  appUid: 'customer-42',
  endpointId: 'ep_3IJpZpmnuORjzTGHFPFzpKDA3VK',
};
const anAttempt: AttemptNoticeData = {
  ...anEndpoint,
  msgId: 'msg_3IJpZpmnuORjzTGHFPFzpKDA3VL',
  msgEventId: 'invoice-1001-paid',
  lastAttempt: {
    id: 'atmpt_3IJpZpmnuORjzTGHFPFzpKDA3VM',
    responseStatusCode: 500,
    timestamp: '2026-03-02T10:15:30.000Z',
  },
};

function describe(description: string, dataSchema: object, example: OperationalNotice): OperationalEventType {
  const { type: name } = example;
  const type = { type: 'string', const: name, description: 'The event type.' };
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: name,
    type: 'object',
    additionalProperties: false,
    required: ['type', 'data'],
    properties: { type, data: { ...dataSchema, description: 'What it is about.' } },
  };
  return { name, description, schema, example };
}

/** Every operational event: the names that an operational endpoint can filter by, and what comes with each. */
export const OPERATIONAL_EVENT_TYPES: readonly OperationalEventType[] = [
  describe('An endpoint was created.', endpointNoticeDataSchema, {
    type: 'endpoint.created',
    data: anEndpoint,
  }),
  describe('An endpoint was changed; its secret and its headers count too.', endpointNoticeDataSchema, {
    type: 'endpoint.updated',
    data: anEndpoint,
  }),
  describe(
    'An endpoint was deleted. Not sent if its application was deleted with it.',
    endpointNoticeDataSchema,
    { type: 'endpoint.deleted', data: anEndpoint },
  ),
  describe('An endpoint that was disabled was enabled again.', endpointNoticeDataSchema, {
    type: 'endpoint.enabled',
    data: anEndpoint,
  }),
  describe(
    'An endpoint was disabled by someone, because its receiver requested it, or because all its attempts failed for days. Its deliveries wait until it is enabled.',
    endpointDisabledDataSchema,
    {
      type: 'endpoint.disabled',
      data: {
        ...anEndpoint,
        trigger: 'automatic',
        reason: 'failing',
        failSince: '2026-02-25T10:15:30.000Z',
      },
    },
  ),
  describe(
    'A message failed for the fourth time at an endpoint and will be retried.',
    attemptNoticeDataSchema,
    {
      type: 'message.attempt.failing',
      data: anAttempt,
    },
  ),
  describe('A message was given up at an endpoint: no attempt is left.', attemptNoticeDataSchema, {
    type: 'message.attempt.exhausted',
    data: anAttempt,
  }),
  describe(
    'A message was delivered to an endpoint after it was reported as failing.',
    attemptNoticeDataSchema,
    {
      type: 'message.attempt.recovered',
      data: { ...anAttempt, lastAttempt: { ...anAttempt.lastAttempt, responseStatusCode: 200 } },
    },
  ),
  describe('A background task has ended.', backgroundTaskDataSchema, {
    type: 'background_task.finished',
    data: {
      taskId: 'qtask_3IJpZpmnuORjzTGHFPFzpKDA3VN',
      task: 'endpoint.recover',
      status: 'finished',
      data: { messagesSent: 128, messages_sent: 128 },
    },
  }),
  describe('An event type that applications receive was marked as deprecated.', deprecationDataSchema, {
    type: 'event_type.deprecated',
    data: {
      eventType: 'invoice.paid',
      appIds: [anEndpoint.appId],
      more: 0,
      sunsetAt: '2027-01-31T00:00:00.000Z',
      replacedBy: 'invoice.settled',
    },
  }),
  describe(
    'The schema of an event type that applications receive was changed in a way that usually breaks receivers.',
    breakingChangeDataSchema,
    {
      type: 'event_type.changed',
      data: {
        eventType: 'invoice.paid',
        appIds: [anEndpoint.appId],
        more: 0,
        changes: ['schema > total: number becomes string'],
      },
    },
  ),
];

// An operational endpoint has no channels, since its messages are on none, no filter, and is told of event types as such.
const {
  channels: _in,
  filter: _inFilter,
  eventTypeNotices: _inNotices,
  ...inProperties
} = endpointInSchema.properties;
const {
  channels: _update,
  filter: _updateFilter,
  eventTypeNotices: _updateNotices,
  ...updateProperties
} = endpointUpdateSchema.properties;
const {
  channels: _patch,
  filter: _patchFilter,
  eventTypeNotices: _patchNotices,
  ...patchProperties
} = endpointPatchSchema.properties;

/** Body of POST. */
export const operationalEndpointInSchema = { ...endpointInSchema, properties: inProperties } as const;
/** Body of PUT: replaces everything but secret and headers. */
export const operationalEndpointUpdateSchema = {
  ...endpointUpdateSchema,
  properties: updateProperties,
} as const;
/** Body of PATCH: absent leaves a field alone, null clears it. */
export const operationalEndpointPatchSchema = {
  ...endpointPatchSchema,
  properties: patchProperties,
} as const;

export const operationalEventTypeListSchema = strictObject({
  data: {
    type: 'array',
    items: strictObject(
      {
        name: { type: 'string', description: 'Its name in `filterTypes`.' },
        description: { type: 'string', description: 'When it is sent.' },
        schema: { type: 'object', additionalProperties: true, description: 'JSON Schema of the body.' },
        example: { type: 'object', additionalProperties: true, description: 'A body.' },
      },
      { description: 'One event type.' },
    ),
    description: 'All of them.',
  },
});
export type OperationalEventTypeList = FromSchema<typeof operationalEventTypeListSchema>;
export type OperationalEndpointIn = FromSchema<typeof operationalEndpointInSchema>;
export type OperationalEndpointUpdate = FromSchema<typeof operationalEndpointUpdateSchema>;
export type OperationalEndpointPatch = FromSchema<typeof operationalEndpointPatchSchema>;
