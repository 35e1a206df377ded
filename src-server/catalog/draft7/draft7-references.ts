import { child } from '../../json-schema/json-pointer';
import { keepNumbers } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import type { Conversion } from './draft7-conversion';
import { ANNOTATIONS, orNull } from './draft7-nullable';

/** Keywords next to `$ref` that mean nothing once everything is in one schema. */
const IDLE = new Set(['$id', '$schema', '$anchor', '$dynamicAnchor', '$defs', 'definitions', '$vocabulary']);

/** These also apply to the target of the reference: in a schema of their own, they would forbid all of it. */
const UNEVALUATED = new Set(['unevaluatedProperties', 'unevaluatedItems']);

/**
 * A schema with `$ref`. Alone, it becomes a reference to a definition; with siblings, an `allOf` of the reference and
 * the siblings, because Draft 7 ignores everything next to `$ref`.
 */
export function convertReference(
  node: JsonObject,
  pointer: string,
  depth: number,
  to: Conversion,
): JsonObject {
  const reference = definitionOf(node.$ref, pointer, to);
  const target = node.nullable === true ? orNull(reference) : reference;
  const siblings: [string, unknown][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref' || key === 'nullable' || IDLE.has(key)) continue;
    if (to.options.siblingsCount && UNEVALUATED.has(key)) {
      to.warn(child(pointer, key), `\`${key}\` has no counterpart in Draft 7 and was left out`);
      continue;
    }
    if (to.options.siblingsCount || ANNOTATIONS.has(key)) siblings.push([key, value]);
    else if (!key.startsWith('x-')) {
      to.warn(child(pointer, key), 'a keyword beside `$ref` is ignored in OpenAPI 3.0 and was left out');
    }
  }
  const beside = to.keywords(keepNumbers(Object.fromEntries(siblings), node), pointer, depth + 2);
  if (isObject(beside) && Object.keys(beside).length === 0) return target;
  return { allOf: [target, beside] };
}

/** `{ $ref: '#/definitions/<name>' }`, or the schema that accepts anything when the reference is dangling. */
export function definitionOf(reference: unknown, pointer: string, to: Conversion): JsonObject {
  const target = lastTarget(reference, to);
  if (!target.ok) {
    to.warn(pointer, `${target.reason}; anything is accepted here instead`);
    return {};
  }
  to.references.add(target.pointer);
  return { $ref: `#/definitions/${to.options.nameOf(target.pointer)}` };
}

/** Follows a chain of plain references to its end, however long; a loop without a schema leads nowhere. */
function lastTarget(reference: unknown, to: Conversion) {
  const seen = new Set<string>();
  let next = to.options.references.resolve(reference, to.base);
  while (next.ok && isObject(next.value)) {
    const keys = Object.keys(next.value);
    if (keys.length !== 1 || keys[0] !== '$ref') break;
    if (seen.has(next.pointer)) return { ok: false as const, reason: 'circular reference' };
    seen.add(next.pointer);
    next = to.options.references.resolve(next.value.$ref, to.base);
  }
  if (next.ok && !isObject(next.value) && typeof next.value !== 'boolean') {
    return { ok: false as const, reason: 'the reference does not point to a schema' };
  }
  return next;
}
