import type { FromSchema } from 'json-schema-to-ts';
import { count, dateTime } from './property-schemas';
import { strictObject } from './strict-object';

const paths = (description: string) =>
  ({
    type: 'array',
    items: { type: 'string', description: 'The path of a file on the computer of the server.' },
    description,
  }) as const;

/** Body of POST /erasure. At least one condition is wanted; a message that fulfils all of them is erased. */
export const erasureInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    dryRun: {
      type: 'boolean',
      description: 'True: nothing is erased; the response counts what would be.',
    },
    application: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description:
        'Only messages of this application, by its id, also after it was deleted. A uid stands for every application that has or had it.',
    },
    tags: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 128, description: 'A tag.' },
      minItems: 1,
      maxItems: 100,
      description: 'Only messages with at least one of these tags.',
    },
    eventIdPrefix: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'Only messages whose event id begins with this text.',
    },
    text: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description:
        'Only messages with this text (case-sensitive) in the payload, event id, tags, channels or trace context, or in the headers or the response of one of their attempts. It is also found where JSON spells it with escapes.',
    },
    before: dateTime('Only messages accepted before this time (RFC 3339).'),
  },
} as const;

const counts = {
  messages: count('Messages, without those that were erased before.'),
  attempts: count('Attempts of these messages.'),
  waiting: count('Waiting deliveries of these messages. They are canceled first, without another attempt.'),
  backups: paths(
    'Backups that hold such a message or the text, or that could not be searched, in the folder `backups` and in that of `--backup-dir`. They are not changed: delete them, or keep them for as long as you are allowed to.',
  ),
} as const;

const textPlaceSchema = strictObject({
  table: { type: 'string', description: 'A table of the database, such as `application`.' },
  column: { type: 'string', description: 'A column of it, such as `name`.' },
  rows: count('How many rows have the text there.'),
});

/** Response to `dryRun: true`. */
export const erasureEstimateOutSchema = strictObject({
  ...counts,
  oldDatabases: paths(
    'Databases that a restore or an update has left in the data folder, and that hold such a message or the text. An erasure deletes them.',
  ),
  elsewhere: {
    type: 'array',
    items: { ...textPlaceSchema, description: 'A column that has the text.' },
    description:
      'Where else the text stands, outside of messages: names, URLs and other settings. An erasure does not change what is in use, since it would no longer work: change it, and erase the text again. Where `text` is the only condition, it replaces it in what no one can change any more, such as deleted applications and endpoints, earlier versions of event types, and receipts of imports. The receipt has this list as it is afterwards.',
  },
});

export type ErasureIn = FromSchema<typeof erasureInSchema>;
export type ErasureEstimateOut = FromSchema<typeof erasureEstimateOutSchema>;
