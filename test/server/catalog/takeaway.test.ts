import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { toJsonPieces } from '../../../src-server/base/json-pieces';
import { isSameSchema } from '../../../src-server/catalog/openapi/import-merge';
import { readOpenapiImport } from '../../../src-server/catalog/openapi/import-openapi';
import { exportTypes } from '../../../src-server/catalog/takeaway/export-types';
import type { ExportFormat } from '../../../src-server/contract/event-type-export';
import { typeFaults } from '../../support/type-faults';

const typeOf = (name: string, schema: unknown, more = {}) => ({
  ...{ name, description: `About ${name}.`, deprecated: false, groupName: null, featureFlags: null },
  ...{ sunsetAt: null, replacedBy: null },
  schemas: schema === null ? null : JSON.stringify({ 1: schema }),
  ...more,
});
type Row = ReturnType<typeof typeOf>;

function exported(format: ExportFormat, rows: readonly Row[]): string {
  const { text } = exportTypes({ format, title: 'Shop', types: toJsonPieces(rows) });
  return new TextDecoder().decode(text);
}

const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more });
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const text = { type: 'string' };

/** Schemas that one of the forms cannot say as they are. */
const ODD: Readonly<Record<string, unknown>> = {
  plain: object({ id: text }, { required: ['id'] }),
  'says.its.draft': { $schema: 'http://json-schema.org/draft-07/schema#', ...object({ a: text }) },
  anything: true,
  nothing: false,
  none: null,
  'only.a.reference': { ...ref('It'), definitions: { It: object({ a: text }) } },
  'beside.a.reference': object({ a: { ...ref('It'), minimum: 3 } }, { definitions: { It: text } }),
  'to.nowhere': object({ a: ref('Missing') }),
  'to.itself': object({ parent: { $ref: '#' }, part: { $ref: '#/properties/name' }, name: text }),
  'by.address': object(
    { a: { $ref: 'https://a.example/it' } },
    {
      definitions: { It: { $id: 'https://a.example/it', ...object({ deep: text }) } },
    },
  ),
  'not.reached': object({ a: text }, { definitions: { Unused: object({ b: text }) } }),
  'a.tuple': object({ pair: { items: [text, { type: 'number' }], additionalItems: false, minItems: 1 } }),
  dependent: object({ a: text, b: text }, { dependencies: { a: ['b'], b: object({ c: text }) } }),
  'in.words': object({ a: text }, { description: 'Words of the schema.' }),
  'with.an.example': object({ a: text }, { example: { a: 'x' } }),
  'odd.numbers': JSON.parse('{"type":"object","properties":{"2":{"maximum":2.0},"1":{"const":1e2}}}'),
  'odd.names': object(
    { A: { $ref: '#/definitions/a%20b~1c~0d' }, B: ref('constructor') },
    {
      definitions: { 'a b/c~d': object({ x: text }), constructor: text },
    },
  ),
};
const odd = Object.entries(ODD).map(([name, schema]) => typeOf(name, schema));

test('importing an exported OpenAPI document restores every event type exactly, whatever its schema', async () => {
  const rows = [...odd, typeOf('silent', object({}, { description: 'Of the schema.' }), { description: '' })];
  const { candidates } = await readOpenapiImport({ specRaw: exported('openapi', rows) });
  expect(candidates.map(({ eventType }) => eventType.name)).toEqual(rows.map(({ name }) => name));
  for (const { eventType } of candidates) {
    const row = rows.find(({ name }) => name === eventType.name);
    expect([eventType.name, eventType.description]).toEqual([row?.name, row?.description]);
    const schema = row?.schemas == null ? undefined : JSON.parse(row.schemas)['1'];
    expect([eventType.name, isSameSchema(eventType.schemas?.['1'], schema)]).toEqual([row?.name, true]);
  }
});

