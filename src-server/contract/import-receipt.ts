import type { FromSchema } from 'json-schema-to-ts';
import { IMPORT_FIELDS, sourceSchema } from './import-plan';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** Largest document stored with its receipt, in bytes of its text. */
export const REMEMBERED_DOCUMENT_MAX_BYTES = 6 * 1024 * 1024;
/** Imports that can be undone and run again; older ones are only listed. */
export const REMEMBERED_IMPORTS = 10;
/** Receipts kept; the oldest are removed first. */
export const KEPT_RECEIPTS = 200;

const names = (description: string) =>
  ({
    type: 'array',
    items: { type: 'string', description: 'The name of an event type.' },
    description,
  }) as const;

const receiptProperties = {
  id: {
    type: ['string', 'null'],
    description: 'Identifier, `imp_...`. Null: nothing changed, so there is nothing to undo.',
  },
  createdAt: dateTime('When it was applied (RFC 3339, UTC).'),
  sourceName: {
    type: ['string', 'null'],
    description: 'Name of the document from the caller. Null: none.',
  },
  title: { type: 'string', description: '`info.title` of the document; empty when it had none.' },
  documentHash: { type: 'string', description: 'SHA-256 of its text, in hexadecimal digits.' },
  hasDocument: {
    type: 'boolean',
    description: 'True: the document is still stored and can be imported again.',
  },
  canUndo: { type: 'boolean', description: 'True: it can be undone.' },
  undoneAt: dateTimeOrNull('When it was undone (RFC 3339, UTC). Null: not undone.'),
  counts: {
    type: 'object',
    additionalProperties: false,
    required: ['created', 'updated', 'archived', 'unchanged', 'skipped', 'conflicts', 'problems'],
    description: 'Outcomes of the rows of the plan.',
    properties: {
      created: count('Event types that were created.'),
      updated: count('Event types that were changed.'),
      archived: count('Event types that were archived.'),
      unchanged: count('Rows with nothing to do.'),
      skipped: count('Rows that would have been written or archived and were not accepted.'),
      conflicts: count('Conflicts that were skipped.'),
      problems: count('Rows that could not be imported.'),
    },
  },
  created: names('Those that were created.'),
  updated: names('Those that were changed.'),
  archived: names('Those that were archived.'),
  overwritten: {
    type: 'array',
    items: strictObject({
      name: { type: 'string', description: 'The name of an event type.' },
      fields: {
        type: 'array',
        items: { type: 'string', enum: IMPORT_FIELDS, description: 'A field.' },
        description: 'Which of its fields.',
      },
    }),
    description:
      'Those of the changed ones that had been edited by hand, and lost that to the document. Empty in receipts of versions that did not record it.',
  },
} as const;

const receiptRequired = [
  'id',
  'createdAt',
  'sourceName',
  'title',
  'documentHash',
  'hasDocument',
  'canUndo',
  'undoneAt',
  'counts',
  'created',
  'updated',
  'archived',
  'overwritten',
] as const;

/** What an import did: the rows of the list of receipts. */
export const importReceiptOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: receiptRequired,
  properties: receiptProperties,
} as const;

const sourceOrNull = (description: string) =>
  ({ anyOf: [sourceSchema, { type: 'null' }], description }) as const;

const rows = {
  type: 'array',
  items: strictObject({
    name: { type: 'string', description: 'The name of an event type.' },
    pointer: {
      type: ['string', 'null'],
      description:
        'JSON pointer of its operation in the document. Null: it was archived, since it is not there.',
    },
    source: sourceOrNull(
      'The document that it comes from; of an archived one, the one that last had it. Null: no import wrote it.',
    ),
    otherSource: sourceOrNull('The document of its last import, if that was another one. Null: none.'),
  }),
  description:
    'Where each event type that was written comes from. Empty in receipts of versions that did not record it.',
} as const;

/** What an import just did: the same, and where each row comes from. */
export const appliedReceiptOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...receiptRequired, 'rows'],
  properties: { ...receiptProperties, rows },
} as const;

/** One receipt with everything needed to run the import again. */
export const importReceiptDetailOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...receiptRequired, 'rows', 'document', 'keepDescription', 'keepFlags', 'replaceAll', 'names'],
  properties: {
    ...receiptProperties,
    rows,
    document: {
      type: ['string', 'null'],
      description: 'The text of the document. Null: it was larger than 6 MiB, or ten later imports exist.',
    },
    keepDescription: { type: 'boolean', description: 'As requested.' },
    keepFlags: { type: 'boolean', description: 'As requested.' },
    replaceAll: { type: 'boolean', description: 'As requested.' },
    names: {
      type: 'array',
      description: 'The chosen names, in the form of `choices` of a plan.',
      items: strictObject({
        row: { type: 'string', description: '`id` of the row.' },
        name: { type: 'string', description: 'The name it got.' },
      }),
    },
  },
} as const;

/** Answer of POST /event-type/import/receipt/{receipt}/undo. */
export const importUndoOutSchema = strictObject({
  receipt: { ...importReceiptOutSchema, description: 'The receipt, as it is now.' },
  restored: names('Restored to their state before the import. Those that it created are deleted.'),
  left: names('Not restored, because changed or removed since the import.'),
});

export type ImportReceiptOut = Readonly<FromSchema<typeof importReceiptOutSchema>>;
export type AppliedReceiptOut = Readonly<FromSchema<typeof appliedReceiptOutSchema>>;
export type ImportedRowOut = AppliedReceiptOut['rows'][number];
export type ImportReceiptDetailOut = Readonly<FromSchema<typeof importReceiptDetailOutSchema>>;
export type ImportUndoOut = Readonly<FromSchema<typeof importUndoOutSchema>>;
