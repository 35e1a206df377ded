import type { ImportConflictPlace, ImportSide } from '../../contract/import-conflict';
import { IMPORT_PLACES_MAX } from '../../contract/import-conflict';
import { fromValue, type Member, objectNode, toValue } from '../../json-schema/json-node';
import { decodeFragment, fromPointer } from '../../json-schema/json-pointer';
import { isObject, own } from '../../json-schema/plain-json';
import { type MergeConflict, mergeThreeWays } from '../../json-schema/three-way-merge';
import { checkDraft7 } from './schema-check';

interface MergedSchemas {
  readonly schema: unknown;
  /** In schema order. Null: more than anybody would decide one by one. */
  readonly places: readonly ImportConflictPlace[] | null;
}

/**
 * A schema that both the document and somebody in the catalog have changed. Keys keep the document's order. All three
 * have bounded depth, like stored schemas. The result may not be a valid schema: `problemOf` checks that.
 */
export function mergeSchemas(
  schemas: Readonly<Record<'baseline' | 'catalog' | 'document', unknown>>,
  sideOf: (pointer: string) => ImportSide = () => 'document',
): MergedSchemas {
  const { root, conflicts } = mergeThreeWays(
    {
      base: fromValue(schemas.baseline),
      mine: fromValue(schemas.document),
      theirs: fromValue(schemas.catalog),
    },
    { choose: (pointer) => (sideOf(pointer) === 'document' ? 'mine' : 'theirs') },
  );
  return {
    schema: toValue(root),
    places: conflicts.length > IMPORT_PLACES_MAX ? null : conflicts.map(toPlace),
  };
}

/** What is absent on a side is absent here. */
function toPlace({ pointer, base, mine, theirs }: MergeConflict): ImportConflictPlace {
  const values = { baseline: base, catalog: theirs, document: mine };
  const members = Object.entries(values).flatMap(([key, value]): Member[] => (value ? [{ key, value }] : []));
  return toValue(
    objectNode([{ key: 'pointer', value: fromValue(pointer) }, ...members]),
  ) as ImportConflictPlace;
}

/** Why the merged schema is not a valid self-contained one; null when it is. */
export function problemOf(schema: unknown): string | null {
  const [problem] = checkDraft7(schema);
  if (problem !== undefined) return problem;
  const definitions = isObject(schema) ? own(schema, 'definitions') : undefined;
  const missing = referencesOf(schema).find(
    (name) => !isObject(definitions) || !Object.hasOwn(definitions, name),
  );
  return missing === undefined ? null : `it refers to the missing definition ${missing}`;
}

/** Names of definitions that are referred to. */
function referencesOf(schema: unknown): readonly string[] {
  const names = new Set<string>();
  const stack: unknown[] = [schema];
  while (stack.length > 0) {
    const top = stack.pop();
    if (typeof top !== 'object' || top === null) continue;
    const reference = isObject(top) ? own(top, '$ref') : undefined;
    const fragment =
      typeof reference === 'string' ? /^#(\/definitions\/.*)$/.exec(reference)?.[1] : undefined;
    const [, name, ...more] = fromPointer(decodeFragment(fragment ?? '') ?? '');
    if (name !== undefined && more.length === 0) names.add(name);
    stack.push(...Object.values(top));
  }
  return [...names];
}
