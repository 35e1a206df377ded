import { isObject } from '../json-schema/plain-json';

/**
 * A set key that is equal for two JSON values that mean the same, and for no others. Numbers count by value, however
 * they were spelled.
 */
export function comparableJson(value: unknown): unknown {
  // A marker, so that no text equals the text of an object.
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value, inOrder) : value;
}

function inOrder(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
