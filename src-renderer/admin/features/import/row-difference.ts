import type { ImportedEventType, ImportRow } from '../../../../src-server/contract/import-plan';
import { type EventTypeDiff, eventTypeDiff } from '../../../../src-server/json-schema/event-type-changes';

const NOTHING: ImportedEventType = {
  description: '',
  schema: null,
  featureFlags: null,
  groupName: null,
  deprecated: false,
  sunsetAt: null,
  replacedBy: null,
  archived: false,
};

/** Comparing large schemas takes a while: it is done once per row of a plan, and only for visible rows. */
const known = new WeakMap<ImportRow, EventTypeDiff>();

/** What a row would change, according to the document. Null: nothing, or it cannot be imported. */
export function rowDifference(row: ImportRow): EventTypeDiff | null {
  if (row.after === null) return null;
  const diff = known.get(row) ?? eventTypeDiff(facts(row.before ?? NOTHING), facts(row.after));
  known.set(row, diff);
  return diff;
}

function facts({ schema, ...rest }: ImportedEventType) {
  return { ...rest, schemas: schema === null ? null : { '1': schema } };
}

/** The change of the description, in a word; empty if it stays. */
export function descriptionChange({ before, after }: ImportRow): '' | 'new' | 'changed' | 'removed' {
  const [was, is] = [before?.description ?? '', after?.description ?? ''];
  if (after === null || was === is) return '';
  if (was === '') return 'new';
  return is === '' ? 'removed' : 'changed';
}

/** The source of a row: "webhooks.pet.new . POST"; or that it is not in the document. */
export function sourceLabel({ pointer, key, method }: ImportRow): string {
  if (pointer === null) return 'not in this document';
  const container = pointer.split('/')[1] ?? '';
  return `${container}.${key ?? ''}${method === null ? '' : ` . ${method.toUpperCase()}`}`;
}
