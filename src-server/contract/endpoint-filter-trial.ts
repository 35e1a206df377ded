import type { FromSchema } from 'json-schema-to-ts';
import { endpointInSchema } from './endpoint';
import { strictObject } from './strict-object';

/** The newest messages that one trial examines, unless it asks for others. */
export const TRIAL_MESSAGES_DEFAULT = 200;
export const TRIAL_MESSAGES_MAX = 500;
/** Messages that a trial names of each kind. */
export const TRIAL_NAMED_MAX = 10;

const { filter, filterTypes, filterGroups, channels } = endpointInSchema.properties;

/** What an endpoint would take. */
export const endpointFilterTrialInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['filter'],
  properties: {
    filter: {
      ...filter,
      description: 'The filter to try, as in an endpoint. Null or an empty object: none.',
    },
    filterTypes: {
      ...filterTypes,
      description: 'Only these event types, and those of `filterGroups`. Null in both, or absent: all.',
    },
    filterGroups: { ...filterGroups, description: 'Whole groups of event types. Null or absent: none.' },
    channels: { ...channels, description: 'Only messages on one of these channels. Null or absent: all.' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: TRIAL_MESSAGES_MAX,
      description: `How many of the newest messages are examined at most; ${TRIAL_MESSAGES_DEFAULT} if absent. Large ones count for several, and messages without content are left out.`,
    },
  },
} as const;

const messageId = { type: 'string', description: 'The message.' } as const;
const eventType = { type: 'string', description: 'Its event type.' } as const;

/** What a filter would have let through. */
export const endpointFilterTrialOutSchema = strictObject({
  examined: { type: 'integer', description: 'Messages that were examined, the newest ones.' },
  matched: { type: 'integer', description: 'Those of them that such an endpoint would get.' },
  matching: {
    type: 'array',
    items: strictObject({ messageId, eventType }, { description: 'A message.' }),
    description: `At most ${TRIAL_NAMED_MAX} of these, newest first. A portal token is told none whose event type it does not see.`,
  },
  notMatching: {
    type: 'array',
    items: strictObject(
      {
        messageId,
        eventType,
        reason: {
          type: 'string',
          description: 'The condition that it fails, in English, without a full stop.',
        },
      },
      { description: 'A message.' },
    ),
    description: `At most ${TRIAL_NAMED_MAX} of the others, likewise.`,
  },
});

export type EndpointFilterTrialIn = FromSchema<typeof endpointFilterTrialInSchema>;
export type EndpointFilterTrialOut = FromSchema<typeof endpointFilterTrialOutSchema>;
