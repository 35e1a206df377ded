/*
 * JSON values that are written back as they were read: keys in order, numbers with their spelling.
 *
 * JavaScript puts keys that look like list indexes ("1", "200") before all others, and keeps only the double value of a
 * number: a schema with such field names, with 2.0 or with 9223372036854775807, does not come back from JSON.parse as
 * its author wrote it. Here both are remembered for the object or the list that holds them, as long as it lives, and
 * used when it is written back.
 *
 * Promises: `stringifyOrdered` writes what `parseOrdered` read, in the order and with the numbers of its text; values
 * for which nothing is remembered are written as by JSON.stringify; a number changed since is written with its new
 * value; if no text had such keys or numbers, nothing costs more than JSON.parse and JSON.stringify.
 *
 * Not promised: that a copy knows its original. Code that copies an object or a list says so (`keepOrder`,
 * `keepNumber`). A number on its own has no holder, and its spelling is forgotten.
 */
import { type HeldValue, heldValue } from './held-value';
import { endOfString } from './raw-json-text';

/** How a number was spelled; valid as long as the number is still this one. */
interface Spelling {
  readonly value: number;
  readonly text: string;
}

const orders = new WeakMap<object, readonly string[]>();
const spellings = new WeakMap<object, Map<string, Spelling>>();
/** Once true, texts are written key by key. */
let hasMemory = false;

/** A number as a key that is not the first of its object. Inside a string, the quote would have a backslash. */
const LATE_NUMBER = /,\s*"(?:0|[1-9]\d{0,9})"\s*:/;
/** Includes what precedes it: a quote inside a key has a backslash before it, and can also be followed by digits. */
const NUMBER_KEY = /([{,]\s*")((?:0|[1-9]\d{0,9})"\s*:)/g;
/** Where JSON.stringify would write a different number: -0, a fraction that ends in 0, an exponent, many digits. */
const ODD_NUMBER =
  /[[:,]\s*(?:-0\s*[,\]}]|-?(?:\d+\.\d*0\s*[,\]}]|\d+(?:\.\d+)?[eE]|\d{16}|0\.0{6}|[\d.]{17}))/;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Like JSON.parse, including what it throws. */
export function parseOrdered(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const [hasKeys, hasNumbers] = [LATE_NUMBER.test(text), ODD_NUMBER.test(text)];
  if (!hasKeys && !hasNumbers) return value;
  const mark = unusedMark(text);
  const marked = hasNumbers ? withMarkedNumbers(text, mark) : text;
  if (!hasKeys && marked === text) return value;
  const read: unknown = JSON.parse(hasKeys ? marked.replace(NUMBER_KEY, `$1${mark}$2`) : marked);
  if (typeof read !== 'object') return value;
  restoreMarked(read, mark);
  return read;
}

/** A prefix with which no string and no key of `text` begins, however they are spelled. */
export function unusedMark(text: string): string {
  const count = text.match(/\uE000|\\(?:u|U0000)[eE]000/g)?.length ?? 0;
  return '\uE000'.repeat(count + 1);
}

/** True for a JSON number that JSON.stringify would write differently. */
export function isOddNumber(text: string): boolean {
  return JSON_NUMBER.test(text) && JSON.stringify(Number(text)) !== text;
}

function withMarkedNumbers(json: string, mark: string): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at);
      const number = json.slice(at, end);
      if (isOddNumber(number)) {
        parts.push(json.slice(from, at), `"${mark}${number}"`);
        from = end;
      }
      at = end;
    } else at += 1;
  }
  return parts.length === 0 ? json : parts.join('') + json.slice(from);
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfNumber(json: string, start: number): number {
  let at = start;
  for (let code = json.charCodeAt(at); ; code = json.charCodeAt(at)) {
    const isExponent = code === 0x45 || code === 0x65;
    if (!isDigit(code) && !isExponent && code !== PLUS && code !== MINUS && code !== DOT) return at;
    at += 1;
  }
}

/**
 * Removes the mark from every key and every number that has it, in place, and remembers the key's position and the
 * number's spelling.
 */