test('the exact copy in an exported OpenAPI operation is used only until someone edits the operation', async () => {
  const row = typeOf('by.hand', { ...ref('It'), definitions: { It: object({ a: text }) } });
  const document = JSON.parse(exported('openapi', [row]));
  const read = async () => (await readOpenapiImport({ spec: document })).candidates[0]?.eventType;
  expect((await read())?.schemas?.['1']).toMatchObject(ref('It'));
  document.components.schemas.It.properties.b = { type: 'number' };
  expect((await read())?.schemas?.['1']).toMatchObject(object({ b: { type: 'number' } }));
});

test('schemas of the JSON Schema export accept and refuse the same values as the stored ones', () => {
  const document = JSON.parse(exported('json-schema', odd));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'all');
  const payloads = [{}, { id: 'x' }, { id: 3 }, { a: 'x' }, { a: 3 }, { a: { deep: 3 } }, { pair: ['x', 3] }];
  const more = [
    { pair: ['x', 3, 4] },
    { pair: [] },
    { name: 3 },
    { part: 3 },
    { parent: { name: 3 } },
    3,
    'x',
  ];
  for (const [name, schema] of Object.entries(ODD)) {
    if (name === 'to.nowhere') continue; // Ajv refuses it
    const stored = new Ajv({ strict: false, validateFormats: false }).compile((schema ?? true) as object);
    const written = ajv.getSchema(`all#/schemas/${name}`);
    for (const payload of [...payloads, ...more])
      expect([name, payload, written?.(payload)]).toEqual([name, payload, stored(payload)]);
  }
  expect(Object.keys(document)).toEqual(['schemas', 'definitions']);
});

test('the JSON Schema export writes a shared definition once, and numbers different ones of the same name', () => {
  const money = object({ amount: { type: 'number' } });
  const using = (definition: object) => object({ sum: ref('Money') }, { definitions: { Money: definition } });
  const rows = [typeOf('a', using(money)), typeOf('b', using(money)), typeOf('c', using(text))];
  const { definitions, schemas } = JSON.parse(exported('json-schema', rows));
  expect(definitions).toEqual({ Money: money, Money_2: text });
  expect(schemas.b.properties.sum).toEqual(ref('Money'));
  expect(schemas.c.properties.sum).toEqual(ref('Money_2'));
});

test('the export of fields lists each field name once, with the event types that have it, and no values', () => {
  const money = object({ amount: { type: 'number', enum: [1], default: { not: 1 } } });
  const rows = [
    typeOf('a', object({ id: text, sum: ref('Money') }, { definitions: { Money: money } })),
    typeOf('b', object({ id: text })),
    typeOf('c', null),
    typeOf('d', object({ id: text, enum: object({ properties: text }), __proto__x: text })),
  ];
  expect(JSON.parse(exported('fields', rows))).toEqual({
    types: ['a', 'b', 'c', 'd'],
    fields: [
      { names: ['id'], at: [0, 1, 3, 3] },
      { names: ['sum', 'amount'], at: [0, 0] },
      { names: ['enum', 'properties', '__proto__x'], at: [3, 3] },
    ],
  });
  expect(JSON.parse(exported('fields', []))).toEqual({ types: [], fields: [] });
});

/** What TypeScript has a rule about. */
const HARD: Readonly<Record<string, unknown>> = {
  ...ODD,
  // TS2456: a type that consists of itself.
  'loops.alone': {
    ...ref('A'),
    definitions: { A: { anyOf: [ref('B'), text] }, B: { allOf: [ref('A'), ref('C')] }, C: ref('A') },
  },
  'is.itself': { anyOf: [{ $ref: '#' }, text] },
  // TS2411: an index signature that a member does not fit.
  'open.with.members': object({ id: text }, { additionalProperties: { type: 'number' } }),
  'open.alone': { type: 'object', additionalProperties: { type: 'number' } },
  'by.pattern': { type: 'object', patternProperties: { '^x': text }, additionalProperties: false },
  // TS2590: a union of too many members.
  'many.ways': {
    allOf: Array.from({ length: 12 }, (_, n) => ({
      oneOf: Array.from({ length: 6 }, (_, m) =>
        object({ [`k${n}`]: { const: m } }, { required: [`k${n}`] }),
      ),
    })),
  },
  'many.values': {
    allOf: [
      { enum: Array.from({ length: 900 }, (_, n) => `v${n}`) },
      { enum: Array.from({ length: 900 }, (_, n) => `v${n + 1}`) },
    ],
  },
  values: { enum: ['a', 1, -1, 1e300, true, null, { b: ['c'] }, [], {}] },
  'hostile.words': object(
    {
      '*/ evil': { ...text, description: '*/ export const evil = 1; /*' },
      "quote's": text,
      'back\\slash': text,
      new: text,
      __proto: text,
    },
    { description: 'One\u2028two */ three', required: ['not.there', 'new'], tsType: 'import("evil")' },
  ),
  'a.mixed.list': { items: [text, { type: ['string', 'null'] }], minItems: 1 },
  'no.words': {},
  '1.digit': text,
  string: object({}),
  'webhook.events': text,
};

