import { isObject } from '../json-schema/plain-json';

/**
 * Something that is the same, as a key of a set, for two JSON values that mean the same, and for no others. Numbers are
 * what they are when they are read, however they were spelled.
 */
export function comparableJson(value: unknown): unknown {
  // A mark, so that no text is the same as the text of an object.
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value, inOrder) : value;
}

function inOrder(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
