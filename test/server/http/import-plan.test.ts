import { describe, expect, test } from 'vitest';
import type { ImportRow } from '../../../src-server/contract/import-plan';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

const server = startedForEach(startTestServer);

type Json = Record<string, unknown>;
const text = (field: string) => ({ type: 'object', properties: { [field]: { type: 'string' } } });
const operation = (field: string, more: Json = {}) => ({
  description: `Tells of ${field}.`,
  requestBody: { content: { 'application/json': { schema: text(field) } } },
  ...more,
});
const document = (webhooks: Json, title = 'Shop') => webhooksDocument(webhooks, title, '7');
const post = (path: string, body: unknown) => server.call('POST', `/event-type/import/${path}`, body);
const plan = async (body: Json) => {
  const { status, json } = await post('plan', body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as { digest: string; counts: Record<string, number>; rows: ImportRow[]; document: Json };
};
const apply = async (body: Json) => {
  const { status, json } = await post('apply', body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
};
const states = async (body: Json) => (await plan(body)).rows.map((row) => `${row.state} ${row.name}`);
const read = async (name: string) => (await server.call('GET', `/event-type/${name}`)).json;
const patch = (name: string, body: Json) => server.call('PATCH', `/event-type/${name}`, body);

const shop = document({ 'pet.new': operation('pet'), 'pet.gone': operation('id') });

describe('a plan', () => {
  test('says row by row what would be, and writes nothing', async () => {
    const { rows, counts, document: about, digest } = await plan({ specRaw: JSON.stringify(shop) });
    expect(counts).toEqual({ problem: 0, conflict: 0, new: 2, changed: 0, removed: 0, unchanged: 0 });
    expect(about).toMatchObject({ title: 'Shop', version: '7', openapi: '3.1' });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]).toMatchObject({
      id: '/webhooks/pet.new/post',
      state: 'new',
      pointer: '/webhooks/pet.new/post',
      key: 'pet.new',
      method: 'post',
      name: 'pet.new',
      nameFrom: 'key',
      before: null,
      after: { description: 'Tells of pet.', featureFlags: null, groupName: null, archived: false },
    });
    expect(rows[0]?.after?.schema).toMatchObject(text('pet'));
    expect((await server.call('GET', '/event-type?include_archived=true')).json.data).toEqual([]);
  });

  test('shows before and after of a changed one, with flags, group and deprecation', async () => {
    await server.call('POST', '/event-type', { name: 'pet.new', description: 'old', featureFlags: ['beta'] });
    const extras = { deprecated: true, 'x-svix-feature-flags': ['vip'], 'x-svix-group-name': 'zoo' };
    const { rows } = await plan({ spec: document({ 'pet.new': operation('pet', extras) }) });
    expect(rows[0]).toMatchObject({
      state: 'changed',
      before: {
        description: 'old',
        schema: null,
        featureFlags: ['beta'],
        groupName: null,
        deprecated: false,
      },
      after: { description: 'Tells of pet.', featureFlags: ['vip'], groupName: 'zoo', deprecated: true },
    });
  });

  test('leaves the deprecation of an event type as it is where the document does not speak of it', async () => {
    const spec = document({ 'pet.new': operation('pet') });
    await apply({ spec });
    const deprecation = { deprecated: true, sunsetAt: '2031-01-31T00:00:00.000Z', replacedBy: 'pet.born' };
    expect((await patch('pet.new', deprecation)).status).toBe(200);
    expect(await states({ spec })).toEqual(['unchanged pet.new']);
    const other = document({ 'pet.new': { ...operation('pet'), description: 'Other words.' } });
    for (const path of ['apply', 'openapi']) {
      await post(path, { spec: path === 'apply' ? other : spec });
      const description = path === 'apply' ? 'Other words.' : 'Tells of pet.';
      expect(await read('pet.new')).toMatchObject({ ...deprecation, description });
    }
    const back = document({ 'pet.new': operation('pet', { deprecated: false, 'x-sunset': null }) });
    await apply({ spec: back, choices: [{ row: 'pet.new', accept: true }] });
    const now = { deprecated: false, sunsetAt: null, replacedBy: 'pet.born' };
    expect(await read('pet.new')).toMatchObject(now);
  });

  test('offers other names for one that is invalid, and takes the one that is chosen', async () => {
    const spec = document({ 'Pet Added': operation('pet', { 'x-acme-event-type': 'pet.added' }) });
    const [row] = (await plan({ spec })).rows;
    expect(row).toMatchObject({ state: 'problem', name: 'Pet Added', after: null });
    expect(row?.problem).toContain('Not a valid event type name');
    expect(row?.suggestions.slice(0, 2)).toEqual(['pet.added', 'Pet.Added']);
    const choices = [{ row: row?.id, name: 'pet.added' }];
    expect((await plan({ spec, choices })).rows[0]).toMatchObject({
      state: 'new',
      name: 'pet.added',
      nameFrom: 'choice',
    });
    expect(await states({ spec, choices: [{ row: row?.id, name: 'still not' }] })).toEqual([
      'problem still not',
    ]);
    expect((await apply({ spec, choices })).created).toEqual(['pet.added']);
  });

  test('makes a problem of both entries of one name, until one is renamed or left out', async () => {
    const spec = document({
      a: operation('a', { 'x-event-type': 'dup' }),
      b: operation('b', { 'x-event-type': 'dup' }),
    });
    expect(await states({ spec })).toEqual(['problem dup', 'problem dup']);
    const rename = [{ row: '/webhooks/b/post', name: 'other' }];
    expect(await states({ spec, choices: rename })).toEqual(['new dup', 'new other']);
    const leaveOut = [{ row: '/webhooks/a/post', accept: false }];
    expect(await states({ spec, choices: leaveOut })).toEqual(['problem dup', 'new dup']);
    const receipt = await apply({ spec, choices: leaveOut });
    expect(receipt).toMatchObject({ created: ['dup'], counts: { created: 1, problems: 1 } });
    expect((await read('dup')).description).toBe('Tells of b.');
  });

  test('gives several methods of one key a row each, of which post has the name', async () => {
    const item = {
      put: operation('put'),
      post: operation('post'),
      delete: operation('x', { 'x-event-type': 'own' }),
    };
    const spec = { openapi: '3.1.0', webhooks: { item } };
    const { rows } = await plan({ spec });
    expect(rows.map((row) => [row.method, row.state, row.name])).toEqual([
      ['post', 'new', 'item'],
      ['put', 'problem', 'item'],
      ['delete', 'new', 'own'],
    ]);
    expect(rows[1]?.suggestions).toContain('item.put');
  });

  test('keeps descriptions and flags of those that exist, when asked to', async () => {
    await server.call('POST', '/event-type', { name: 'a', description: 'mine', featureFlags: ['mine'] });
    const spec = document({
      a: operation('a', { 'x-svix-feature-flags': ['theirs'] }),
      b: operation('b', { 'x-svix-feature-flags': ['theirs'] }),
    });
    const { rows } = await plan({ spec, keepDescription: true, keepFlags: true });
    expect(rows[0]?.after).toMatchObject({ description: 'mine', featureFlags: ['mine'] });
    expect(rows[1]?.after).toMatchObject({ description: 'Tells of b.', featureFlags: ['theirs'] });
  });

  test('says what is lost and what is odd about the document', async () => {
    const schema = { type: 'object', unevaluatedProperties: false, allOf: [{}] };
    const body = { requestBody: { content: { 'application/json': { schema } } } };
    const spec = { ...document({ a: body }), 'x-webhooks': { b: { post: body } } };
    const { json } = await post('plan', { spec });
    expect(json.rows[0].warnings[0]).toContain('unevaluatedProperties');
    expect(json.warnings[0]).toContain('`x-webhooks` was ignored');
  });

  test.each([
    [{}, 400],
    [{ spec: {}, specRaw: '' }, 400],
    [{ specRaw: '' }, 422],
    [{ spec: { openapi: '3.1.0', paths: { '/a': {}, '/b': {} } } }, 422],
    [{ spec: { openapi: '3.1.0' }, choices: [{}] }, 422],
  ])('of %j is refused with %i', async (body, status) => {
    expect((await post('plan', body)).status).toBe(status);
  });

  test('of a document without webhooks says how many paths it has', async () => {
    const { json } = await post('plan', { spec: { openapi: '3.1.0', paths: { '/a': {}, '/b': {} } } });
    expect(json.detail).toMatch(/^No webhooks found .* It has 2 paths\.$/);
  });
});

