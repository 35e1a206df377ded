/*
 * JSON whose objects keep the order in which their keys were written.
 *
 * JavaScript puts keys that look like list indexes ("1", "200") before all others, so a schema with such field names
 * comes back from JSON.parse in another order than its author gave it. Here that order is remembered beside the
 * object, for as long as the object lives, and used when it is written again.
 *
 * Promises: what was read by `parseOrdered` is written by `stringifyOrdered` in the order of its text; an object of
 * which nothing is remembered is written as JSON.stringify writes it; where no text had such keys out of order,
 * nothing costs more than JSON.parse and JSON.stringify.
 *
 * Not promised: that a copy knows the order of what it was made from. Who copies an object says so (`keepOrder`).
 */

const orders = new WeakMap<object, readonly string[]>();
/** Once true, texts are written key by key. */
let hasOrders = false;

/** A number for a key that is not the first of its object. Inside of a string the quote would have a backslash. */
const LATE_NUMBER = /,\s*"(?:0|[1-9]\d{0,9})"\s*:/;
/** With what stands before it: a quote inside of a key has a backslash there, and can be followed by digits too. */
const NUMBER_KEY = /([{,]\s*")((?:0|[1-9]\d{0,9})"\s*:)/g;

/** As JSON.parse, and throws as it does. */
export function parseOrdered(text: string): unknown {
  if (!LATE_NUMBER.test(text)) return JSON.parse(text);
  const mark = unusedMark(text);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(NUMBER_KEY, `$1${mark}$2`));
  } catch {
    // The complaint has to be about the text as it is.
    return JSON.parse(text);
  }
  restoreOrder(value, mark);
  return value;
}

/** A key that looks like a number, with this before it, is none, and stays where it was written. */
export function unusedMark(text: string): string {
  let mark = '\uE000';
  while (text.includes(mark)) mark += '\uE000';
  return mark;
}

/** Takes the mark off every key that has it, in place, and remembers where the key stood. */
export function restoreOrder(root: unknown, mark: string): void {
  const seen = new Set<object>();
  const stack = [root];
  while (stack.length > 0) {
    const top = stack.pop();
    if (typeof top !== 'object' || top === null || seen.has(top)) continue;
    seen.add(top);
    if (!Array.isArray(top)) restoreKeys(top as Record<string, unknown>, mark);
    for (const value of Object.values(top)) stack.push(value);
  }
}

function restoreKeys(object: Record<string, unknown>, mark: string): void {
  const marked = Object.keys(object);
  if (!marked.some((key) => key.startsWith(mark))) return;
  const keys = marked.map((key) => (key.startsWith(mark) ? key.slice(mark.length) : key));
  for (const [index, from] of marked.entries()) {
    const to = keys[index];
    if (to === undefined || to === from) continue;
    const value = object[from];
    delete object[from];
    object[to] = value;
  }
  remember(object, keys);
}

function remember(object: object, keys: readonly string[]): void {
  const own = Object.keys(object);
  if (own.length !== keys.length || own.every((key, index) => key === keys[index])) return;
  orders.set(object, keys);
  hasOrders = true;
}

/** The object's own keys in the order of the text it was read from. */
export function orderedKeys(object: object): readonly string[] {
  const kept = hasOrders ? orders.get(object) : undefined;
  if (kept === undefined) return Object.keys(object);
  const isAsRead =
    kept.length === Object.keys(object).length && kept.every((key) => Object.hasOwn(object, key));
  return isAsRead ? kept : Object.keys(object);
}

/** The same with their values. */
export function orderedEntries(object: Readonly<Record<string, unknown>>): [string, unknown][] {
  return orderedKeys(object).map((key) => [key, object[key]]);
}

/** As Object.fromEntries, and the order of the entries is remembered. */
export function orderedObject<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const object = Object.fromEntries(entries);
  remember(object, [...new Set(entries.map(([key]) => key))]);
  return object;
}

/** Says that a copy has its keys in the order of what it was made from, and those of its own after them. */
export function keepOrder<T extends object>(copy: T, from: object): T {
  const kept = orderedKeys(from).filter((key) => Object.hasOwn(copy, key));
  const known = new Set(kept);
  remember(copy, [...kept, ...Object.keys(copy).filter((key) => !known.has(key))]);
  return copy;
}

/** True when a value has to be written by `stringifyOrdered` to come out in its order. Recursive, as that is. */
export function holdsOrder(value: unknown): boolean {
  if (!hasOrders || typeof value !== 'object' || value === null) return false;
  return orders.has(value) || Object.values(value).some(holdsOrder);
}

/**
 * As JSON.stringify of a JSON value. Recursive: only for values whose nesting is bounded.
 * @param indent spaces for each level; 0 writes one line
 */
export function stringifyOrdered(value: unknown, indent = 0): string {
  return holdsOrder(value) ? write(value, indent, '\n') : JSON.stringify(value, null, indent);
}

function write(value: unknown, indent: number, newline: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = indent === 0 ? '' : `${newline}${' '.repeat(indent)}`;
  const outer = indent === 0 ? '' : newline;
  const parts = Array.isArray(value)
    ? value.map((item) => write(item, indent, inner))
    : orderedEntries(value as Record<string, unknown>)
        .filter(([, item]) => item !== undefined)
        .map(
          ([key, item]) => `${JSON.stringify(key)}:${indent === 0 ? '' : ' '}${write(item, indent, inner)}`,
        );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}${inner}${parts.join(`,${inner}`)}${outer}${close}`;
}
