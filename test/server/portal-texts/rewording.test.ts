import { describe, expect, it } from 'vitest';
import { createValidator } from '../../../src-server/base/validate';
import { PayloadChecks } from '../../../src-server/catalog/checks/payload-checks';
import { endpointInSchema } from '../../../src-server/contract/endpoint';
import { pollingEndpointInSchema } from '../../../src-server/contract/polling-endpoint';
import { ENGLISH_TEXTS } from '../../../src-server/contract/portal-texts/english-texts';
import { GERMAN_TEXTS } from '../../../src-server/contract/portal-texts/german-texts';
import { listTexts } from '../../../src-server/contract/portal-texts/list-texts';
import { parseJson } from '../../../src-server/json-schema/parse-json';
import { type SchemaRow, schemaTree } from '../../../src-server/json-schema/schema-tree';
import type { FilterContent } from '../../../src-server/message-filter/filter-node';
import { judgeMessages } from '../../../src-server/message-filter/judge-messages';
import { readFilter } from '../../../src-server/message-filter/read-filter';
import { compileTexts } from '../../../src-server/portal-texts/compile-texts';
import { rewording } from '../../../src-server/portal-texts/rewording';
import { sourceFiles } from '../../architecture/source-files';

const german = listTexts(GERMAN_TEXTS.server);
const source = { locale: 'de-DE', text: (path: string) => german.get(path) };
const reword = rewording(ENGLISH_TEXTS.server, compileTexts(ENGLISH_TEXTS.server, 'de-DE', [source]));
const same = rewording(ENGLISH_TEXTS.server, compileTexts(ENGLISH_TEXTS.server, 'en-GB'));

/** Each is said in German, and in English as it was. */
function expectWorded(sentences: readonly string[]): void {
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter((sentence) => reword(sentence) === null)).toEqual([]);
  expect(sentences.map((sentence) => same(sentence)?.replaceAll(/(?<=\d),(?=\d{3})/g, ''))).toEqual(
    sentences,
  );
}

describe('a sentence of the server in the language of the reader', () => {
  it('keeps its values, in the order and the spelling of that language', () => {
    expect(reword('This has more than 65536 characters.')).toBe('Höchstens 65.536 Zeichen sind erlaubt.');
    expect(reword('must have at most 1 item')).toBe('darf höchstens 1 Element haben');
    expect(reword('The header "x a" is given twice.')).toBe('Der Header "x a" ist zweimal angegeben.');
    expect(reword('must be string or null')).toBe('muss vom Typ string oder null sein');
    expect(reword('at least 0.5, less than 1')).toBe('mindestens 0.5, weniger als 1');
  });

  it('is worded in its parts too, and not at all if a part has no words', () => {
    expect(reword('array of (string, integer or null)')).toBe('array aus (string, integer oder null)');
    expect(
      reword('none of the alternatives holds: payload.a is absent, the filter wants 1; and 2 more'),
    ).toBe(
      'keine der Alternativen trifft zu: payload.a ist nicht vorhanden, der Filter verlangt 1; und 2 weitere',
    );
    expect(reword('none of the alternatives holds: something else')).toBe(null);
  });

  it('stays what it is where it is not known, or far too long', () => {
    expect(reword('Nobody has ever said this.')).toBe(null);
    expect(reword(`must match ${'is '.repeat(5_000)}`)).toBe(null);
  });

  it('takes a value for what it is, whatever it looks like', () => {
    expect(reword('payload.a is "absent", the filter wants "b; c"')).toBe(
      'payload.a ist "absent", der Filter verlangt "b; c"',
    );
    expect(reword('must be one of "a or b"')).toBe('muss einer dieser Werte sein: "a or b"');
  });
});