describe('applying', () => {
  test('writes what is new and changed, answers a receipt, and has nothing to do the second time', async () => {
    const receipt = await apply({ spec: shop, sourceName: 'shop.json' });
    expect(receipt).toMatchObject({
      id: expect.stringMatching(/^imp_/),
      sourceName: 'shop.json',
      title: 'Shop',
      created: ['pet.new', 'pet.gone'],
      updated: [],
      archived: [],
      canUndo: true,
      hasDocument: true,
      counts: { created: 2, updated: 0, archived: 0, unchanged: 0, skipped: 0, conflicts: 0, problems: 0 },
    });
    expect((await read('pet.new')).schemas['1']).toMatchObject(text('pet'));
    expect(await states({ spec: shop })).toEqual(['unchanged pet.new', 'unchanged pet.gone']);
    expect(await apply({ spec: shop })).toMatchObject({ id: null, canUndo: false, counts: { unchanged: 2 } });
    expect((await server.call('GET', '/event-type/import/receipt')).json.data).toHaveLength(1);
  });

  test('leaves rows alone that are not accepted, by pointer or by name', async () => {
    const choices = [
      { row: '/webhooks/pet.new/post', accept: false },
      { row: 'pet.gone', accept: true },
    ];
    expect(await apply({ spec: shop, choices })).toMatchObject({
      created: ['pet.gone'],
      counts: { created: 1, skipped: 1 },
    });
  });

  test('is refused with 409 when the plan is not the one that was looked at', async () => {
    const { digest } = await plan({ spec: shop });
    await server.call('POST', '/event-type', { name: 'pet.new', description: 'meanwhile' });
    const { status, json } = await post('apply', { spec: shop, digest });
    expect([status, json.code]).toEqual([409, 'conflict']);
    expect(json.detail).toContain('Review the new plan');
    expect((await read('pet.new')).description).toBe('meanwhile');
    const again = await plan({ spec: shop });
    expect(again.digest).not.toBe(digest);
    expect(await apply({ spec: shop, digest: again.digest })).toMatchObject({ updated: ['pet.new'] });
  });

  test('keeps what was edited by hand, and asks only where both have changed', async () => {
    await apply({ spec: shop });
    await patch('pet.new', { description: 'By hand.', featureFlags: ['beta'] });
    await patch('pet.gone', { description: 'Mine.' });
    expect(await states({ spec: shop })).toEqual(['unchanged pet.new', 'unchanged pet.gone']);
    const next = document({
      'pet.new': operation('pet', { description: 'By the document.' }),
      'pet.gone': operation('key', { description: 'Tells of id.' }),
    });
    const { rows } = await plan({ spec: next });
    expect(rows[0]).toMatchObject({
      state: 'conflict',
      conflicts: [
        {
          field: 'description',
          baseline: 'Tells of pet.',
          catalog: 'By hand.',
          document: 'By the document.',
        },
      ],
      kept: [],
      after: { featureFlags: ['beta'] },
    });
    expect(rows[1]).toMatchObject({
      state: 'changed',
      kept: ['description'],
      after: { description: 'Mine.' },
    });
    expect(await apply({ spec: next })).toMatchObject({ updated: ['pet.gone'], counts: { conflicts: 1 } });
    expect(await states({ spec: next })).toEqual(['conflict pet.new', 'unchanged pet.gone']);
    const open = await post('apply', { spec: next, choices: [{ row: 'pet.new', accept: true }] });
    expect(open.status).toBe(422);
    expect(open.json.detail[0].msg).toContain('Choose a version');
    const mine = [{ row: 'pet.new', accept: true, sides: { description: 'catalog' } }];
    expect(await apply({ spec: next, choices: mine })).toMatchObject({ id: null });
    // After one decision, it does not ask again.
    expect(await states({ spec: next })).toEqual(['unchanged pet.new', 'unchanged pet.gone']);
    expect((await read('pet.new')).description).toBe('By hand.');
  });

  test('takes the side of the document where that is chosen', async () => {
    await apply({ spec: shop });
    await patch('pet.new', { schema: true });
    const next = document({ 'pet.new': operation('theirs', { description: 'Tells of pet.' }) });
    const choices = [{ row: '/webhooks/pet.new/post', accept: true, sides: { schema: 'document' } }];
    expect(await apply({ spec: next, choices })).toMatchObject({ updated: ['pet.new'] });
    expect((await read('pet.new')).schemas['1']).toMatchObject(text('theirs'));
  });

  test('puts two changes of a schema together, and asks place by place where both are about the same', async () => {
    const of = (properties: object) =>
      document({
        'pet.new': {
          description: 'Tells of pet.',
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
        },
      });
    const schema = async () => (await read('pet.new')).schemas['1'];
    await apply({ spec: of({ id: { type: 'string' }, size: { type: 'number', maximum: 1 } }) });
    const before = await schema();
    const byHand = { id: { type: 'string', title: 'Mine' }, size: { type: 'number', maximum: 2 }, mine: {} };
    await patch('pet.new', { schema: { ...before, properties: byHand } });
    const other = of({ id: { type: 'string', minLength: 1 }, size: { type: 'number', maximum: 1 } });
    expect((await plan({ spec: other })).rows[0]).toMatchObject({
      state: 'changed',
      after: { schema: { properties: { ...byHand, id: { type: 'string', title: 'Mine', minLength: 1 } } } },
    });
    const next = of({
      id: { type: 'string', minLength: 1 },
      size: { type: 'number', maximum: 3 },
      theirs: {},
    });
    const { rows } = await plan({ spec: next });
    expect(rows[0]).toMatchObject({
      state: 'conflict',
      conflicts: [
        {
          field: 'schema',
          places: [{ pointer: '/properties/size/maximum', baseline: 1, catalog: 2, document: 3 }],
        },
      ],
    });
    const open = { row: 'pet.new', accept: true, schemaSides: { '/properties/other': 'catalog' } };
    const refused = await post('apply', { spec: next, choices: [open] });
    expect(refused.json.detail[0].msg).toContain('at /properties/size/maximum');
    const mine = { row: 'pet.new', accept: true, schemaSides: { '/properties/size/maximum': 'catalog' } };
    expect(await apply({ spec: next, choices: [mine] })).toMatchObject({ updated: ['pet.new'] });
    expect(await schema()).toMatchObject({
      properties: {
        id: { type: 'string', minLength: 1, title: 'Mine' },
        size: { type: 'number', maximum: 2 },
        theirs: {},
        mine: {},
      },
    });
    expect(await states({ spec: next })).toEqual(['unchanged pet.new']);
  });

  test('archives what the document no longer has only when that is accepted', async () => {
    await apply({ spec: shop });
    await server.call('POST', '/event-type', { name: 'hand.made', description: '' });
    const less = document({ 'pet.new': operation('pet') });
    expect(await states({ spec: less })).toEqual(['unchanged pet.new', 'removed pet.gone']);
    expect(await states({ spec: document({ 'pet.new': operation('pet') }, 'Other') })).toEqual([
      'unchanged pet.new',
    ]);
    expect(await states({ spec: less, replaceAll: true })).toEqual([
      'unchanged pet.new',
      'removed hand.made',
      'removed pet.gone',
    ]);
    expect(await apply({ spec: less })).toMatchObject({ archived: [], counts: { skipped: 1 } });
    const choices = [{ row: 'pet.gone', accept: true }];
    expect(await apply({ spec: less, choices })).toMatchObject({ archived: ['pet.gone'] });
    expect((await read('pet.gone')).archived).toBe(true);
    // An import archived it, so the document restores it.
    expect(await apply({ spec: shop })).toMatchObject({ updated: ['pet.gone'] });
    expect((await read('pet.gone')).archived).toBe(false);
  });

  test('archives nothing that the document names, also where its entry gets another name', async () => {
    await apply({ spec: shop });
    const choices = [{ row: '/webhooks/pet.gone/post', name: 'pet.left' }];
    expect(await states({ spec: shop, replaceAll: true, choices })).toEqual([
      'unchanged pet.new',
      'new pet.left',
    ]);
  });

  test('of a row that is not there is refused, and nothing is written', async () => {
    const { status, json } = await post('apply', {
      spec: shop,
      choices: [{ row: 'pet.never', accept: true }],
    });
    expect([status, json.detail[0].msg]).toEqual([422, 'pet.never: The plan has no such row.']);
    expect((await server.call('GET', '/event-type')).json.data).toEqual([]);
  });

  test('changes of other versions of a schema are none of its business', async () => {
    await server.call('POST', '/event-type', {
      name: 'pet.new',
      description: '',
      schemas: { 2: text('two') },
    });
    await apply({ spec: shop });
    expect((await read('pet.new')).schemas).toMatchObject({ 1: text('pet'), 2: text('two') });
  });

  test('a type that was removed for good and made anew has no baseline', async () => {
    await apply({ spec: shop });
    await server.call('DELETE', '/event-type/pet.new?expunge=true');
    await server.call('POST', '/event-type', { name: 'pet.new', description: 'anew' });
    expect(await states({ spec: shop })).toEqual(['changed pet.new', 'unchanged pet.gone']);
  });
});

