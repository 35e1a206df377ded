import type { ImportClashPlace, ImportSide } from '../contract/import-clash';
import { IMPORT_PLACES_MAX } from '../contract/import-clash';
import { keepOrder, orderedKeys } from '../contract/ordered-json';
import { child } from './json-pointer';
import { isObject, type JsonObject, own } from './plain-json';
import { sameJson } from './same-json';
import { checkDraft7 } from './schema-check';

/*
 * A schema that both the document and somebody in the catalog have changed, put together place by place.
 *
 * Promises: what only one of them changed is taken from that one; what both changed to the same is no clash; every
 * other place that both changed is one, and `sideOf` says whose counts. Keys stand as in the document, those that only
 * the catalog has after them. With nothing changed on one side it is the other side.
 *
 * Not promised: that what comes out is a schema. Two changes that are fine by themselves may not go together, such as
 * a new reference to a definition that the other side took away; `problemOf` tells.
 */

export interface MergedSchemas {
  readonly schema: unknown;
  /** In the order of the schema. Null: more than anybody would decide one by one. */
  readonly places: readonly ImportClashPlace[] | null;
}

/** Lists that are sets: what one adds and another takes away are no clash. */
const SETS = new Set(['required', 'enum', 'type']);
/** What holds names of the author's own, not keywords. */
const MAPS = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);

/** Puts three states of one schema together. All are of bounded depth, as stored schemas are. */
export function mergeSchemas(
  { baseline, catalog, document }: Readonly<Record<'baseline' | 'catalog' | 'document', unknown>>,
  sideOf: (pointer: string) => ImportSide = () => 'document',
): MergedSchemas {
  const places: ImportClashPlace[] = [];
  const merge = (was: unknown, mine: unknown, theirs: unknown, path: readonly string[]): unknown => {
    if (sameJson(mine, theirs) || sameJson(was, mine)) return theirs;
    if (sameJson(was, theirs)) return mine;
    if (isObject(mine) && isObject(theirs)) {
      return mergeObjects(isObject(was) ? was : {}, mine, theirs, path);
    }
    if (Array.isArray(mine) && Array.isArray(theirs) && isSet(path)) {
      return mergeSets(Array.isArray(was) ? was : [], mine, theirs);
    }
    const pointer = child('', ...path);
    places.push({
      pointer,
      ...(was === undefined ? {} : { baseline: was }),
      ...(mine === undefined ? {} : { catalog: mine }),
      ...(theirs === undefined ? {} : { document: theirs }),
    });
    return sideOf(pointer) === 'catalog' ? mine : theirs;
  };
  const mergeObjects = (was: JsonObject, mine: JsonObject, theirs: JsonObject, path: readonly string[]) => {
    const keys = [...new Set([...orderedKeys(theirs), ...orderedKeys(mine)])];
    const members = keys.flatMap((key) => {
      const value = merge(own(was, key), own(mine, key), own(theirs, key), [...path, key]);
      return value === undefined ? [] : [[key, value] as const];
    });
    return keepOrder(keepOrder(Object.fromEntries(members), mine), theirs);
  };
  const schema = merge(baseline, catalog, document, []);
  return { schema, places: places.length > IMPORT_PLACES_MAX ? null : places };
}

function isSet(path: readonly string[]): boolean {
  return SETS.has(path.at(-1) ?? '') && !MAPS.has(path.at(-2) ?? '');
}

function mergeSets(
  was: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): readonly unknown[] {
  const has = (list: readonly unknown[], one: unknown) => list.some((other) => sameJson(one, other));
  const kept = theirs.filter((one) => has(mine, one) || !has(was, one));
  return [...kept, ...mine.filter((one) => !has(was, one) && !has(theirs, one))];
}

/** Why what was put together is no schema that stands alone; null when it is. */
export function problemOf(schema: unknown): string | null {
  const [problem] = checkDraft7(schema);
  if (problem !== undefined) return problem;
  const definitions = isObject(schema) ? own(schema, 'definitions') : undefined;
  const missing = referencesOf(schema).find(
    (name) => !isObject(definitions) || !Object.hasOwn(definitions, name),
  );
  return missing === undefined ? null : `it refers to the definition ${missing}, which is not there`;
}

/** Names of definitions that are referred to. */
function referencesOf(schema: unknown): readonly string[] {
  const names = new Set<string>();
  const stack: unknown[] = [schema];
  while (stack.length > 0) {
    const top = stack.pop();
    if (typeof top !== 'object' || top === null) continue;
    const reference = isObject(top) ? own(top, '$ref') : undefined;
    const name = typeof reference === 'string' ? /^#\/definitions\/([^/]+)$/.exec(reference)?.[1] : undefined;
    if (name !== undefined) names.add(name.replaceAll('~1', '/').replaceAll('~0', '~'));
    stack.push(...Object.values(top));
  }
  return [...names];
}
