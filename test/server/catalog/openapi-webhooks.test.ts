import { describe, expect, it } from 'vitest';
import { readImport, readOpenapiImport, undecided } from '../../../src-server/catalog/openapi/import-openapi';

const text = (property: string) => ({ type: 'object', properties: { [property]: { type: 'string' } } });
const post = (schema: unknown, more: object = {}) => ({
  post: { requestBody: { content: { 'application/json': { schema } } }, ...more },
});
const json = (media: object) => ({ post: { requestBody: { content: { 'application/json': media } } } });

async function read(webhooks: unknown, more: object = { openapi: '3.1.0' }, container = 'webhooks') {
  // Violations of OpenAPI are ignored: these documents contain only what the test needs.
  const result = undecided((await readImport({ spec: { ...more, [container]: webhooks } })).found, []);
  const lines = result.problems.map((p) => `${p.severity} ${p.pointer}: ${p.message}`);
  const schemas = Object.fromEntries(
    result.candidates.map(({ eventType }) => [
      eventType.name,
      eventType.schemas?.['1'] as Record<string, unknown>,
    ]),
  );
  const first = result.candidates[0]?.eventType;
  return { ...result, names: result.candidates.map((c) => c.eventType.name), lines, schemas, first };
}

describe('the webhooks of a document', () => {
  it('webhooks of 3.1 and x-webhooks of 3.0 are imported, and the other one with a note', async () => {
    expect((await read({ a: post({}) }, { openapi: '3.0.3' }, 'x-webhooks')).lines).toEqual([]);
    const standard = await read({ a: post({}) }, { openapi: '3.0.3' });
    expect(standard.names).toEqual(['a']);
    expect(standard.lines[0]).toContain('requires `x-webhooks`');
  });
  it('if both webhooks and x-webhooks exist, the one of the right version wins, with a warning', async () => {
    const both = await read(
      { a: post(text('w')) },
      { openapi: '3.1.0', 'x-webhooks': { a: post(text('x')), b: post({}) } },
    );
    expect(both.names).toEqual(['a']);
    expect(both.schemas.a).toMatchObject(text('w'));
    expect(both.lines[0]).toContain('`x-webhooks` was ignored');
  });
  it.each([
    ['3.1.0', 'webhooks', 'x-webhooks'],
    ['3.0.3', 'x-webhooks', 'webhooks'],
  ])(
    'in %s, a string in place of webhooks or x-webhooks does not affect the other one',
    async (openapi, right, wrong) => {
      const beside = await read({ a: post({}) }, { openapi, [wrong]: 'Ask your admin.' }, right);
      expect(beside.names).toEqual(['a']);
      expect(beside.lines).toEqual([
        `warning /${right}: \`${wrong}\` was ignored because it is not an object.`,
      ]);
      const instead = await read({ a: post({}) }, { openapi, [right]: 'Ask your admin.' }, wrong);
      expect(instead.names).toEqual(['a']);
      expect(instead.lines[0]).toContain('which is not an object');
    },
  );
  it.each([[undefined], [{}], [null]])('missing or empty webhooks (%j) are refused', async (webhooks) => {
    await expect(read(webhooks)).rejects.toThrow('No webhooks found');
  });
  it.each([[[]], ['text'], [7]])('webhooks of a wrong type (%j) are refused', async (webhooks) => {
    await expect(read(webhooks)).rejects.toThrow('is not an object');
  });
  it('an import needs exactly one of spec and specRaw', async () => {
    await expect(readOpenapiImport({})).rejects.toThrow('exactly one');
    await expect(readOpenapiImport({ spec: {}, specRaw: '' })).rejects.toThrow('exactly one');
    await expect(readOpenapiImport({ spec: null, specRaw: '' })).rejects.toThrow('empty');
  });
});

