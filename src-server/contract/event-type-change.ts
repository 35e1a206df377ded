import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

export const CHANGE_KINDS = ['new', 'changed', 'breaking', 'deprecated', 'removed'] as const;

/** One change of an event type, as the caller saw it. */
export const eventTypeChangeOutSchema = strictObject({
  at: dateTime('When it was done (RFC 3339, UTC).'),
  name: { type: 'string', description: 'The event type.' },
  kind: {
    type: 'string',
    enum: CHANGE_KINDS,
    description:
      '`new`: the caller sees it since then. `removed`: not any more. `breaking`: receivers usually fail. `deprecated`: it was marked as deprecated. `changed`: anything else.',
  },
  changes: {
    type: 'array',
    items: { type: 'string', description: 'One difference: `schema > data > total: number becomes string`.' },
    description:
      'What is different, in words, at most 51. Empty if it is new or removed, or was not compared.',
  },
  note: {
    type: ['string', 'null'],
    description:
      'Of a `new` one: the note of the planned release that made it visible. Null: there is none, or the release also touched what the caller does not see.',
  },
});

export type EventTypeChangeOut = FromSchema<typeof eventTypeChangeOutSchema>;
