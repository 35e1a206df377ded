/** Content that costs its reader far more than its size suggests. */
import { IS_WHOLE, share } from './share';

/** 98 KB in which `uniqueItems` compares every object with every other. */
export const manyObjects = Array.from({ length: 9_000 }, (_, n) => ({ n }));
/** A backtracking engine never finishes matching this with an expression such as `^(a+)+$`. */
export const almostOnlyAs = `${'a'.repeat(40)}b`;

/** Draft 7 schemas by what is wrong with them. */
export const hostileSchemas: Readonly<Record<string, object>> = {
  'distinct items': { type: 'array', uniqueItems: true },
  'an endless pattern': { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
  'a huge enum': { enum: manyObjects.slice(0, share(9_000)) },
  'deep nesting': nested(190),
  'thousands of properties': { type: 'object', properties: wide(share(10_000)) },
  'patterns for keys': {
    type: 'object',
    patternProperties: Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`^(a+)+${n}$`, { pattern: '^(b+)+$' }]),
    ),
  },
  'circles of references': {
    definitions: Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`d${n}`, { properties: references(n) }]),
    ),
    $ref: '#/definitions/d0',
  },
  'alternatives in alternatives': alternatives(IS_WHOLE ? 7 : 6),
  'two megabytes': {
    type: 'object',
    properties: wide(share(40_000)),
    description: 'x'.repeat(IS_WHOLE ? 100_000 : 1_500_000),
  },
};

/** JSON text of an object with this many distinct keys: the slowest case for parsers. */
export function manyKeys(count: number): string {
  return `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`;
}

/** An OpenAPI document with this many webhooks, each with its own schema. */
export function largeDocument(webhooks: number, properties: number): object {
  const schema = { type: 'object', properties: wide(properties) };
  const webhook = { post: { requestBody: { content: { 'application/json': { schema } } } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    webhooks: Object.fromEntries(Array.from({ length: webhooks }, (_, n) => [`large.w${n}`, webhook])),
  };
}

function nested(levels: number): object {
  return levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) };
}

export function wide(count: number): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`property_${n}`, { type: 'string', minLength: n }]),
  );
}

function references(from: number): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`to${n}`, { $ref: `#/definitions/d${(from * 7 + n) % 300}` }]),
  );
}

function alternatives(levels: number): object {
  if (levels === 0) return { type: 'string', pattern: '^(a+)+$' };
  return { anyOf: Array.from({ length: 4 }, () => alternatives(levels - 1)) };
}
