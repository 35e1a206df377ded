import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, vi } from 'vitest';
import { readOpenapiImport } from '../../../src-server/catalog/openapi/import-openapi';
import { openapiViolations } from '../../../src-server/catalog/openapi/openapi-violations';
import type { JsonObject } from '../../../src-server/json-schema/plain-json';

const info = { title: 'T', version: '1' };
const responses = { 200: { description: 'ok' } };
const body = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const post = (schema: unknown, more = {}) => ({ post: { requestBody: body(schema), responses, ...more } });
const with31 = (webhooks: object, more = {}) => ({ openapi: '3.1.0', info, webhooks, ...more });
const asRead = (root: JsonObject, version: '3.0' | '3.1' | '3.2') => ({ root, version, warnings: [] });
const messagesOf = async (document: JsonObject, version: '3.0' | '3.1' | '3.2' = '3.1') =>
  (await openapiViolations(asRead(document, version))).map(({ message }) => message);

describe('violations of the OpenAPI specification', () => {
  it('the schema of OpenAPI is not compiled for each document, which takes longer than checking it', async () => {
    await messagesOf(with31({ a: post({}) }));
    const compile = vi.spyOn(Ajv2020.prototype, 'compile');
    expect(await messagesOf(with31({ a: post({}, { foo: 1 }) }))).toHaveLength(1);
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });

  it('a violation of OpenAPI 3.1 is reported with its place', async () => {
    const bad = with31({ a: post(7, { foo: 1 }), b: 'text', c: post(true) }, { info: { title: 'T' } });
    expect(await openapiViolations(asRead(bad, '3.1'))).toEqual([
      { pointer: '/info/version', message: 'Not valid in OpenAPI 3.1: /info/version is missing.' },
      {
        pointer: '/webhooks/a/post/requestBody/content/application~1json/schema',
        message: expect.stringContaining('/schema must be object or boolean.'),
      },
      { pointer: '/webhooks/a/post/foo', message: expect.stringContaining('is not an allowed key.') },
      { pointer: '/webhooks/b', message: expect.stringContaining('/webhooks/b must be object.') },
    ]);
  });

  it('a violation of OpenAPI 3.0 is reported in x-webhooks and schemas too', async () => {
    const webhooks = {
      'a/b': post({ type: 'text' }, { responses: undefined }),
      b: post({}, { responses: 1 }),
    };
    const { responses: _none, ...operation } = webhooks['a/b'].post;
    const document = { openapi: '3.0.3', info, 'x-webhooks': { ...webhooks, 'a/b': { post: operation } } };
    expect(await messagesOf(document, '3.0')).toEqual([
      'Not valid in OpenAPI 3.0: /paths is missing.',
      'Not valid in OpenAPI 3.0: /x-webhooks/a~1b/post/responses is missing.',
      expect.stringMatching(
        /\/x-webhooks\/a~1b\/post\/requestBody\/.*\/schema\/type must be one of "array", /,
      ),
      'Not valid in OpenAPI 3.0: /x-webhooks/b/post/responses must be object.',
    ]);
  });

  it('a dangling reference is reported anywhere, and a value that looks like one is not', async () => {
    const schema = {
      properties: { a: { $ref: '#/components/schemas/None' } },
      example: { $ref: '#/nowhere' },
    };
    const document = with31(
      { a: post(schema) },
      { components: { schemas: { B: { items: structuredClone(schema) } } } },
    );
    expect(await messagesOf(document)).toEqual([
      'A reference has no target: /webhooks/a/post/requestBody/content/application~1json/schema/properties/a refers to "#/components/schemas/None", and 1 more like it.',
    ]);
  });

  it('a valid document has no violations', async () => {
    const schemas = { A: { properties: { next: { $ref: '#/components/schemas/A' } } } };
    const webhooks = { a: post({ $ref: '#/components/schemas/A' }), schema: post(true), example: post({}) };
    expect(await messagesOf(with31(webhooks, { components: { schemas } }))).toEqual([]);
    expect(
      await messagesOf({ openapi: '3.1.0', info, 'x-webhooks': webhooks, components: { schemas } }),
    ).toEqual([]);
    const old = {
      openapi: '3.0.4',
      info,
      paths: {},
      'x-webhooks': { a: webhooks.a },
      components: { schemas },
    };
    expect(await messagesOf(old, '3.0')).toEqual([]);
  });
});

