import type { FromSchema } from 'json-schema-to-ts';
import { endpointStateSchema } from './endpoint-state';
import { listSchema } from './list';
import { pollingConsumerOutSchema, pollingEndpointOutSchema } from './polling-endpoint';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** The most deliveries counted as given up; if there are more, the response has this number. */
export const GIVEN_UP_MOST = 100_000;
/** The newest attempts of an endpoint in which causes are looked for. */
export const CAUSES_AMONG = 20;
/** The most silent consumers that are listed. Whoever has been silent longer comes first. */
export const SILENT_CONSUMERS_MAX = 100;

/** Why attempts fail, as it was recorded. */
const failureCauseSchema = strictObject({
  responseStatusCode: { type: 'integer', description: 'HTTP status; 0 when there was no response.' },
  reason: {
    type: 'string',
    description:
      'Why there was no response, in a few words. Empty: there was one, or the reason is not recorded.',
  },
});

/** An endpoint that needs a person, and why. */
export const attentionOutSchema = strictObject({
  appId: { type: 'string', description: 'The application.' },
  appName: { type: 'string', description: 'The name of the application.' },
  endpointId: { type: 'string', description: 'The endpoint.' },
  url: { type: 'string', format: 'uri', description: 'Where it is delivered to.' },
  state: {
    ...endpointStateSchema,
    description:
      '`failing`: deliveries are attempted, and fail. `paused`: attempts failed until it was paused. `disabled`: it was disabled automatically. `delayed`: what is due waits, or will wait, for more than five minutes. No other state occurs here.',
  },
  disabledReason: {
    type: ['string', 'null'],
    enum: ['receiver', 'failing', null],
    description:
      'Why it was disabled: `receiver`, as requested by its receiver; `failing`, because all attempts failed for too long. Null: not disabled.',
  },
  causes: {
    type: 'array',
    items: failureCauseSchema,
    description: `Why its attempts fail, the newest cause first: those of its last ${CAUSES_AMONG} attempts that came after the last success. Empty: there are none on record.`,
  },
  since: dateTimeOrNull(
    'The first failure since the last success, or when it was disabled without one (RFC 3339, UTC). Null: unknown.',
  ),
  changedAt: dateTimeOrNull(
    'When it began to fail, or was paused or disabled, whichever is later (RFC 3339, UTC). Null: unknown, or it is only `delayed`.',
  ),
  waiting: count('Deliveries that wait for it: in the queue, for a retry, or for a response.'),
  waitMs: {
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'How long what is due has waited, or will wait for its turn, whichever is longer, in milliseconds. Null: it is not `delayed`.',
  },
  givenUp: count(`Deliveries given up since then, counted up to ${GIVEN_UP_MOST.toLocaleString('en')}.`),
  nextAttempt: dateTimeOrNull(
    'When the first of those that wait is due (RFC 3339, UTC). Null: none waits, they are held, or it is only `delayed`.',
  ),
});

/** A consumer of a polling endpoint that has stopped polling though messages wait for it. */
const silentConsumerOutSchema = strictObject({
  appId: { type: 'string', description: 'The application.' },
  appName: { type: 'string', description: 'The name of the application.' },
  pollerId: { type: 'string', description: 'The polling endpoint.' },
  uid: pollingEndpointOutSchema.properties.uid,
  description: pollingEndpointOutSchema.properties.description,
  consumer: { type: 'string', description: 'The name under which it polled.' },
  lastPolledAt: dateTime('When it polled last, to a minute (RFC 3339, UTC).'),
  lag: pollingConsumerOutSchema.properties.lag,
  lagIsMore: pollingConsumerOutSchema.properties.lagIsMore,
  lagSince: pollingConsumerOutSchema.properties.lagSince,
});

const rows = listSchema(attentionOutSchema);

/** What needs attention, page by page. */
export const attentionPageOutSchema = strictObject({
  data: {
    ...rows.properties.data,
    description: 'The endpoints, the newest change first, and after them those that are only `delayed`.',
  },
  iterator: rows.properties.iterator,
  done: { type: 'boolean', description: 'True when there is no older one.' },
  total: count('How many endpoints there are, listed or not.'),
  omitted: count(
    'How many of them are on no page: `delayed` ones that are not among the 1,000 most urgent endpoints.',
  ),
  silent: {
    type: 'array',
    items: silentConsumerOutSchema,
    description: `Consumers of polling endpoints that have not polled for a day, though a message has waited as long; the longest silent first, up to ${SILENT_CONSUMERS_MAX}. Empty on the pages after the first.`,
  },
});

export type FailureCause = FromSchema<typeof failureCauseSchema>;
export type SilentConsumerOut = FromSchema<typeof silentConsumerOutSchema>;
export type AttentionOut = FromSchema<typeof attentionOutSchema>;
export type AttentionPageOut = FromSchema<typeof attentionPageOutSchema>;