describe('the portal has words for what the server says of', () => {
  it('a field that violates its description', () => {
    const spoken = (schema: object, body: object) => {
      try {
        createValidator().body(schema)(body);
      } catch (cause) {
        return String((cause as Error).message).split('; ');
      }
      return [];
    };
    const long = 'x'.repeat(70_000);
    expectWorded([
      ...spoken(endpointInSchema, {
        url: long,
        description: long,
        channels: Array(11).fill('a'),
        rateLimit: 0,
      }),
      ...spoken(endpointInSchema, { url: '', description: '\u0000', channels: ['a b'], rateLimit: 1e9 }),
      ...spoken(endpointInSchema, { filterTypes: Array.from({ length: 5001 }, (_, n) => `t${n}`) }),
      ...spoken(pollingEndpointInSchema, { uid: 'a b' }),
      ...spoken(pollingEndpointInSchema, { uid: '' }),
    ]);
  });

  it('a filter that it refuses', () => {
    const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
    const filters: readonly object[] = [
      { payload: deep(9) },
      { payload: { a: 'x'.repeat(5_000) } },
      { payload: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, 1])) },
      { $not: 1 },
      { data: 1 },
      { data: 1, type: 'a', id: 'b' },
      { headers: {} },
      { time: 1 },
      { other: 1 },
      ...['$ne', '$regex', '$ref', '$other'].map((name) => ({ payload: { a: { [name]: 1 } } })),
      ...['$gt', '$in', '$startsWith', '$exist'].map((name) => ({ payload: { a: { [name]: null } } })),
      { $or: [] },
      { payload: { a: Number.POSITIVE_INFINITY } },
    ];
    const spoken = filters.map((filter) => {
      const read = readFilter(filter as FilterContent);
      if (read.ok) throw new Error(`accepted: ${JSON.stringify(filter)}`);
      return read.pointer === '' ? read.reason : `${read.pointer}: ${read.reason}`;
    });
    expectWorded(spoken);
  });

  it('a message that a filter leaves out', async () => {
    const conditions = [
      ...[{ $gt: 9 }, { $gte: 9 }, { $lt: 0 }, { $lte: 0 }, { $in: [7, 8, 9, 10] }, { $exist: false }],
      ...[{ $neq: 1 }, { $nin: [1] }, { $startsWith: 'a' }, { $endsWith: 'a' }, 2, { $not: 1 }],
    ].map((a) => ({ payload: { a } }));
    const filters = [
      ...conditions,
      { $not: { payload: { a: 1 } } },
      { payload: { missing: { $exist: true } } },
      { payload: { missing: 'x' } },
      { payload: { text: { $in: 'zz' } } },
      { payload: { text: { $nin: 'b' } } },
      { payload: { list: 9 } },
      { payload: { list: { $neq: 1 } } },
      { payload: { list: { $in: [9] } } },
      { payload: { objects: { x: 1, y: 1 } } },
      { payload: { object: 1 } },
      { payload: { huge: 1 } },
      { eventType: 'b' },
      { $or: conditions.slice(0, 5) },
    ] as readonly FilterContent[];
    const message = {
      ...{ eventType: 'a', eventId: null, channels: null, tags: null },
      payload: '{"a":1,"text":"abc","list":[1,2,3,4],"objects":[{"x":1}],"object":{},"huge":1e999}',
    };
    for (const reasons of ['exact', 'without-types'] as const) {
      const [verdicts = []] = await judgeMessages({ filters, messages: [message], reasons });
      expectWorded(verdicts.map((verdict) => verdict ?? 'matched'));
      const shown = verdicts.map((verdict) => reword(verdict ?? '')).join('\n');
      expect(shown).not.toMatch(/\b(?:is|the|wants|absent|and|more)\b/);
    }
  });

  it('a payload that violates its schema, or cannot be checked', () => {
    const checks = new PayloadChecks();
    const spoken = (schema: unknown, payload: unknown) => {
      const { problems, reason } = checks.of(JSON.stringify(schema))(payload, true);
      const inner = problems.flatMap(({ alternatives = [] }) =>
        alternatives.flatMap((each) => each.problems),
      );
      return [...problems, ...inner].map(({ message }) => message).concat(reason ?? []);
    };
    const formats = ['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'];
    const more = ['uri-reference', 'uri-template', 'uuid', 'json-pointer', 'relative-json-pointer', 'regex'];
    expectWorded([
      ...[...formats, ...more].flatMap((format) => spoken({ format }, '[\n \\ {')),
      ...spoken({ type: 'string' }, 1),
      ...spoken({ type: ['string', 'null'] }, 1),
      ...spoken({ type: ['string', 'null', 'array'] }, 1),
      ...spoken({ required: ['a'], dependencies: { b: ['c'] }, additionalProperties: false }, { b: 1 }),
      ...spoken({ propertyNames: { pattern: 'x' }, minProperties: 2 }, { b: 1 }),
      ...spoken({ enum: ['a', 'b'] }, 1),
      ...spoken({ const: 'a' }, 1),
      ...spoken({ pattern: '^a$', minLength: 9, contentEncoding: 'base64' }, 'b!'),
      ...spoken({ contentMediaType: 'application/json', maxLength: 1 }, 'bb'),
      ...spoken({ minimum: 2, exclusiveMinimum: 2, multipleOf: 3 }, 1),
      ...spoken({ maximum: 2, exclusiveMaximum: 2 }, 3),
      ...spoken({ minItems: 3, uniqueItems: true, contains: { const: 2 } }, [1, 1]),
      ...spoken({ maxItems: 1, items: [{}], additionalItems: false }, [1, 2]),
      ...spoken({ maxProperties: 1, not: {} }, { a: 1, b: 2 }),
      ...spoken({ properties: { a: false } }, { a: 1 }),
      ...spoken({ oneOf: [{ type: 'string' }, { type: 'array' }, { const: true }] }, 1),
      ...spoken({ oneOf: [{}, { type: 'number' }] }, 1),
      ...spoken({ pattern: '(' }, 'a'),
      ...spoken({ pattern: 'a' }, 'a'.repeat(3_000)),
      ...spoken({ $ref: '#/nowhere' }, 1),
    ]);
  });

  it('a text that is not JSON', () => {
    const texts = ['', '{} x', '[1', '{a', '{"a"', '[,', '{"a":1 ', '\u00a0', '['.repeat(500)];
    expectWorded(texts.map((text) => (parseJson(text) as { fault: { label: string } }).fault.label));
  });

  it('the types and limits of a schema', () => {
    const rowsOf = (row: SchemaRow): readonly SchemaRow[] => [row, ...row.children.flatMap(rowsOf)];
    const union = [{ properties: { a: { type: 'string' } } }, { type: 'array', items: { type: 'number' } }];
    const { root } = schemaTree({
      additionalProperties: false,
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['b'] },
      else: { required: ['c'] },
      dependencies: { d: ['e'] },
      properties: {
        a: { type: ['string', 'integer', 'null'], minLength: 1, maxLength: 20, enum: ['x'] },
        b: {
          type: 'array',
          items: { type: ['object', 'null'] },
          uniqueItems: true,
          minItems: 1,
          maxItems: 1,
        },
        c: { oneOf: union },
        d: { type: 'object', anyOf: union, maxProperties: 3, minProperties: 2 },
        e: { type: 'number', minimum: 0.5, exclusiveMaximum: 1, multipleOf: 0.1, default: 1, examples: [1] },
        f: { type: 'array', items: [{ title: 'First' }, {}], additionalItems: { type: 'null' } },
        g: { format: 'x', pattern: 'y', contentEncoding: 'z', contentMediaType: 'b', readOnly: true },
        h: { enum: ['a', 'b'], writeOnly: true, minLength: 2 },
        i: { $ref: '#/nowhere' },
        j: false,
        k: { items: [], additionalItems: false, maxItems: 4 },
      },
    });
    const rows = rowsOf(root);
    expectWorded([
      ...rows.map(({ type }) => type),
      ...rows.flatMap(({ notes }) => notes.map(({ text }) => text)),
      ...rows.flatMap(({ kind, label }) => (kind === 'root' || kind === 'property' ? [] : [label])),
    ]);
  });

  it('nothing else: each sentence about a field, a refusal or a task is one of the server', () => {
    const code = sourceFiles('src-server')
      .filter(({ path }) => !path.includes('portal-texts'))
      .map(({ text }) => text.replaceAll("\\'", "'").replaceAll('\\`', '`'))
      .join('\n');
    const { field, refusal, task, unchecked } = ENGLISH_TEXTS.server;
    const parts = (text: string) => text.split(/\{\w+(?:, number)?\}/).map((part) => part.replace(/\.$/, ''));
    const isSaid = (text: string) => parts(text).every((part) => code.includes(part.trim()));
    const odd = [...listTexts({ field, refusal, task, unchecked })].filter(([, text]) => !isSaid(text));
    const composed = ['field.archived', 'refusal.blocksNone', 'unchecked.time', 'unchecked.memory'];
    expect(odd.map(([path]) => path)).toEqual(composed);
  });
});
