/*
 * Parts of a JSON text as received, including the spelling of numbers, the order of keys, repeated keys and escapes.
 * Everything here takes text that JSON.parse has accepted; other text gives a meaningless answer, in as much time.
 * Brackets are counted, so that depth costs no stack.
 */

/** One member of an object. */
export interface RawMember {
  readonly name: string;
  /** The text of its value. */
  readonly text: string;
}

/** The members of the object in `json`, in order and as often as given. */
export function rawMembers(json: string): RawMember[] {
  const members: RawMember[] = [];
  eachMember(json, (key, start, end) =>
    members.push({
      name: unquoted(key),
      text: json.slice(start, end),
    }),
  );
  return members;
}

/**
 * The text of one member of the object in `json`. If several have the same name, the last counts, as in JSON.parse.
 * @returns undefined when there is no such member
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  eachMember(json, (key, start, end) => {
    if (keyIs(key, name)) found = json.slice(start, end);
  });
  return found;
}

/** The texts of the items of the list in `json`. */
export function rawItems(json: string): string[] {
  const items: string[] = [];
  let at = skipSpace(json, json.indexOf('[') + 1);
  while (at < json.length && json.charCodeAt(at) !== CLOSE_LIST) {
    const end = endOfValue(json, at);
    items.push(json.slice(at, end));
    at = skipSpace(json, skipSpace(json, end) + 1); // past the comma, or past the end
  }
  return items;
}

/** The text without white space between its tokens. */
export function compactJson(json: string): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (isSpace(code)) {
      parts.push(json.slice(from, at));
      at = skipSpace(json, at);
      from = at;
    } else at++;
  }
  return parts.length === 0 ? json : parts.join('') + json.slice(from);
}

/** How much there is in a JSON text. */
interface RawSize {
  /** Values, give or take an empty object or list. */
  readonly values: number;
  /** How many objects and lists are inside each other. */
  readonly depth: number;
}

/** What reading a text as JSON would cost, for a fraction of that cost. */
export function rawSize(json: string): RawSize {
  let [values, depth, deepest] = [1, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at) - 1;
    else if (code === COMMA) values++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      depth++;
      deepest = Math.max(deepest, depth);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return { values, depth: deepest };
}

/** Returns the position after the closing quote of the string that opens at `at`. */
export function endOfString(json: string, at: number): number {
  let end = json.indexOf('"', at + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end + 1;
}

function eachMember(json: string, visit: (key: string, start: number, end: number) => void): void {
  let at = skipSpace(json, json.indexOf('{') + 1);
  while (at < json.length && json.charCodeAt(at) === QUOTE) {
    const keyEnd = endOfString(json, at);
    const start = skipSpace(json, skipSpace(json, keyEnd) + 1); // past the colon
    const end = endOfValue(json, start);
    visit(json.slice(at, keyEnd), start, end);
    at = skipSpace(json, skipSpace(json, end) + 1); // past the comma, or past the end
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;

function keyIs(text: string, name: string): boolean {
  return unquoted(text) === name;
}

/** What a JSON string says. Most have no escapes, and are read many times as fast as JSON. */
export function unquoted(json: string): string {
  return json.includes('\\') ? JSON.parse(json) : json.slice(1, -1);
}

function skipSpace(json: string, at: number): number {
  let i = at;
  while (isSpace(json.charCodeAt(i))) i++;
  return i;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether an odd number of backslashes precedes `at`. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

function endOfValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(json, at);
      if (depth === 0) return at;
      continue;
    }
    if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (depth === 0) return at; // the end of the object around a number or word
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
    at++;
  }
  return at;
}
