import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

const server = startedForEach(startTestServer);

type Json = Record<string, unknown>;
const operation = (field: string) => ({
  description: `Tells of ${field}.`,
  requestBody: {
    content: {
      'application/json': { schema: { type: 'object', properties: { [field]: { type: 'string' } } } },
    },
  },
});
const document = (webhooks: Json, title = 'Shop') => webhooksDocument(webhooks, title, '7');
const post = async (path: string, body: unknown) =>
  (await server.call('POST', `/event-type/import/${path}`, body)).json;
const plan = (body: Json) => post('plan', body);
const apply = (body: Json) => post('apply', body);
const states = async (body: Json) =>
  (await plan(body)).rows.map((row: { state: string; name: string }) => `${row.state} ${row.name}`);
const read = async (name: string) => (await server.call('GET', `/event-type/${name}`)).json;

describe('two documents', () => {
  const shop = document({ 'pet.new': operation('pet') }, 'Shop');
  const other = document({ 'pet.new': operation('animal') }, 'Zoo');

  test('that name one event type are a conflict that names both, and nothing is written unasked', async () => {
    await apply({ spec: shop, sourceName: 'shop.json' });
    const given = { spec: other, sourceName: 'zoo.json' };
    const { rows } = await plan(given);
    expect(rows[0]).toMatchObject({
      state: 'conflict',
      name: 'pet.new',
      otherSource: { title: 'Shop', fileName: 'shop.json' },
      conflicts: [
        { field: 'description', catalog: 'Tells of pet.', document: 'Tells of animal.', places: [] },
        { field: 'schema', places: [] },
      ],
    });
    expect(await apply(given)).toMatchObject({ counts: { conflicts: 1 }, updated: [] });
    expect((await read('pet.new')).description).toBe('Tells of pet.');
    const sides = { description: 'document', schema: 'document' };
    const choices = [{ row: 'pet.new', accept: true, sides }];
    expect(await apply({ ...given, choices })).toMatchObject({ updated: ['pet.new'] });
    expect(await states(given)).toEqual(['unchanged pet.new']);
    expect((await plan({ spec: shop, sourceName: 'shop.json' })).rows[0]).toMatchObject({
      state: 'conflict',
      otherSource: { title: 'Zoo', fileName: 'zoo.json' },
    });
  });

  test('leave receipts that say from which document, and where in it, each row came', async () => {
    const both = document({ 'pet.new': operation('pet'), 'pet.gone': operation('gone') });
    const first = await apply({ spec: both, sourceName: 'shop.json' });
    const fromShop = { source: { title: 'Shop', fileName: 'shop.json' }, otherSource: null };
    const newRow = { name: 'pet.new', pointer: '/webhooks/pet.new/post', ...fromShop };
    const goneRow = { name: 'pet.gone', pointer: '/webhooks/pet.gone/post', ...fromShop };
    expect(first.rows).toEqual([newRow, goneRow]);
    const sides = { description: 'document', schema: 'document' };
    const choices = ['pet.new', 'pet.gone'].map((row) => ({ row, accept: true, sides }));
    const request = { spec: other, sourceName: 'zoo.json', replaceAll: true, choices };
    const second = await apply(request);
    const fromZoo = { title: 'Zoo', fileName: 'zoo.json' };
    const rows = [
      { ...newRow, source: fromZoo, otherSource: fromShop.source },
      { ...goneRow, pointer: null },
    ];
    expect(second.rows).toEqual(rows);
    // At their own addresses, too.
    const stored = await server.call('GET', `/event-type/import/receipt/${second.id}`);
    expect(stored.json.rows).toEqual(rows);
    const plain = await post('openapi', { spec: both });
    expect(plain.data.modified).toEqual(['pet.new', 'pet.gone']);
    const [{ id }] = (await server.call('GET', '/event-type/import/receipt')).json.data;
    const third = (await server.call('GET', `/event-type/import/receipt/${id}`)).json.rows;
    expect(third[0]).toMatchObject({ source: { title: 'Shop', fileName: null }, otherSource: fromZoo });
  });

  test('that agree on an event type leave it unchanged', async () => {
    await apply({ spec: shop });
    const same = document({ 'pet.new': operation('pet') }, 'Zoo');
    expect((await plan({ spec: same })).rows[0]).toMatchObject({ state: 'unchanged', otherSource: null });
  });

  test('of one title in two files are two: neither removes what only the other has', async () => {
    await apply({ spec: document({ 'pet.new': operation('pet') }), sourceName: 'pets.json' });
    const keepers = document({ 'keeper.new': operation('keeper') });
    expect(await states({ spec: keepers, sourceName: 'keepers.json' })).toEqual(['new keeper.new']);
    expect(await states({ spec: keepers, sourceName: 'pets.json' })).toEqual([
      'new keeper.new',
      'removed pet.new',
    ]);
    const newer = { spec: document({ 'pet.new': operation('cat') }), sourceName: 'pets-2.json' };
    expect(await states(newer)).toEqual(['conflict pet.new']);
    expect(await states({ ...newer, sameAs: 'pets.json' })).toEqual(['changed pet.new']);
    // Where the name of the file is not known, the title alone counts.
    for (const sourceName of [null, 'Pasted document']) {
      const found = await states({ spec: keepers, sourceName });
      expect(found).toEqual(['new keeper.new', 'removed pet.new']);
    }
  });
});