describe('the names of imported event types', () => {
  it('an event type is named by x-event-type, or else by its key', async () => {
    expect((await read({ k: post({}, { 'x-event-type': 'own.name' }), key: post({}) })).names).toEqual([
      'own.name',
      'key',
    ]);
  });
  it.each([[''], [null], [42], [['a']], ['has space'], [' padded']])(
    'an invalid x-event-type (%j) falls back to the key, with a warning',
    async (value) => {
      const { names, lines } = await read({ k: post({}, { 'x-event-type': value }) });
      expect(names).toEqual(['k']);
      expect(lines[0]).toMatch(/^warning \/webhooks\/k\/post: `x-event-type`/);
    },
  );
  it.each(['a b', 'a/b', '', 'ü', 'line\n', 'a'.repeat(257), '<b>'])(
    'a webhook with an invalid name (%j) is skipped, not renamed',
    async (key) => {
      const { names, problems } = await read({ [key]: post({}), good: post({}) });
      expect(names).toEqual(['good']);
      expect(problems[0]).toMatchObject({ severity: 'skipped', name: key });
    },
  );
  it('a name used twice belongs to the first webhook, and the others are reported', async () => {
    const { names, schemas, problems } = await read({
      a: post(text('first'), { 'x-event-type': 'dup' }),
      dup: post(text('second')),
      Dup: post({}),
    });
    expect(names).toEqual(['dup', 'Dup']);
    expect(schemas.dup).toMatchObject(text('first'));
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'skipped', pointer: '/webhooks/dup/post', name: 'dup' }),
    ]);
  });
  it('names of Object.prototype are ordinary names of event types', async () => {
    const spec = JSON.parse(
      '{"openapi":"3.1.0","webhooks":{"__proto__":{"post":{}},"constructor":{"post":{}}}}',
    );
    const { candidates } = await readOpenapiImport({ spec });
    expect(candidates.map((c) => c.eventType.name)).toEqual(['__proto__', 'constructor']);
  });
});

describe('the entries of webhooks', () => {
  it('entries that are not webhooks are skipped and reported, also under x- keys', async () => {
    const { names, lines } = await read({
      'x-sdk': true,
      prose: 'text',
      none: null,
      empty: {},
      bad: { post: 'x' },
      nested: { '{$request.body#/url}': post({}) },
      good: post({}),
    });
    expect(names).toEqual(['good']);
    expect(lines.filter((line) => line.startsWith('skipped'))).toHaveLength(5);
    expect(lines.find((line) => line.includes('/nested'))).toContain('one level deeper');
    expect(lines).toContain('warning /webhooks/x-sdk: `x-sdk` was left out: it is not a webhook.');
  });
  it('the first of many entries that are not webhooks are named, and the others counted', async () => {
    const extensions = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`x-${n}`, 1]));
    const { names, lines } = await read({ ...extensions, good: post({}) });
    expect(names).toEqual(['good']);
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toContain('800 more');
  });
  it('a key that begins with x- names a webhook like any other', async () => {
    const pathItems = { I: post({}) };
    const { names, lines } = await read(
      { 'x-order.created': post(text('id')), 'x-by.reference': { $ref: '#/components/pathItems/I' } },
      { openapi: '3.1.0', components: { pathItems } },
    );
    expect(names).toEqual(['x-order.created', 'x-by.reference']);
    expect(lines).toEqual([]);
    expect((await read({ 'x-a': post({}) }, { openapi: '3.0.3' }, 'x-webhooks')).names).toEqual(['x-a']);
  });
  it('members of a webhook that are not operations are reported', async () => {
    const item = { ...post({}), POST: {}, 'x-own': 1, summary: 's', additionalOperations: ['COPY'] };
    const { names, lines } = await read({ a: item }, { openapi: '3.2.0' });
    expect(names).toEqual(['a']);
    expect(lines).toEqual([
      'warning /webhooks/a/POST: `POST` was left out: OpenAPI has no such operation.',
      'skipped /webhooks/a/additionalOperations: The operation is not an object.',
    ]);
  });
  it('a webhook with several methods gives one event type per named operation', async () => {
    const { names, lines } = await read({
      changed: { delete: {}, put: { 'x-event-type': 'updated' }, ...post(text('p')) },
    });
    expect(names).toEqual(['changed', 'updated']);
    expect(lines.some((line) => line.startsWith('skipped /webhooks/changed/delete'))).toBe(true);
  });
  it('OpenAPI 3.2 webhooks may use query and additionalOperations', async () => {
    const { candidates } = await read(
      { q: { query: {} }, c: { additionalOperations: { COPY: {} } } },
      { openapi: '3.2.0' },
    );
    expect(candidates.map((c) => [c.pointer, c.method])).toEqual([
      ['/webhooks/q/query', 'query'],
      ['/webhooks/c/additionalOperations/COPY', 'COPY'],
    ]);
  });
  it('webhooks are resolved through references on every level', async () => {
    const components = {
      pathItems: {
        I: { $ref: '#/components/pathItems/J' },
        J: { post: { requestBody: { $ref: '#/components/requestBodies/B' } } },
      },
      requestBodies: { B: { content: { 'application/json': { $ref: '#/components/mediaTypes/M' } } } },
      mediaTypes: { M: { schema: { $ref: '#/components/schemas/S' } } },
      schemas: { S: text('deep') },
    };
    const { schemas } = await read(
      { a: { $ref: '#/components/pathItems/I' } },
      { openapi: '3.2.0', components },
    );
    expect(schemas.a).toMatchObject(text('deep'));
  });
  it('a circular or external reference is reported, and the other webhooks are imported', async () => {
    const { names, lines } = await read({
      loop: { $ref: '#/webhooks/loop' },
      out: { $ref: 'https://example.invalid/item.json' },
      body: { post: { requestBody: { $ref: 'bodies.yaml#/B' } } },
      good: post({}),
    });
    expect(names).toEqual(['body', 'good']);
    expect(lines.filter((line) => line.includes('Bundle everything into one file first'))).toHaveLength(1);
    const rows = lines.filter((line) => line.includes('/webhooks/'));
    expect(rows[0]).toContain('circular reference');
    expect(rows[1]).toContain('points outside the document and is not followed');
    expect(rows[2]).toContain('has no schema');
  });
});

