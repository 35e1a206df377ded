import { canonicalJson } from './canonical-json';
import { type SchemaChange, SchemaChangeList } from './schema-change-list';
import type { ChangeEffect } from './schema-change-rules';
import { compareSchemas } from './schema-comparison';

/** The differences between two schemas, in the order of their fields. */
interface SchemaDiff {
  readonly changes: readonly SchemaChange[];
  /** How many further changes are not listed. */
  readonly more: number;
  /** "+2 −1 ~3": added, removed, changed, whether listed or not. "" when there is no difference. */
  readonly summary: string;
  /** The worst of the effects. Null: there is no difference. */
  readonly verdict: ChangeEffect | null;
}

/**
 * Compares two Draft 7 schemas as a receiver of the messages would, field by field. Null or undefined: there is no
 * schema. The order of keys, of `required`, of `enum` and of options is ignored.
 *
 * Promises: never throws, whatever JSON it is given; always ends soon, with at most 500 changes listed; finds nothing
 * if the two are the same, and something if they are not. An added or removed field is reported without its inner
 * fields. A change of a definition is reported at each field that uses it.
 */
export function schemaDiff(before: unknown, after: unknown): SchemaDiff {
  const list = new SchemaChangeList();
  const [isThere, stays] = [(before ?? null) !== null, (after ?? null) !== null];
  if (isThere !== stays) {
    list.add(stays ? 'schema-added' : 'schema-removed', [], stays ? 'gets a schema' : 'loses its schema');
  } else if (!isSameSchema(before, after)) {
    compareSchemas(before, after, list);
    if (list.count === 0) list.add('details-changed', [], 'details change that are not visible in a field');
  }
  const { changes, count, summary, verdict } = list;
  return { changes, more: count - changes.length, summary, verdict };
}

/** A path in words: "data > total"; "the whole event" for the empty one. */
export function formatPath(path: readonly string[]): string {
  return path.length === 0 ? 'the whole event' : path.join(' > ');
}

function isSameSchema(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  const text = canonicalJson(before, true);
  return text !== null && text === canonicalJson(after, true);
}
