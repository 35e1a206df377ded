import { cutText } from '../contract/cut-text';
import { type HeldValue, heldValue } from './held-value';
import { numberText } from './ordered-json';

/** Longest text that `shortJson` returns, in characters, before the mark for omitted text. */
const LENGTH_MAX = 160;
const DEPTH_MAX = 6;

/**
 * A JSON value as one short line for people. Bounded whatever the value is: long texts, long lists and deep
 * nesting end in "…". Unlike JSON.stringify it cannot run out of stack. Numbers are spelled as they were read.
 */
export function shortJson(value: unknown, lengthMax = LENGTH_MAX): string {
  let room = lengthMax;
  const take = (text: string): string => {
    const piece = text.length > room ? `${cutText(text, Math.max(room, 0))}…` : text;
    room -= text.length;
    return piece;
  };
  const held = (holder: object, key: string | number, depth: number): string => {
    const number = numberText({ holder, key });
    return number === null || room <= 0 ? write(own(holder, key), depth) : take(number);
  };
  const write = (part: unknown, depth: number): string => {
    if (room <= 0) return '';
    if (typeof part === 'string') return take(quote(part, room));
    if (part === null || typeof part !== 'object') return take(String(part));
    if (depth >= DEPTH_MAX) return take(Array.isArray(part) ? '[…]' : '{…}');
    if (Array.isArray(part)) {
      return `${take('[')}${joined(part.keys(), (index) => held(part, index, depth + 1))}${take(']')}`;
    }
    const pair = (key: string) => `${take(quote(key, room))}${take(': ')}${held(part, key, depth + 1)}`;
    return `${take('{')}${joined(keysOf(part), pair)}${take('}')}`;
  };
  const joined = <T>(items: Iterable<T>, textOf: (item: T) => string): string => {
    let text = '';
    for (const item of items) {
      if (room <= 0) break;
      text += (text === '' ? '' : take(', ')) + textOf(item);
    }
    return text;
  };
  return write(value, 0);
}

/** The same for a value in its holder. */
export function shortHeld(held: HeldValue, lengthMax = LENGTH_MAX): string {
  const text = numberText(held);
  if (text === null) return shortJson(heldValue(held), lengthMax);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}

function quote(text: string, room: number): string {
  return JSON.stringify(cutText(text, room + 1));
}

function own(object: object, key: string | number): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

/** The keys one by one, so that a value with a million of them costs only what is shown. */
function* keysOf(object: object): Generator<string> {
  for (const key in object) if (Object.hasOwn(object, key)) yield key;
}
