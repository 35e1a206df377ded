import type { FromSchema } from 'json-schema-to-ts';
import { eventTypeInSchema } from './event-type';
import { LIMITS } from './limits';
import { NAME_MAX_LENGTH, NAME_PATTERN, TEXT_PATTERN } from './names';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** `undone`: it was done, and the flags were put back. */
export const RELEASE_STATES = ['planned', 'done', 'cancelled', 'undone'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

const flag = {
  type: 'string',
  minLength: 1,
  maxLength: NAME_MAX_LENGTH,
  pattern: NAME_PATTERN,
  description: 'The feature flag that is taken off.',
} as const;
const at = { ...dateTime('When (RFC 3339). Not in the past.'), examples: ['2099-01-31T12:00:00Z'] } as const;
const note = {
  type: ['string', 'null'],
  maxLength: 4096,
  pattern: TEXT_PATTERN,
  description:
    'What it is about. Once it is done, the changes of event types show it to those who see all event types of the release. Null: nothing was noted.',
} as const;
const eventTypes = {
  type: ['array', 'null'],
  minItems: 1,
  maxItems: LIMITS.bulkEventTypes.max,
  uniqueItems: true,
  items: { ...eventTypeInSchema.properties.name, description: 'The name of an event type.' },
  description:
    'From which event types: those of these that have the flag at that time. Null: from all that have it then.',
} as const;

/** Body of POST /flag-releases. */
export const flagReleaseInSchema = strictObject(
  { flag, at, note, eventTypes },
  { optional: ['note', 'eventTypes'] },
);

/** Body of PATCH /flag-releases/{release}: absent leaves a field alone. */
export const flagReleasePatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { at, note },
} as const;

/** A planned release, as every operation answers it. */
export const flagReleaseOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `rel_...`.' },
  flag,
  at: dateTime('When it is planned for (RFC 3339, UTC).'),
  note,
  eventTypes,
  state: {
    type: 'string',
    enum: RELEASE_STATES,
    description: '`undone`: it was done, and the flags were put back.',
  },
  released: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'The name of an event type.' },
    description: 'The event types that the flag was taken off. Null: it was not done.',
  },
  doneAt: dateTimeOrNull('When it was done (RFC 3339, UTC). Null: it was not.'),
  createdAt: dateTime('When it was planned (RFC 3339, UTC).'),
});

export type FlagReleaseIn = FromSchema<typeof flagReleaseInSchema>;
export type FlagReleasePatch = FromSchema<typeof flagReleasePatchSchema>;
export type FlagReleaseOut = FromSchema<typeof flagReleaseOutSchema>;
