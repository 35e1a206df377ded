import { invalid } from './errors';

/**
 * Deepest nesting of a body that is parsed into a structure. Far above any real schema, and below the thousand levels
 * at which SQLite refuses to read a JSON text. Message payloads stay text and may nest to any depth.
 */
const MAX_DEPTH = 500;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body as text. 422 when it is not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson('The body is not valid UTF-8.');
  }
}

/**
 * A body as a value. 422 when it is not JSON.
 * @param maxDepth deeper nesting is refused, since code working on the value cannot follow it. Null: any depth
 */
export function parseJson(text: string, maxDepth: number | null = MAX_DEPTH): unknown {
  if (maxDepth !== null && shapeOf(text).depth > maxDepth)
    throw notJson(`The body is nested more than ${maxDepth} levels deep.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(`The body is not valid JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** What determines the cost of parsing a JSON text. */
interface TextShape {
  /** How deep brackets nest. */
  readonly depth: number;
  /** Values in lists and objects, including lists and objects themselves; never less than there are. */
  readonly values: number;
}

/** Correct for valid JSON; for other text it does not matter. Takes some milliseconds per megabyte. */
export function shapeOf(text: string): TextShape {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = text.indexOf('"', at + 1);
      while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
      if (at < 0) break;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === COMMA) {
      values += 1;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return { depth: deepest, values };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether an odd number of backslashes precedes `at`. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

function notJson(msg: string) {
  return invalid({ loc: ['body'], msg, type: 'value_error.jsondecode' });
}
