import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/*
 * A schema is stored and returned as the received text: numbers with their spelling, keys in their order, including
 * duplicates, strings with their escapes.
 */

const server = startedOnce(startTestServer);

const EXAMPLE = String.raw`{"z":2.0,"1":1E400,"n":9223372036854775807,"e":"\u00e9 é \/","z2":-0}`;
const SCHEMA = String.raw`{"type":"object","title":"caf\u00e9 é","properties":{"b":{"type":"integer","maximum":9223372036854775807,"multipleOf":2.0},"2":{"minimum":-0,"default":1E400},"1":{"const":1e3},"a":{"enum":[0.1e-7,2.0,9007199254740993]}},"x-twice":1,"x-twice":2,"examples":[${EXAMPLE}]}`;
const SCHEMAS = `{"1":${SCHEMA}}`;
/** Usually only version "1" is requested; the others are kept too. */
const TWO = `{"2":{"maximum":2.0},"1":${SCHEMA}}`;

const post = (path: string, raw: string) => server.call('POST', path, undefined, { raw });
const stored = async (name: string) => (await server.call('GET', `/event-type/${name}`)).text;
const version = async (name: string) =>
  (await server.call('GET', `/event-type/${name}/history?limit=1`)).json.data[0].version;
/** Formatted with white space between all tokens, as a person writes JSON. */
const spaced = (text: string) =>
  text.replace(/("(?:[^"\\]|\\.)*")|([{}[\],:])/g, (_all, string, sign) => string ?? `\n ${sign}\t `);

describe('a schema comes back as the text that was sent', () => {
  test('to POST, PUT, PATCH and POST on the name', async () => {
    const made = await post('/event-type', `{"name":"text.made","description":"","schemas":${TWO}}`);
    expect(made.text).toContain(`"schemas":${TWO},`);
    expect(await stored('text.made')).toContain(`"schemas":${TWO},`);
    for (const [method, body] of [
      ['PUT', `{"description":"Put.","schemas":${SCHEMAS}}`],
      ['PATCH', `{"schemas":${TWO}}`],
      ['POST', `{"schemas":${SCHEMAS}}`],
    ] as const) {
      const { text, status } = await server.call(method, '/event-type/text.made', undefined, { raw: body });
      expect(status).toBe(200);
      expect(text).toContain(`"schemas":${body.includes(TWO) ? TWO : SCHEMAS},`);
    }
  });

  test('as `schema`, beside other versions and instead of version "1"', async () => {
    await post('/event-type', `{"name":"text.single","description":"","schema":${SCHEMA}}`);
    expect(await stored('text.single')).toContain(`"schemas":${SCHEMAS},`);
    const patch = (raw: string) => server.call('PATCH', '/event-type/text.single', undefined, { raw });
    await patch(`{"schemas":{"2":{"maximum":2.0},"1":true,"3":{"minimum":1e3}}}`);
    const { text } = await patch(`{"schema":${SCHEMA}}`);
    expect(text).toContain(`"schemas":{"1":${SCHEMA},"2":{"maximum":2.0},"3":{"minimum":1e3}},`);
    expect((await patch('{"schema":null}')).text).toContain(
      '"schemas":{"2":{"maximum":2.0},"3":{"minimum":1e3}},',
    );
    await patch('{"schemas":{"1":true}}');
    expect((await patch('{"schema":null}')).text).toContain('"schemas":null,');
  });

  test('of two members with one name the last counts, however they are spelled', async () => {
    const raw = `{"name":"text.last","description":"","schemas":{"1":true},"sch\\u0065mas":${SCHEMAS}}`;
    await post('/event-type', raw);
    expect(await stored('text.last')).toContain(`"schemas":${SCHEMAS},`);
    expect(
      (
        await server.call('PATCH', '/event-type/text.last', undefined, {
          raw: '{"schemas":{"1":{"type":1},"1":{}}}',
        })
      ).text,
    ).toContain('"schemas":{"1":{"type":1},"1":{}},');
    const refused = await server.call('PATCH', '/event-type/text.last', undefined, {
      raw: '{"schemas":{"1":{},"1":{"type":1}}}',
    });
    expect(refused.status).toBe(422);
  });

  test('in lists, in the history, and after it was restored', async () => {
    await post('/event-type', `{"name":"text.kept","description":"","schemas":${SCHEMAS}}`);
    expect((await server.call('GET', '/event-type?with_content=true')).text).toContain(
      `"schemas":${SCHEMAS},`,
    );
    await server.call('PATCH', '/event-type/text.kept', { schemas: null });
    expect((await server.call('GET', '/event-type/text.kept/history/1')).text).toContain(
      `"schemas":${SCHEMAS},`,
    );
    const restored = await server.call('POST', '/event-type/text.kept/history/1/restore');
    expect(restored.text).toContain(`"schemas":${SCHEMAS},`);
    await server.call('DELETE', '/event-type/text.kept');
    expect(await stored('text.kept')).toContain(`"schemas":${SCHEMAS},`);
  });

  test('through many changes at once', async () => {
    const entries = [
      `{"name":"text.bulk","description":"","schemas":${TWO}}`,
      `{"description":"","name":"text.bulk2","schema":${SCHEMA}}`,
    ];
    const { json } = await post('/event-type-bulk', `{"eventTypes":[${entries.map(spaced).join(' ,\n')}]}`);
    expect(json.eventTypes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'created',
      'created',
    ]);
    expect(await stored('text.bulk')).toContain(`"schemas":${TWO},`);
    expect(await stored('text.bulk2')).toContain(`"schemas":${SCHEMAS},`);
    const again = await post('/event-type-bulk', `{"eventTypes":[${entries.join()}]}`);
    expect(again.json.eventTypes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
    ]);
  });

  test('from one environment into another', async () => {
    const { text } = await server.call('POST', '/environment/export');
    const eventTypes = /"eventTypes":(\[.*\])}$/.exec(text)?.[1];
    expect(eventTypes).toContain(`"schemas":${TWO},`);
    const other = await startTestServer();
    const raw = `{"eventTypes":${eventTypes}}`;
    expect((await other.call('POST', '/environment/import', undefined, { raw })).status).toBe(204);
    expect((await other.call('GET', '/event-type/text.bulk')).text).toContain(`"schemas":${TWO},`);
    const versions = (await other.call('GET', '/event-type-history')).json.data.length;
    await other.call('POST', '/environment/import', undefined, { raw: spaced(raw) });
    expect((await other.call('GET', '/event-type-history')).json.data).toHaveLength(versions);
    await other.remove();
  });
});

