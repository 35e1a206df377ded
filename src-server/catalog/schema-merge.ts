import type { ImportClashPlace, ImportSide } from '../contract/import-clash';
import { IMPORT_PLACES_MAX } from '../contract/import-clash';
import { type HeldValue, heldItems, heldValue } from '../json-schema/held-value';
import { child, decodeFragment, fromPointer } from '../json-schema/json-pointer';
import { keepNumber, orderedKeys, orderedObject } from '../json-schema/ordered-json';
import { isObject, type JsonObject, own } from '../json-schema/plain-json';
import { sameHeld } from '../json-schema/same-json';
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
  schemas: Readonly<Record<'baseline' | 'catalog' | 'document', unknown>>,
  sideOf: (pointer: string) => ImportSide = () => 'document',
): MergedSchemas {
  const places: ImportClashPlace[] = [];
  const merge = (was: HeldValue, mine: HeldValue, theirs: HeldValue, path: readonly string[]): HeldValue => {
    if (sameHeld(mine, theirs) || sameHeld(was, mine)) return theirs;
    if (sameHeld(was, theirs)) return mine;
    const [before, own, other] = [was, mine, theirs].map(heldValue);
    if (isObject(own) && isObject(other)) {
      return held(mergeObjects(isObject(before) ? before : {}, own, other, path));
    }
    if (Array.isArray(own) && Array.isArray(other) && isSet(path)) {
      return held(mergeSets(Array.isArray(before) ? before : [], own, other));
    }
    const pointer = child('', ...path);
    const place: Record<string, unknown> = { pointer };
    put(place, 'baseline', was);
    put(place, 'catalog', mine);
    put(place, 'document', theirs);
    places.push(place as unknown as ImportClashPlace);
    return sideOf(pointer) === 'catalog' ? mine : theirs;
  };
  const mergeObjects = (was: JsonObject, mine: JsonObject, theirs: JsonObject, path: readonly string[]) => {
    const keys = [...new Set([...orderedKeys(theirs), ...orderedKeys(mine)])];
    const at = (holder: JsonObject, key: string): HeldValue => ({ holder, key });
    const members = keys.flatMap((key) => {
      const chosen = merge(at(was, key), at(mine, key), at(theirs, key), [...path, key]);
      return heldValue(chosen) === undefined ? [] : [[key, chosen] as const];
    });
    const merged = orderedObject(members.map(([key, chosen]) => [key, heldValue(chosen)]));
    for (const [key, chosen] of members) keepNumber(merged, key, chosen);
    return merged;
  };
  const [was, mine, theirs] = (['baseline', 'catalog', 'document'] as const).map((key) => ({
    holder: schemas,
    key,
  })) as [HeldValue, HeldValue, HeldValue];
  const schema = heldValue(merge(was, mine, theirs, []));
  return { schema, places: places.length > IMPORT_PLACES_MAX ? null : places };
}

function held(value: unknown): HeldValue {
  return { holder: [value], key: 0 };
}

/** Puts a value that is there under another key, and its number as it is spelled. */
function put(to: Record<string, unknown>, key: string, from: HeldValue): void {
  const value = heldValue(from);
  if (value === undefined) return;
  to[key] = value;
  keepNumber(to, key, from);
}

function isSet(path: readonly string[]): boolean {
  return SETS.has(path.at(-1) ?? '') && !MAPS.has(path.at(-2) ?? '');
}

function mergeSets(
  was: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): readonly unknown[] {
  const has = (list: readonly unknown[], one: HeldValue) =>
    heldItems(list).some((other) => sameHeld(one, other));
  const kept = heldItems(theirs).filter((one) => has(mine, one) || !has(was, one));
  const added = heldItems(mine).filter((one) => !has(was, one) && !has(theirs, one));
  const chosen = [...kept, ...added];
  const merged = chosen.map(heldValue);
  for (const [index, one] of chosen.entries()) keepNumber(merged, index, one);
  return merged;
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
    const fragment =
      typeof reference === 'string' ? /^#(\/definitions\/.*)$/.exec(reference)?.[1] : undefined;
    const [, name, ...more] = fromPointer(decodeFragment(fragment ?? '') ?? '');
    if (name !== undefined && more.length === 0) names.add(name);
    stack.push(...Object.values(top));
  }
  return [...names];
}