describe('the length of the report', () => {
  it('violations of one kind are reported together, and the number of kinds is limited', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`w${n}`, post({}, { [`x${n % 13}y`]: 1 })]),
    );
    const remarks = await messagesOf(with31({ ...many, bad: 1, worse: 2 }));
    expect(remarks).toHaveLength(11);
    expect(remarks[0]).toBe(
      'Not valid in OpenAPI 3.1: /webhooks/w0/post/x0y is not an allowed key, and 15 more like it.',
    );
    expect(remarks.at(-1)).toBe('Not valid in OpenAPI 3.1: 4 more kinds of violations.');
  });

  it('violations are warnings of an import, which continues', async () => {
    const spec = with31({ a: post({ type: 'object' }, { foo: 1 }) });
    const { candidates, problems } = await readOpenapiImport({ spec });
    expect(candidates.map(({ key }) => key)).toEqual(['a']);
    expect(problems).toEqual([
      {
        ...{ pointer: '/webhooks/a/post/foo', name: null, severity: 'warning' },
        message: 'Not valid in OpenAPI 3.1: /webhooks/a/post/foo is not an allowed key.',
      },
    ]);
  });
});

describe('the limits of the validator', () => {
  const nested = (levels: number) =>
    JSON.parse(`${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`) as object;
  const chain = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`c${n}`, { $ref: `#/components/schemas/c${n + 1}` }]),
  );
  it.each<[string, JsonObject, '3.1' | '3.2', string]>([
    ['OpenAPI 3.2', { openapi: '3.2.0', info }, '3.2', 'the validator knows OpenAPI 3.0 and 3.1'],
    ['deep', with31({ a: post(nested(10_000)) }), '3.1', 'it is nested too deeply'],
    [
      'big',
      with31(Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [n, 1]))),
      '3.1',
      'it is too large',
    ],
    [
      'a chain of references',
      with31({ a: post({ $ref: '#/components/schemas/c0' }) }, { components: { schemas: chain } }),
      ...(['3.1', 'they are nested too deeply'] as const),
    ],
    ['bad percents', with31({ a: post({ $ref: '#/%ZZ' }) }), '3.1', 'one of them is badly percent-encoded'],
  ])(
    'a document the validator cannot handle is reported within its time limit: %s',
    async (_name, document, version, why) => {
      const start = process.cpuUsage();
      expect((await messagesOf(document, version)).join()).toContain(why);
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(5_000);
    },
  );

  it('property names inherited from Object.prototype are harmless to the validator', async () => {
    const text =
      '{"__proto__": {"$ref": "#/components/schemas/__proto__"}, "a": {"$ref": "#/components/schemas/constructor"}}';
    await messagesOf(with31({ a: post({ properties: JSON.parse(text) }) }, { components: { schemas: {} } }));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

it('validating a document reads no files and no URLs, and does not change it', async () => {
  let connections = 0;
  const server = createServer((_request, response) => response.end('{"type": "string"}'));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.json`;
  const outside = ['file:///etc/passwd', '/etc/passwd', '../../../etc/passwd', address, `${address}#/a`];
  const items = outside.map(($ref) => ({ $ref }));
  const webhooks = {
    ...Object.fromEntries(items.map((item, n) => [`item${n}`, item])),
    ...Object.fromEntries(items.map((item, n) => [`schema${n}`, post({ properties: { a: item } })])),
    inside: post({ $ref: '#/components/schemas/A' }),
  };
  const components = { schemas: { A: { allOf: items } }, requestBodies: { B: items[3] } };
  const before = with31(webhooks, {
    components,
    $self: address,
    jsonSchemaDialect: address,
    servers: [{ url: '/' }],
  });
  const text = JSON.stringify(before);
  // Modules that load on first use must not count as files that were read.
  await messagesOf(with31({}));
  const reads = [vi.spyOn(fs, 'readFile'), vi.spyOn(fs, 'readFileSync'), vi.spyOn(fs, 'open')];
  const promised = vi.spyOn(fs.promises, 'readFile');
  const fetched = vi.spyOn(globalThis, 'fetch');
  try {
    await messagesOf(before);
    await messagesOf({ ...before, openapi: '3.0.3', paths: webhooks, 'x-webhooks': webhooks }, '3.0');
    const { problems } = await readOpenapiImport({ spec: before });
    expect(problems.map(({ message }) => message).join()).toContain('other files or URLs');
    for (const spy of [...reads, promised, fetched]) expect(spy).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
    await new Promise((done) => server.close(done));
  }
  expect(connections).toBe(0);
  expect(JSON.stringify(before)).toBe(text);
});