describe('what counts as a change of a schema', () => {
  test('is its text: white space between the tokens is none', async () => {
    await post('/event-type', `{"name":"text.same","description":"","schemas":${SCHEMAS}}`);
    for (const raw of [
      `{"schemas":${SCHEMAS}}`,
      `{"schemas":${spaced(SCHEMAS)}}`,
      `{"schema":${spaced(SCHEMA)}}`,
    ]) {
      const { text, headers } = await server.call('PUT', '/event-type/text.same', undefined, { raw });
      expect(text).toContain(`"schemas":${SCHEMAS},`);
      expect(headers.get('etag')).toBe('"1"');
    }
    expect(await version('text.same')).toBe(1);
  });

  test('is another spelling of a number or a string too', async () => {
    const changes = [
      SCHEMA.replace('2.0', '2'),
      SCHEMA.replace('775807', '775806'),
      SCHEMA.replace('\\u00e9', 'é'),
    ];
    for (const [index, schema] of changes.entries()) {
      const headers = { 'if-match': `"${index + 1}"` };
      const raw = `{"schema":${schema}}`;
      const response = await server.call('PATCH', '/event-type/text.same', undefined, { raw, headers });
      expect(response.headers.get('etag')).toBe(`"${index + 2}"`);
      expect(response.text).toContain(schema);
    }
  });

  test('and is told with the numbers as they are spelled', async () => {
    const schema = (maximum: string) => `{"name":"text.told","schema":{"maximum":${maximum}}}`;
    await post('/event-type', schema('9223372036854775807').replace('{', '{"description":"",'));
    await server.call('PATCH', '/event-type/text.told', undefined, { raw: schema('9223372036854775806') });
    const [change] = (await server.call('GET', '/event-type/text.told/history/2')).json.changes;
    expect(change.text).toBe('at most 9223372036854775807 becomes at most 9223372036854775806');
  });
});

describe('what is made of a schema', () => {
  test('is too large where its text is', async () => {
    const raw = `{"eventTypes":[{"name":"text.large","description":"","schema":{"a":"${'x'.repeat(4 * 1024 * 1024)}","a":""}}]}`;
    const { status, text } = await post('/event-type-bulk', raw);
    expect(status).toBe(422);
    expect(text).toContain('exceed 4 MiB');
  });

  test('is the example of its author as it came', async () => {
    await post('/event-type', `{"name":"text.example","description":"","schema":${SCHEMA}}`);
    expect((await server.call('GET', '/event-type/text.example/example')).text).toContain(
      `"example":${EXAMPLE},`,
    );
    const made = await post('/event-type/schema/generate-example', `{"schema":${spaced(SCHEMA)}}`);
    expect(made.text).toContain(`"example":${EXAMPLE},`);
    expect((await post('/event-type/schema/generate-example', '{"schema":{"default":2.0}}')).text).toContain(
      '"example":2.0,',
    );
  });

  test('is what an endpoint is sent as an example', async () => {
    await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
    const endpoint = await server.call('POST', '/app/ada/endpoint', {
      url: `${server.baseUrl}/receiver/text`,
    });
    const path = `/app/ada/endpoint/${endpoint.json.id}/send-example`;
    expect((await post(path, '{"eventType":"text.example"}')).text).toContain(`"payload":${EXAMPLE}`);
    expect((await post(path, `{"eventType":"text.example","payload":${EXAMPLE}}`)).text).toContain(
      `"payload":${EXAMPLE}`,
    );
  });
});

