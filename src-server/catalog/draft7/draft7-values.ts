import { heldValue } from '../../json-schema/held-value';
import {
  keepNumber,
  keepNumbers,
  numberText,
  orderedEntries,
  orderedObject,
} from '../../json-schema/ordered-json';
import { isObject, type JsonObject, measure, own } from '../../json-schema/plain-json';
import { isUnstorable, storable } from './clean-text';
import type { LocalReferences } from './local-reference';

/** Deepest value (in `enum`, `const`, `default`, `examples`) that is kept. */
const VALUE_MAX_DEPTH = 100;
const VALUE_MAX_NODES = 500_000;

/** True when a value is small and shallow enough to be stored. */
export function isKeepable(value: unknown): boolean {
  const shape = measure(value, { maxDepth: VALUE_MAX_DEPTH, maxNodes: VALUE_MAX_NODES });
  return !shape.tooDeep && !shape.tooBig;
}

/** True when a value has a `$ref` key anywhere; such values must not be kept as unknown keywords. */
export function holdsReference(value: unknown): boolean {
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const top = stack.pop();
    if (typeof top !== 'object' || top === null) continue;
    if (Object.hasOwn(top, '$ref')) return true;
    stack.push(...Object.values(top).slice(0, 10_000));
  }
  return false;
}

/**
 * Copies a sufficiently shallow value with every unstorable text repaired and every number outside JSON (YAML's .inf)
 * set to null; returns the same value when nothing was wrong. Otherwise the stored value would differ from what the
 * next import reads.
 */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return isUnstorable(value) ? storable(value) : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) {
    const copy = value.map((item, index) => storableMember(value, index, item));
    return copy.some((item, index) => item !== value[index]) ? keepNumbers(copy, value) : value;
  }
  if (!isObject(value)) return value;
  const entries = orderedEntries(value).map(
    ([key, item]) => [storable(key), storableMember(value, key, item)] as const,
  );
  const same = entries.every(([key, item]) => Object.hasOwn(value, key) && value[key] === item);
  return same ? value : keepNumbers(orderedObject(entries), value);
}

/** A number that JSON can spell is stored with its spelling, even if it is too large for a double. */
function storableMember(holder: object, key: string | number, value: unknown): unknown {
  return numberText({ holder, key }) === null ? storableValue(value) : value;
}

/**
 * The example values of a schema from every spelling: `example`, a list of `examples`, or named `examples`. An entry
 * that is just a reference into the document stands for the example it names.
 */
export function exampleValues(schema: JsonObject, references: LocalReferences): readonly unknown[] {
  const values: unknown[] = [];
  const add = (holder: object, key: string | number) => {
    values.push(namedExample(heldValue({ holder, key }), references));
    keepNumber(values, values.length - 1, { holder, key });
  };
  if (Object.hasOwn(schema, 'example')) add(schema, 'example');
  const list = own(schema, 'examples');
  if (Array.isArray(list)) for (const index of list.keys()) add(list, index);
  else if (isObject(list)) {
    for (const [name, entry] of Object.entries(list)) {
      if (isObject(entry) && Object.hasOwn(entry, 'value')) add(entry, 'value');
      else add(list, name);
    }
  } else if (list !== undefined && list !== null) add(schema, 'examples');
  return values;
}

function namedExample(value: unknown, references: LocalReferences): unknown {
  if (!isObject(value) || Object.keys(value).length !== 1 || typeof own(value, '$ref') !== 'string')
    return value;
  const target = references.follow(value, '');
  if (!target.ok) return value;
  return isObject(target.value) && Object.hasOwn(target.value, 'value') ? target.value.value : target.value;
}
