import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';

/**
 * The status of a message at one endpoint. The states of a delivery, with `waiting` subdivided: `sending` is in flight
 * right now, `held` waits for a paused or disabled endpoint. `not-sent`: there never was a delivery. `removed`: it is so
 * old that a delivery would have been removed by now.
 */
export const EXPLANATION_STATES = [
  'waiting',
  'sending',
  'held',
  'delivered',
  'failed',
  'canceled',
  'not-sent',
  'removed',
] as const;
export type ExplanationState = (typeof EXPLANATION_STATES)[number];

/**
 * Why there never was a delivery. `filter`: by its event type or its content. `unknown`: only the current filter is known,
 * and it would let the message through, or the content that it looked at was removed.
 */
export const ABSENCE_REASONS = ['filter', 'channels', 'created-later', 'deleted', 'unknown'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

/** The most deliveries counted ahead of one; if there are more, the sentence says "more than". */
export const AHEAD_MOST = 100_000;

/** What sending a message again would be: a new delivery, or an attempt of the one that waits for its retry. */
export const SEND_AGAIN = ['resend', 'retry'] as const;
export type SendAgain = (typeof SEND_AGAIN)[number];

/** Why a message did, or did not, arrive at an endpoint. */
export const explanationOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['endpointId', 'state', 'sentence', 'again'],
  properties: {
    endpointId: { type: 'string', description: 'The endpoint.' },
    state: {
      type: 'string',
      enum: EXPLANATION_STATES,
      description:
        'State of the message at this endpoint. `removed`: it is not known any more, because the message is older than the retention period.',
    },
    absence: {
      type: 'string',
      enum: ABSENCE_REASONS,
      description:
        'Why there never was a delivery: the filter or the channels of the endpoint exclude the message, or it was created later, or deleted. `unknown`: its filter has changed since, or the content that it looked at was removed. Absent unless the state is `not-sent`.',
    },
    sentence: { type: 'string', description: 'Why, in one plain English sentence without a full stop.' },
    again: {
      type: ['string', 'null'],
      enum: [...SEND_AGAIN, null],
      description:
        'What sending it again would do now. `resend`: a new delivery. `retry`: an extra attempt of the delivery that waits for a retry. Null: nothing, because it is queued, held or being sent, or because its endpoint is disabled or deleted, or its content was removed.',
    },
    ahead: {
      type: 'integer',
      description:
        'Deliveries ahead of it; absent if there are none. Counted up to 100,000 in one response; beyond that, the sentence says "more than".',
    },
    estimatedAt: dateTime(
      'Estimated time of its attempt, at the current limit (RFC 3339, UTC). Absent if unknown.',
    ),
    nextAttempt: dateTime(
      'When it is due (RFC 3339, UTC); others may be due before it. Absent if no attempt is scheduled.',
    ),
  },
} as const;

export type ExplanationOut = FromSchema<typeof explanationOutSchema>;