test('the TypeScript export compiles with tsc --strict, whatever the schemas', () => {
  const names = Object.keys(HARD);
  const declarations = exported(
    'typescript',
    names.map((name) => typeOf(name, HARD[name], { description: `*/ ${name}` })),
  );
  expect(typeFaults(declarations)).toBe('');
  for (const name of names) expect(declarations).toContain(`  '${name}': `);
}, 120_000);

test('payloads that match the schema match the exported type, and the compiler refuses others', () => {
  const rows = [
    typeOf(
      'invoice.paid',
      object(
        { id: text, sum: ref('Money'), state: { enum: ['open', 'paid'] } },
        {
          required: ['id', 'sum'],
          definitions: {
            Money: object(
              { amount: { type: 'integer' }, currency: { type: ['string', 'null'] } },
              { required: ['amount'] },
            ),
          },
        },
      ),
    ),
    typeOf('one.of', {
      oneOf: [
        object({ kind: { const: 'a' } }, { required: ['kind'] }),
        object({ kind: { const: 'b' }, n: { type: 'number' } }, { required: ['kind', 'n'] }),
      ],
    }),
    typeOf('old', object({}), { deprecated: true }),
  ];
  const declarations = exported('typescript', rows);
  expect(declarations).toContain('export interface InvoicePaid {');
  expect(declarations).toContain('@deprecated');
  const use = (lines: readonly string[]) =>
    typeFaults(
      declarations,
      `import type { WebhookEvents, InvoicePaid } from './events';\n${lines.join('\n')}\n`,
    );
  const good = [
    `export const a: WebhookEvents['invoice.paid'] = { id: 'x', sum: { amount: 1, currency: null }, state: 'paid' };`,
    `export const b: InvoicePaid = a;`,
    `export const c: WebhookEvents['one.of'] = { kind: 'b', n: 1 };`,
    `export const d: number = c.n;`,
  ];
  expect(use(good)).not.toContain('error');
  const bad = [
    `export const a: WebhookEvents['invoice.paid'] = { sum: { amount: 1 } };`,
    `export const b: WebhookEvents['invoice.paid'] = { id: 'x', sum: { amount: '1' } };`,
    `export const c: WebhookEvents['invoice.paid'] = { id: 'x', sum: { amount: 1 }, state: 'lost' };`,
    `export const d: WebhookEvents['one.of'] = { kind: 'b' };`,
    `export type E = WebhookEvents['invoice.unknown'];`,
  ];
  const faults = use(bad);
  for (const line of [2, 3, 4, 5, 6]) expect(faults).toContain(`use.ts(${line},`);
}, 120_000);

test('event type names that give the same TypeScript identifier stay distinct', () => {
  const names = ['a.b', 'a-b', 'a_b', 'A.b', 'AB', 'webhook.events'];
  const rows = names.map((name) => typeOf(name, object({ v: { const: name } }, { required: ['v'] })));
  const declarations = exported('typescript', rows);
  const use = names.map(
    (name) =>
      `export const v${names.indexOf(name)}: '${name}' = (null as unknown as WebhookEvents['${name}']).v;`,
  );
  expect(
    typeFaults(declarations, `import type { WebhookEvents } from './events';\n${use.join('\n')}\n`),
  ).toBe('');
}, 120_000);
