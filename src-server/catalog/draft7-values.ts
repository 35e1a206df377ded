import { orderedEntries, orderedObject } from '../contract/ordered-json';
import { isUnstorable, storable } from './clean-text';
import type { LocalReferences } from './local-reference';
import { isObject, type JsonObject, measure, own } from './plain-json';

/** Deepest value (in `enum`, `const`, `default`, `examples`) that is kept. */
export const VALUE_MAX_DEPTH = 100;
const VALUE_MAX_NODES = 500_000;

/** True when a value is small and shallow enough to be stored. */
export function isKeepable(value: unknown): boolean {
  const shape = measure(value, { maxDepth: VALUE_MAX_DEPTH, maxNodes: VALUE_MAX_NODES });
  return !shape.tooDeep && !shape.tooBig;
}

/** True when a value holds a `$ref` key anywhere; such values must not be taken over as unknown keywords. */
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
 * Copies a shallow-enough value with every unstorable text repaired and every number beyond JSON (1e400) made null;
 * the same value when nothing was wrong. Otherwise what is stored would differ from what the next import reads.
 */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return isUnstorable(value) ? storable(value) : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) {
    const copy = value.map(storableValue);
    return copy.some((item, index) => item !== value[index]) ? copy : value;
  }
  if (!isObject(value)) return value;
  const entries = orderedEntries(value).map(([key, item]) => [storable(key), storableValue(item)] as const);
  const same = entries.every(([key, item]) => Object.hasOwn(value, key) && value[key] === item);
  return same ? value : orderedObject(entries);
}

/**
 * The example values of a schema from every spelling: `example`, a list of `examples`, or named `examples`. An
 * entry that is nothing but a reference into the document stands for the example it names.
 */
export function exampleValues(schema: JsonObject, references: LocalReferences): readonly unknown[] {
  const values: unknown[] = [];
  if (Object.hasOwn(schema, 'example')) values.push(schema.example);
  const list = own(schema, 'examples');
  if (Array.isArray(list)) values.push(...list);
  else if (isObject(list)) {
    for (const entry of Object.values(list)) {
      values.push(isObject(entry) && Object.hasOwn(entry, 'value') ? entry.value : entry);
    }
  } else if (list !== undefined && list !== null) values.push(list);
  return values.map((value) => namedExample(value, references));
}

function namedExample(value: unknown, references: LocalReferences): unknown {
  if (!isObject(value) || Object.keys(value).length !== 1 || typeof own(value, '$ref') !== 'string')
    return value;
  const target = references.follow(value, '');
  if (!target.ok) return value;
  return isObject(target.value) && Object.hasOwn(target.value, 'value') ? target.value.value : target.value;
}