export function restoreMarked(root: unknown, mark: string): void {
  const seen = new Set<object>();
  const stack = [root];
  while (stack.length > 0) {
    const top = stack.pop();
    if (typeof top !== 'object' || top === null || seen.has(top)) continue;
    seen.add(top);
    if (!Array.isArray(top)) restoreKeys(top as Record<string, unknown>, mark);
    for (const [key, value] of Object.entries(top)) {
      if (typeof value !== 'string') stack.push(value);
      else if (value.startsWith(mark)) restoreNumber(top, key, value.slice(mark.length));
    }
  }
}

function restoreNumber(holder: object, key: string, text: string): void {
  (holder as Record<string, unknown>)[key] = Number(text);
  spellNumber(holder, key, text);
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
  hasMemory = true;
}

/** Sets the JSON spelling of the number that `holder` has at `key`. */
export function spellNumber(holder: object, key: string | number, text: string): void {
  const known = spellings.get(holder) ?? new Map<string, Spelling>();
  known.set(String(key), { value: Number(text), text });
  spellings.set(holder, known);
  hasMemory = true;
}

/** The object's own keys in the order of the text it was read from. */
export function orderedKeys(object: object): readonly string[] {
  const kept = hasMemory ? orders.get(object) : undefined;
  if (kept === undefined) return Object.keys(object);
  const isAsRead =
    kept.length === Object.keys(object).length && kept.every((key) => Object.hasOwn(object, key));
  return isAsRead ? kept : Object.keys(object);
}

/** The same with their values. */
export function orderedEntries(object: Readonly<Record<string, unknown>>): [string, unknown][] {
  return orderedKeys(object).map((key) => [key, object[key]]);
}

/** Like Object.fromEntries, but remembers the order of the entries. */
export function orderedObject<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const object = Object.fromEntries(entries);
  remember(object, [...new Set(entries.map(([key]) => key))]);
  return object;
}

/** Gives a copy the key order of its original, followed by its own keys, and the original's number spelling. */
export function keepOrder<T extends object>(copy: T, from: object): T {
  const kept = orderedKeys(from).filter((key) => Object.hasOwn(copy, key));
  const known = new Set(kept);
  remember(copy, [...kept, ...Object.keys(copy).filter((key) => !known.has(key))]);
  return keepNumbers(copy, from);
}

/** Gives a copy the number spelling of its original, at the same keys or positions. */
export function keepNumbers<T extends object>(copy: T, from: object): T {
  for (const key of (hasMemory && spellings.get(from)?.keys()) || [])
    keepNumber(copy, key, { holder: from, key });
  return copy;
}

/** The same for one number, which may come from another key. */
export function keepNumber(copy: object, key: string | number, from: HeldValue): void {
  const text = numberText(from);
  const value = heldValue({ holder: copy, key });
  if (text !== null && typeof value === 'number' && Object.is(value, heldValue(from)))
    spellNumber(copy, key, text);
}

/** How a number was spelled in the text it was read from; null if it is written as JavaScript writes it. */
export function numberText(held: HeldValue): string | null {
  const spelling = hasMemory ? spellings.get(held.holder)?.get(String(held.key)) : undefined;
  return spelling !== undefined && Object.is(heldValue(held), spelling.value) ? spelling.text : null;
}

/** True when only `stringifyOrdered` writes a value as it was read. Recursive, like that function. */
export function holdsOrder(value: unknown): boolean {
  if (!hasMemory || typeof value !== 'object' || value === null) return false;
  return orders.has(value) || spellings.has(value) || Object.values(value).some(holdsOrder);
}

/**
 * Like JSON.stringify of a JSON value. Recursive: only for values whose nesting is bounded.
 * @param indent spaces per level; 0 writes one line
 */
export function stringifyOrdered(value: unknown, indent = 0): string {
  return holdsOrder(value) ? write(value, indent, '\n') : JSON.stringify(value, null, indent);
}

function write(value: unknown, indent: number, newline: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = indent === 0 ? '' : `${newline}${' '.repeat(indent)}`;
  const outer = indent === 0 ? '' : newline;
  const written = (key: string | number, item: unknown) =>
    numberText({ holder: value, key }) ?? write(item, indent, inner);
  const parts = Array.isArray(value)
    ? value.map((item, index) => written(index, item))
    : orderedEntries(value as Record<string, unknown>)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}:${indent === 0 ? '' : ' '}${written(key, item)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}${inner}${parts.join(`,${inner}`)}${outer}${close}`;
}
