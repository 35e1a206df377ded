/** A Draft 7 schema reduced to what one example needs: everything that applies at one place, without references. */
import { type HeldValue, heldItems } from '../../json-schema/held-value';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { sameHeld } from '../../json-schema/same-json';

/** Everything that applies to one value, collected from a schema and all that it composes. */
export interface Shape {
  /** Allowed types; null means any. */
  types: readonly string[] | null;
  /** Allowed values (`enum`, `const`); null means any. */
  values: readonly HeldValue[] | null;
  readonly properties: Map<string, unknown[]>;
  readonly required: Set<string>;
  /** Properties that are better left out: with them, a part that must not match (`not`) might. */
  readonly unwanted: Set<string>;
  /** Types that the value must not have. */
  readonly excludedTypes: Set<string>;
  /** Values given by the author: examples, then defaults. */
  readonly given: HeldValue[];
  /** Alternatives still to choose from, one list per `anyOf` or `oneOf`. */
  readonly choices: Choice[];
  /** All parts, for keywords where every part counts (bounds, items, pattern). */
  readonly parts: JsonObject[];
}

/** Alternatives of a schema. */
interface Choice {
  readonly options: readonly unknown[];
  /** Only one of them may match. */
  readonly isExclusive: boolean;
}

/** The type that satisfies both names; null when there is none. */
function meet(a: string, b: string): string | null {
  if (a === b) return a;
  if ((a === 'integer' && b === 'number') || (a === 'number' && b === 'integer')) return 'integer';
  return null;
}

export function emptyShape(): Shape {
  return {
    types: null,
    values: null,
    properties: new Map(),
    excludedTypes: new Set(),
    unwanted: new Set(),
    required: new Set(),
    given: [],
    choices: [],
    parts: [],
  };
}

/** Adds one schema (without `$ref` and `allOf`) to a shape; false when no value can satisfy both. */
export function addPart(shape: Shape, part: JsonObject): boolean {
  shape.parts.push(part);
  const type = own(part, 'type');
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : null;
  if (types !== null) {
    const both = shape.types?.flatMap((a) => types.flatMap((b) => meet(a, b) ?? []));
    shape.types = [...new Set(both ?? types)];
    if (shape.types.length === 0) return false;
  }
  addValues(shape, part);
  addProperties(shape, part);
  for (const key of ['anyOf', 'oneOf']) {
    const list = own(part, key);
    if (Array.isArray(list) && list.length > 0)
      shape.choices.push({ options: list, isExclusive: key === 'oneOf' });
  }
  return shape.values === null || shape.values.length > 0;
}

function addValues(shape: Shape, part: JsonObject): void {
  const examples = own(part, 'examples');
  if (Array.isArray(examples) && examples.length > 0) shape.given.push({ holder: examples, key: 0 });
  for (const key of ['example', 'default'])
    if (Object.hasOwn(part, key)) shape.given.push({ holder: part, key });
  const list = own(part, 'enum');
  const isConst = Object.hasOwn(part, 'const');
  if (!isConst && !Array.isArray(list)) return;
  const allowed = isConst ? [{ holder: part, key: 'const' }] : heldItems(list as unknown[]);
  shape.values =
    shape.values === null
      ? allowed
      : shape.values.filter((value) => allowed.some((other) => sameHeld(value, other)));
}

function addProperties(shape: Shape, part: JsonObject): void {
  const properties = own(part, 'properties');
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (isObject(properties)) {
    for (const name of names) {
      // The sampler builds plain objects by assignment; this one name would change their prototype.
      if (name === '__proto__') continue;
      const before = shape.properties.get(name);
      if (before === undefined) shape.properties.set(name, [properties[name]]);
      else before.push(properties[name]);
    }
  }
  const required = own(part, 'required');
  if (Array.isArray(required)) for (const name of required) shape.required.add(String(name));
  const dependencies = own(part, 'dependencies');
  for (const [name, rule] of isObject(dependencies) ? Object.entries(dependencies) : []) {
    const isPresent = Array.isArray(rule) ? { required: rule } : rule;
    shape.choices.push({ options: [isPresent, { not: { required: [name] } }], isExclusive: false });
  }
}

/**
 * Adds what a value must not match, as far as leaving out a property or choosing another type avoids it.
 * @param part the schema, without a reference
 */
export function addExcluded(shape: Shape, part: JsonObject): void {
  const required = own(part, 'required');
  if (Array.isArray(required)) for (const name of required) shape.unwanted.add(String(name));
  const type = own(part, 'type');
  const isOnlyType = Object.keys(part).every((key) => key === 'type' || ANNOTATIONS.has(key));
  if (isOnlyType) for (const excluded of [type].flat()) shape.excludedTypes.add(String(excluded));
}

const ANNOTATIONS = new Set(['title', 'description', '$comment', 'example', 'examples', 'default']);

/** The tightest value of a numeric keyword over all parts; undefined when no part has it. */
export function tightest(
  shape: Shape,
  key: string,
  pick: (a: number, b: number) => number,
): number | undefined {
  let found: number | undefined;
  for (const part of shape.parts) {
    const value = own(part, key);
    if (typeof value === 'number' && Number.isFinite(value))
      found = found === undefined ? value : pick(found, value);
  }
  return found;
}

/** The first string that a keyword has in any part. */
export function firstText(shape: Shape, key: string): string | undefined {
  for (const part of shape.parts) {
    const value = own(part, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** Every different string that a keyword has over all parts. */
export function textsOf(shape: Shape, key: string): readonly string[] {
  const values = shape.parts.map((part) => own(part, key));
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** Every schema that a keyword has over all parts. */
export function allOfKeyword(shape: Shape, key: string): readonly unknown[] {
  return shape.parts.flatMap((part) => (Object.hasOwn(part, key) ? [part[key]] : []));
}
