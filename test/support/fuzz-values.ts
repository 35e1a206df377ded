import fc from 'fast-check';
import { isObject } from '../../src-server/json-schema/plain-json';
import { anyText } from './any-text';

type Json = Readonly<Record<string, unknown>>;

/** The position of a field in a body: names, and 0 for the first entry of a list. */
export type FieldPath = readonly (string | 0)[];

/** A field and its description. */
export interface Field {
  readonly path: FieldPath;
  readonly schema: Json;
}

const DEEP = 2000;
const deepList = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;

/** Bodies that are not valid bodies. */
export const BROKEN_BODIES: readonly (string | Uint8Array)[] = [
  '',
  ' ',
  '{',
  '}',
  '[]',
  'null',
  'true',
  '0',
  '"text"',
  '{"a":1}{',
  '{"a":NaN}',
  "{'a':1}",
  '{"a":1,"a":{"a":[]}}',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '\ufeff{}',
  '<xml/>',
  'a=1&b=2',
  deepList,
  `{"payload":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
  `{"schema":${deepList}}`,
  new Uint8Array([0xff, 0xfe, 0x00, 0x7b]),
  new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
];

/** Headers that a request should not have. */
export const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'x' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity' },
  { accept: 'text/html' },
  { 'idempotency-key': 'k'.repeat(4000) },
  { 'idempotency-key': '\u00ff\u00fe' },
  { 'idempotency-key': 'auto_x' },
  { authorization: `Bearer ${'x'.repeat(6000)}` },
  { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'javascript', 'x-forwarded-host': '<script>' },
];

/** Path segments that lead nowhere, as they appear in the address. */
export const ODD_SEGMENTS: readonly string[] = [
  'none',
  'app_',
  'ep_none',
  'msg_2mCkpYyFjpmIAbzRxSyuOdyTSvm',
  '__proto__',
  'constructor',
  '-',
  '%00',
  '%zz',
  '%E0%A4%A',
  '%2F..%2F',
  '%F0%9F%92%A9',
  encodeURIComponent("' OR 1=1 --"),
  encodeURIComponent('<script>'),
  'x'.repeat(5000),
];

const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\u0007',
  '\ud800',
  '\u202e\u200b\ufeff',
  'e\u0301'.repeat(50),
  '\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67',
  '__proto__',
  'constructor',
  '%00%zz',
  "'; DROP TABLE application; --",
  '\n\r\t',
  'x'.repeat(257),
  'x'.repeat(70_000),
  'whsec_',
  'http://',
  'http://[::1',
  'https://user:pass@localhost:99999/',
  'javascript:alert(1)',
  '2026-02-30T25:61:61Z',
  '9999-12-31T23:59:60Z',
  '0000-01-01T00:00:00+99:99',
  '1969-12-31T23:59:59Z',
];
const NUMBERS = [-1, 0, -0, 0.5, 65_536, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324];

/** Any value for a field, most of them invalid. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: { b: { c: [] } } }),
    weight: 3,
  },
  { arbitrary: fc.constantFrom<unknown>(...TEXTS), weight: 4 },
  { arbitrary: fc.constantFrom<unknown>(...NUMBERS), weight: 3 },
  { arbitrary: anyText(), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 2 },
  { arbitrary: fc.constantFrom<unknown>(manyEntries(6000), manyKeys(300), nested(300)), weight: 1 },
);

/** Any value of a query parameter. */
export const anyQueryValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS.filter((text) => text.length < 5000 && text !== '\ud800')),
  fc.constantFrom(
    '-1',
    '0',
    '1',
    '2',
    '250',
    '251',
    '99999999999999999999',
    '1e3',
    '0x10',
    'true',
    'TRUE',
    'null',
  ),
  fc.constantFrom('ascending', '2026-01-31T12:00:00Z', '2026-01-31', 'a,b,,c', ','.repeat(500), '-x', '--'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

/** A value that matches the description of a field. */
export function validValue(schema: Json): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object']) as readonly string[];
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: Json): fc.Arbitrary<unknown> {
  const number = (key: string, otherwise: number) =>
    typeof schema[key] === 'number' ? schema[key] : otherwise;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const [min, max] = [number('minimum', 0), number('maximum', 1_000_000)];
      return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
    }
    case 'string':
      return text(schema, number('minLength', 0), Math.min(number('maxLength', 40), 40));
    case 'array': {
      const items = isObject(schema.items) ? validValue(schema.items) : fc.jsonValue();
      const lengths = { minLength: number('minItems', 0), maxLength: Math.min(number('maxItems', 4), 4) };
      return fc.uniqueArray(items, {
        ...lengths,
        comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
      });
    }
    default:
      return object(schema);
  }
}

/** By what they depend on: fast-check takes longer to prepare one than to make a value with it. */
const knownTexts = new Map<string, fc.Arbitrary<string>>();

function text(schema: Json, minLength: number, maxLength: number): fc.Arbitrary<string> {
  const key = JSON.stringify([schema.format, schema.pattern, minLength, maxLength]);
  const known = knownTexts.get(key) ?? newText(schema, minLength, maxLength);
  knownTexts.set(key, known);
  return known;
}

function newText(schema: Json, minLength: number, maxLength: number): fc.Arbitrary<string> {
  if (schema.format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
  }
  if (typeof schema.pattern === 'string' && !schema.pattern.includes('u0000')) {
    const expression = new RegExp(schema.pattern, 'u');
    return fc
      .stringMatching(expression, { maxLength: 100 })
      .filter((text) => text.length >= minLength && text.length <= 100);
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength });
}

const anyKey = fc.string({ minLength: 1, maxLength: 20 });

function object(schema: Json): fc.Arbitrary<unknown> {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (properties.length === 0) {
    const value = isObject(schema.additionalProperties)
      ? validValue(schema.additionalProperties)
      : fc.jsonValue();
    return fc.dictionary(anyKey, value, { maxKeys: 4 });
  }
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const members = properties.map(([key, schema]) => [key, validValue(schema as Json)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

/** Every field of a body, at any depth, with its description. */
export function fieldsOf(schema: Json, path: FieldPath = []): readonly Field[] {
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {}).map(
    ([name, value]) => [name, value as Json] as const,
  );
  const below = isObject(schema.items) ? [...own, [0, schema.items] as const] : own;
  return below.flatMap(([name, inner]) => {
    const here = [...path, name];
    return [{ path: here, schema: inner }, ...fieldsOf(inner, here)];
  });
}

/** A copy of a body with another value in one place; missing parents are created. */
export function withValue(body: unknown, [first, ...rest]: FieldPath, value: unknown): unknown {
  if (first === undefined) return value;
  if (first === 0) return [withValue(Array.isArray(body) ? body[0] : undefined, rest, value)];
  const object = isObject(body) ? body : {};
  return { ...object, [first]: withValue(object[first], rest, value) };
}

function manyEntries(count: number): unknown {
  return Array.from({ length: count }, (_, index) => `e${index}`);
}

function manyKeys(count: number): unknown {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x'.repeat(100)]));
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a: [value] };
  return value;
}