describe('the texts and flags of imported event types', () => {
  it('a description comes from the operation, else its summary, else the path item', async () => {
    const { candidates } = await read({
      a: post({}, { description: 'd', summary: 's' }),
      b: post({}, { summary: 's' }),
      c: { description: 'p', ...post({}) },
      e: post({}),
    });
    expect(candidates.map((c) => c.eventType.description)).toEqual(['d', 's', 'p', '']);
  });
  it('a description otherwise comes from the request body, and last from its schema', async () => {
    const described = (more: object) => ({
      post: {
        requestBody: { content: { 'application/json': { schema: { description: 'schema' } } }, ...more },
      },
    });
    const components = { requestBodies: { B: described({ description: 'behind' }).post.requestBody } };
    const { candidates } = await read(
      {
        a: described({ description: 'body' }),
        b: described({}),
        c: { post: { requestBody: { $ref: '#/components/requestBodies/B' } } },
        d: { post: { requestBody: { $ref: '#/components/requestBodies/B', description: 'beside' } } },
      },
      { openapi: '3.1.0', components },
    );
    expect(candidates.map((c) => c.eventType.description)).toEqual(['body', 'schema', 'behind', 'beside']);
  });
  it('an overlong or broken description is shortened and repaired, each with a warning', async () => {
    const { first, lines } = await read({
      a: post({}, { description: `\u0000\ud83d${'x'.repeat(30_000)}` }),
    });
    expect(first?.description).toHaveLength(20_000);
    expect(first?.description).toMatch(/^\uFFFDx+…$/);
    expect(lines).toHaveLength(3);
  });
  it('deprecated, feature flags and group are imported', async () => {
    const flags = {
      deprecated: true,
      'x-svix-feature-flags': ['beta', 'beta', 'no good'],
      'x-svix-group-name': 'g',
    };
    const { first } = await read({ a: post({}, flags) });
    expect(first).toMatchObject({ deprecated: true, featureFlags: ['beta'], groupName: 'g' });
    expect((await read({ a: post({}) })).first).not.toHaveProperty('featureFlags');
  });
  it('a webhook with invalid flags is skipped, since without them everyone would see it', async () => {
    const { names, lines } = await read({
      a: post({}, { 'x-svix-feature-flags': ['no good'] }),
      b: post({}),
    });
    expect(names).toEqual(['b']);
    expect(lines[0]).toContain('everyone would see this event type');
  });
});

