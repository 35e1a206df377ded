import type { ImportedEventType, ImportRow } from '../../../../src-server/contract/import-plan';
import { type EventTypeDiff, eventTypeDiff } from '../../../../src-server/json-schema/event-type-changes';

const NOTHING: ImportedEventType = {
  description: '',
  schema: null,
  featureFlags: null,
  groupName: null,
  deprecated: false,
  archived: false,
};

/** Comparing takes a while with large schemas: it is done once for each row of a plan, and only for those in sight. */
const known = new WeakMap<ImportRow, EventTypeDiff>();

/** What a row would change, as the document has it. Null: nothing, or it cannot be imported. */
export function rowDifference(row: ImportRow): EventTypeDiff | null {
  if (row.after === null) return null;
  const diff = known.get(row) ?? eventTypeDiff(facts(row.before ?? NOTHING), facts(row.after));
  known.set(row, diff);
  return diff;
}

function facts({ schema, ...rest }: ImportedEventType) {
  return { ...rest, schemas: schema === null ? null : { '1': schema } };
}

/** What becomes of the description, in a word; empty when it stays. */
export function descriptionChange({ before, after }: ImportRow): '' | 'new' | 'changed' | 'removed' {
  const [was, is] = [before?.description ?? '', after?.description ?? ''];
  if (after === null || was === is) return '';
  if (was === '') return 'new';
  return is === '' ? 'removed' : 'changed';
}

/** Where a row comes from: "webhooks.pet.new . POST"; for what is not in the document, that. */
export function sourceLabel({ pointer, key, method }: ImportRow): string {
  if (pointer === null) return 'not in this document';
  const container = pointer.split('/')[1] ?? '';
  return `${container}.${key ?? ''}${method === null ? '' : ` . ${method.toUpperCase()}`}`;
}

/** How many fields the top level of a schema names; null without a schema. */
export function fieldCount(schema: unknown): number | null {
  if (typeof schema !== 'object' || schema === null) return null;
  const properties = 'properties' in schema ? schema.properties : null;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;
}
