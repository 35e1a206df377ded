/** Small checks on JSON values, safe for untrusted values: own members only, no recursion. */

/** A JSON object as it comes out of a parser. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for a JSON object: not null, not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own member, never one of `Object.prototype` such as `constructor`; undefined when absent. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The own member if it is a non-empty string; otherwise undefined. */
export function ownText(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** What a walk over a value found, without recursion. */
interface JsonShape {
  /** Objects, lists and plain values, counted as often as they can be reached. */
  readonly nodes: number;
  /** The value nests deeper than the limit (or contains itself). */
  readonly tooDeep: boolean;
  /** The value has more nodes than the limit. */
  readonly tooBig: boolean;
}

/**
 * Measures a value with an explicit stack, so that no nesting can overflow ours. Stops at the first limit met. A value
 * that contains itself (YAML can produce one) counts as too deep.
 */
export function measure(value: unknown, limits: { maxDepth: number; maxNodes: number }): JsonShape {
  const stack: { value: object; depth: number }[] = [];
  let nodes = 1;
  if (typeof value === 'object' && value !== null) stack.push({ value, depth: 1 });
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top.depth > limits.maxDepth) return { nodes, tooDeep: true, tooBig: false };
    for (const child of Object.values(top.value)) {
      nodes += 1;
      if (nodes > limits.maxNodes) return { nodes, tooDeep: false, tooBig: true };
      if (typeof child === 'object' && child !== null) stack.push({ value: child, depth: top.depth + 1 });
    }
  }
  return { nodes, tooDeep: false, tooBig: false };
}
