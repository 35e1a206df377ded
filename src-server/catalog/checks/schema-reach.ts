import { decodeFragment, fromPointer, valueAt } from '../../json-schema/json-pointer';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';

/** Tells whether a schema is part of others: inside them, or where their references lead. */
export function schemaReach(root: JsonObject): (schemas: unknown, schema: unknown) => boolean {
  const known = new Map<unknown, ReadonlySet<unknown>>();
  return (schemas, schema) => {
    const reached = known.get(schemas) ?? reachedFrom(root, schemas);
    known.set(schemas, reached);
    return reached.has(schema);
  };
}

function reachedFrom(root: JsonObject, start: unknown): ReadonlySet<unknown> {
  const reached = new Set<unknown>();
  const stack = [start];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null || reached.has(value)) continue;
    reached.add(value);
    stack.push(...Object.values(value));
    const ref = isObject(value) ? own(value, '$ref') : undefined;
    if (typeof ref !== 'string' || !ref.startsWith('#')) continue;
    const target = valueAt(root, fromPointer(decodeFragment(ref.slice(1)) ?? ''));
    if (target.found) stack.push(target.value);
  }
  return reached;
}