describe('the import that knows no plan', () => {
  test('lets the document win over what was edited by hand, and leaves a receipt', async () => {
    await post('openapi', { spec: shop });
    await patch('pet.new', { description: 'By hand.' });
    expect((await post('openapi', { spec: shop })).json.data.modified).toEqual(['pet.new']);
    expect((await read('pet.new')).description).toBe('Tells of pet.');
    expect((await post('openapi', { spec: shop })).json.data.modified).toEqual([]);
    expect((await server.call('GET', '/event-type/import/receipt')).json.data).toHaveLength(2);
  });

  test('sets the baseline for the plans that follow', async () => {
    await post('openapi', { spec: shop });
    await patch('pet.new', { description: 'By hand.' });
    expect(await states({ spec: shop })).toEqual(['unchanged pet.new', 'unchanged pet.gone']);
  });

  test('keeps the first of two entries with one name, and reports the other', async () => {
    const spec = document({
      a: operation('a', { 'x-event-type': 'dup' }),
      b: operation('b', { 'x-event-type': 'dup' }),
    });
    const { data } = (await post('openapi', { spec })).json;
    expect(data.modified).toEqual(['dup']);
    expect(data.problems[0]).toMatchObject({ severity: 'skipped', pointer: '/webhooks/b/post', name: 'dup' });
    expect((await read('dup')).description).toBe('Tells of a.');
  });
});