describe('the bodies of webhooks', () => {
  it.each([
    ['application/json; charset=utf-8'],
    ['APPLICATION/JSON'],
    ['application/cloudevents+json'],
    ['application/*'],
  ])('a body of type %s is read as JSON', async (type) => {
    const { schemas } = await read({
      a: { post: { requestBody: { content: { 'text/xml': {}, [type]: { schema: text('j') } } } } },
    });
    expect(schemas.a).toMatchObject(text('j'));
  });
  it.each([
    [{}],
    [{ requestBody: null }],
    [{ requestBody: { content: {} } }],
    [{ requestBody: { content: { 'application/xml': { schema: {} } } } }],
    [{ requestBody: { content: { 'application/json': null } } }],
    [{ requestBody: { content: { 'application/json': { schema: [] } } } }],
    [{ requestBody: { content: { 'application/json': { schema: { $ref: 7 } } } } }],
    [{ requestBody: { content: { 'application/json': { schema: { $ref: '#/nowhere' } } } } }],
    [{ requestBody: { content: { 'application/json': { schema: { type: 'any' } } } } }],
  ])('an unusable body (%j) gives an event type without a schema and a warning', async (operation) => {
    const { candidates, lines } = await read({ a: { post: operation } });
    expect(candidates[0]?.eventType).not.toHaveProperty('schemas');
    expect(lines).toEqual([expect.stringContaining('warning /webhooks/a/post: It has no schema')]);
  });
  it('a body may be true, false or an example without a schema', async () => {
    const { schemas } = await read({ t: post(true), f: post(false), e: json({ example: { a: 1 } }) });
    expect(schemas).toMatchObject({ t: true, f: false, e: { examples: [{ a: 1 }] } });
  });
});

describe('the examples of imported event types', () => {
  const components = {
    schemas: { S: { type: 'object', example: { of: 'schema' } } },
    examples: { E: { value: { of: 'component' } }, X: { externalValue: 'https://example.invalid/e' } },
  };
  it.each([
    [json({ schema: { type: 'object' }, example: { of: 'media' } }), { of: 'media' }],
    [json({ schema: { type: 'object' }, examples: { a: { value: { of: 'named' } } } }), { of: 'named' }],
    [
      json({
        schema: { type: 'object' },
        examples: { x: { $ref: '#/components/examples/X' }, a: { $ref: '#/components/examples/E' } },
      }),
      { of: 'component' },
    ],
    [
      json({ schema: { type: 'object' }, examples: { a: { serializedValue: '{"of":"text"}' } } }),
      { of: 'text' },
    ],
    [json({ schema: { type: 'object' }, examples: { a: { dataValue: { of: 'data' } } } }), { of: 'data' }],
    [json({ schema: { $ref: '#/components/schemas/S' } }), { of: 'schema' }],
    [json({ schema: { $ref: '#/components/schemas/S', description: 'd' } }), { of: 'schema' }],
    [json({ schema: { type: 'object', examples: [{ of: 'list' }] } }), { of: 'list' }],
    [
      json({ schema: { type: 'object', examples: [{ $ref: '#/components/examples/E' }] } }),
      { of: 'component' },
    ],
    [json({ schema: { $ref: '#/components/schemas/S' }, example: { of: 'media' } }), { of: 'media' }],
  ])('the example of the document comes first in the schema: %j', async (item, example) => {
    const { schemas } = await read({ a: item }, { openapi: '3.1.0', components });
    expect(schemas.a).toMatchObject({ examples: expect.any(Array) });
    expect((schemas.a as { examples: unknown[] }).examples[0]).toEqual(example);
  });
});

it('5000 webhooks are imported at once', async () => {
  const { names } = await read(
    Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`e.${n}`, post(text('a'))])),
  );
  expect(names).toHaveLength(5000);
});
