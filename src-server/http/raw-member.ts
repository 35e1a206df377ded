/**
 * Finds the text of one member of a JSON object, as it was received: number spelling, key order, escapes and white
 * space included. Of members with the same name the last counts, as for JSON.parse.
 * @param json text that JSON.parse has accepted and that holds an object; other text gives a meaningless answer
 * @returns undefined when there is no such member
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipSpace(json, json.indexOf('{') + 1);
  while (at < json.length && json.charCodeAt(at) === QUOTE) {
    const keyEnd = endOfString(json, at);
    const isWanted = keyIs(json.slice(at, keyEnd), name);
    const start = skipSpace(json, skipSpace(json, keyEnd) + 1); // past the colon
    const end = endOfValue(json, start);
    if (isWanted) found = json.slice(start, end);
    at = skipSpace(json, skipSpace(json, end) + 1); // past the comma, or past the end
  }
  return found;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;

/** A key may be spelled with escapes. */
function keyIs(text: string, name: string): boolean {
  return text.includes('\\') ? JSON.parse(text) === name : text.slice(1, -1) === name;
}

function skipSpace(json: string, at: number): number {
  let i = at;
  while (isSpace(json.charCodeAt(i))) i++;
  return i;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** @param at the opening quote; gives the position after the closing one */
function endOfString(json: string, at: number): number {
  let end = json.indexOf('"', at + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

/** Whether an odd number of backslashes stands before `at`. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

/** Counts brackets instead of calling itself, so that depth costs nothing. */
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