/** Schemas that are parsed on the way keep their numbers and the order of their keys. */
const NUMBERS =
  '{"type":"object","properties":{"b":{"type":"integer","maximum":9223372036854775807,"multipleOf":2.0},"2":{"minimum":-0,"default":1E400},"1":{"const":1e3},"a":{"enum":[0.1e-7,2.0,9007199254740993,{"n":[1E400]}]}},"x-limit":2.0}';
const IN_DOCUMENT = NUMBERS.replace(
  '{"type":"object"',
  '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"',
);
const WEBHOOK = (schema: string, example = '{"n":9223372036854775807,"z":2.0}') =>
  `{"openapi":"3.1.0","info":{"title":"Text","version":"1"},"webhooks":{"text.imported":{"post":{"requestBody":{"content":{"application/json":{"schema":${schema},"example":${example}}}}}}}}`;
const EXAMPLES = '"examples":[{"n":9223372036854775807,"z":2.0}]';

describe('a document that is imported', () => {
  const imported = `${IN_DOCUMENT.slice(0, -1)},${EXAMPLES}}`;

  test('keeps the spelling of numbers in its plan, in the catalog and through an undo', async () => {
    const plan = await server.call('POST', '/event-type/import/plan', { specRaw: WEBHOOK(NUMBERS) });
    expect(plan.text).toContain(imported);
    await server.call('POST', '/event-type/import/apply', { specRaw: WEBHOOK(NUMBERS) });
    expect(await stored('text.imported')).toContain(imported);
    const again = await server.call('POST', '/event-type/import/plan', { specRaw: WEBHOOK(NUMBERS) });
    expect(again.json.counts).toMatchObject({ unchanged: 1, changed: 0 });
    const raw = `{"spec":${WEBHOOK(NUMBERS.replace('775807', '775806'))}}`;
    const changed = await post('/event-type/import/apply', raw);
    expect(changed.json.updated).toEqual(['text.imported']);
    expect(await stored('text.imported')).toContain('"maximum":9223372036854775806');
    await server.call('POST', `/event-type/import/receipt/${changed.json.id}/undo`);
    expect(await stored('text.imported')).toContain(imported);
    const plain = await post(
      '/event-type/import/openapi',
      `{"dryRun":true,"spec":${WEBHOOK(NUMBERS.replace('1e3', '1e4'))}}`,
    );
    expect(plain.text).toContain('"const":1e4');
  });

  test('keeps examples and values that only their spelling tells apart', async () => {
    const schema = NUMBERS.replace('"a":{"enum":[', '"a":{"enum":[1E400,null,');
    const named = '{"a":{"value":{"n":9223372036854775807}},"b":{"value":{"n":9223372036854775806}}}';
    const specRaw = WEBHOOK(schema).replace(/"example":\{[^}]*\}/, `"examples":${named}`);
    const { text } = await server.call('POST', '/event-type/import/plan', { specRaw });
    expect(text).toContain('"enum":[1E400,null,');
    expect(text).toContain('"examples":[{"n":9223372036854775807},{"n":9223372036854775806}]');
  });

  test('keeps what was changed by hand beside it, both as they are spelled', async () => {
    const [mine, theirs] = ['"maximum":9223372036854775805', '"const":2e3'];
    await server.call('PATCH', '/event-type/text.imported', undefined, {
      raw: `{"schema":${imported.replace(/"maximum":\d+/, mine)}}`,
    });
    await server.call('POST', '/event-type/import/apply', {
      specRaw: WEBHOOK(NUMBERS.replace('"const":1e3', theirs)),
    });
    expect(await stored('text.imported')).toContain(
      imported.replace(/"maximum":\d+/, mine).replace('"const":1e3', theirs),
    );
  });

  test('leaves the text of event types that it only archives', async () => {
    await post('/event-type', `{"name":"text.archived","description":"","schemas":${TWO}}`);
    const document = { specRaw: WEBHOOK(NUMBERS), replaceAll: true };
    await server.call('POST', '/event-type/import/apply', {
      ...document,
      choices: [{ row: 'text.archived', accept: true }],
    });
    const { text, json } = await server.call('GET', '/event-type/text.archived');
    expect(json.archived).toBe(true);
    expect(text).toContain(`"schemas":${TWO},`);
  });

  test('is read from YAML in the same way', async () => {
    const specRaw = `openapi: 3.0.3
info: { title: Yaml, version: '1' }
webhooks:
  text.yaml:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                big: { type: integer, minimum: 2.0, exclusiveMinimum: true, maximum: 9223372036854775807 }
                enum: { type: number, nullable: true, enum: [1e3, 2.0, .5, 0x10] }
                2: { type: number, example: 1.50, default: -0.0 }
`;
    await server.call('POST', '/event-type/import/apply', { specRaw });
    expect(await stored('text.yaml')).toContain(
      '"properties":{"big":{"type":"integer","exclusiveMinimum":2.0,"maximum":9223372036854775807},"enum":{"type":["number","null"],"enum":[1e3,2.0,0.5,16,null]},"2":{"type":"number","examples":[1.50],"default":-0.0}}',
    );
  });
});
