import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopyWorld, startCopyWorld } from './copy-world';

let world: CopyWorld;
const PAID = {
  name: 'invoice.paid',
  description: 'Paid.',
  schemas: { 1: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
};

beforeEach(async () => {
  world = await startCopyWorld([PAID, { name: 'invoice.void', description: 'Void.', archived: true }]);
});
afterEach(() => world.close());

test('a first fetch makes base and mine, archived event types too, and later ones name what is new', async () => {
  expect(await world.state()).toEqual({
    fetchedAt: null,
    state: 'none',
    changes: 0,
    theirs: 0,
    conflicts: 0,
    note: '',
  });
  const first = await world.call('POST', '/fetch');
  expect(first.json).toEqual({ fetchedAt: expect.stringMatching(/Z$/), eventTypes: 2, new: [] });
  expect(await world.mine()).toEqual(await world.theirs());
  expect(await world.state()).toMatchObject({ state: 'up_to_date', fetchedAt: first.json.fetchedAt });

  await world.change('invoice.paid', { description: 'Paid at last.' });
  await world.there.call('DELETE', '/event-type/invoice.void?expunge=true');
  await world.there.call('POST', '/event-type', { name: '__proto__' });
  const again = await world.call('POST', '/fetch');
  expect(again.json).toMatchObject({ eventTypes: 2, new: ['__proto__', 'invoice.paid', 'invoice.void'] });
  expect((await world.call('POST', '/fetch')).json.new).toEqual([]);
  expect((await world.call('GET', '/event-types/invoice.paid')).json.description).toBe('Paid.');
  expect(await world.state()).toMatchObject({ state: 'behind', changes: 0, theirs: 3, conflicts: 0 });
});

test('edits ask the other instance nothing, and go on when it cannot be reached', async () => {
  await world.call('POST', '/fetch');
  world.decide = () => 'cut';
  world.passed.length = 0;
  const created = await world.call('PUT', '/event-types/invoice.new', { description: 'New.' });
  expect(created.status).toBe(201);
  expect(created.json).toEqual({
    name: 'invoice.new',
    description: 'New.',
    featureFlags: null,
    groupName: null,
    archived: false,
    deprecated: false,
    schemas: null,
  });
  const { name: _name, ...paid } = PAID;
  const edited = { ...paid, description: 'Edited.', featureFlag: 'beta' };
  expect((await world.call('PUT', '/event-types/invoice.paid', edited)).json).toMatchObject({
    featureFlags: ['beta'],
    schemas: PAID.schemas,
  });
  expect((await world.call('DELETE', '/event-types/invoice.void')).status).toBe(204);
  expect((await world.call('GET', '/event-types/invoice.void')).status).toBe(404);
  expect((await world.call('DELETE', '/event-types/invoice.void')).status).toBe(404);
  expect(Object.keys(await world.mine())).toEqual(['invoice.new', 'invoice.paid']);
  expect((await world.call('GET', '/changes')).json).toEqual({
    data: [
      { name: 'invoice.new', kind: 'added', fields: [] },
      { name: 'invoice.paid', kind: 'changed', fields: ['/description', '/featureFlags'] },
      { name: 'invoice.void', kind: 'removed', fields: [] },
    ],
  });
  expect(await world.state()).toMatchObject({ state: 'changed', changes: 3 });
  expect(world.passed).toEqual([]);

  const failed = await world.call('POST', '/fetch');
  expect([failed.status, failed.json.code]).toEqual([502, 'remote_unreachable']);
  expect((await world.call('POST', '/compare')).status).toBe(502);
  expect((await world.call('POST', '/sync')).status).toBe(502);
  expect(await world.state()).toMatchObject({ state: 'offline', changes: 3 });
  expect((await world.call('PUT', '/event-types/invoice.paid', paid)).status).toBe(200);
  world.decide = () => 'pass';
  await world.call('POST', '/fetch');
  expect(await world.state()).toMatchObject({ state: 'changed', changes: 2 });
});

test('a content is refused with 422 as an event type is, and nothing is changed', async () => {
  await world.call('POST', '/fetch');
  const put = async (path: string, body: object) => {
    const response = await world.call('PUT', `/event-types/${path}`, body);
    return [response.status, response.json.detail?.[0]?.loc];
  };
  expect(await put('a%20b', {})).toEqual([422, ['body', 'name']]);
  expect(await put('invoice.paid', { name: 'other' })).toEqual([422, ['body', 'name']]);
  expect(await put('invoice.paid', { description: 5 })).toEqual([422, ['body', 'description']]);
  expect(await put('invoice.paid', { schemas: { 1: { type: 'thing' } } })).toEqual([
    422,
    ['body', 'schemas'],
  ]);
  expect(await put('invoice.paid', { featureFlags: ['a', 'a'] })).toEqual([422, ['body', 'featureFlags']]);
  expect((await world.call('GET', '/changes')).json.data).toEqual([]);
});

test('a schema keeps its numbers and the order of its keys, in mine and there', async () => {
  await world.call('POST', '/fetch');
  const raw = '{"schemas":{"1":{"title":"t","maximum":1.0,"b":12345678901234567890,"10":1,"9":2}}}';
  const response = await world.here.call('PUT', `${world.copy}/event-types/number.kept`, undefined, { raw });
  const schemas = '"schemas":{"1":{"title":"t","maximum":1.0,"b":12345678901234567890,"10":1,"9":2}}';
  expect(response.text).toContain(schemas);
  expect((await world.call('GET', '/event-types/number.kept')).text).toContain(schemas);
  expect(await world.sync()).toEqual({ 'number.kept': 'done' });
  expect((await world.there.call('GET', '/event-type/number.kept')).text).toContain(schemas);
});

test('all of mine is listed in short, and the revision of one rises with its edits', async () => {
  await world.call('POST', '/fetch');
  const summaries = async () => (await world.call('GET', '/event-type-summaries')).json.data;
  const [paid, gone] = await summaries();
  expect([paid, gone]).toEqual([
    {
      name: 'invoice.paid',
      description: 'Paid.',
      featureFlags: null,
      groupName: null,
      archived: false,
      deprecated: false,
      sunsetAt: null,
      replacedBy: null,
      hasSchema: true,
      revision: expect.any(Number),
    },
    expect.objectContaining({ name: 'invoice.void', archived: true, hasSchema: false }),
  ]);
  await world.call('DELETE', '/event-types/invoice.void');
  await world.put('invoice.paid', { description: 'Mine: "\u{1F4E3}"', featureFlags: ['beta', 'pilot'] });
  const [edited, ...others] = await summaries();
  expect(others).toEqual([]);
  expect(edited).toMatchObject({
    description: 'Mine: "\u{1F4E3}"',
    featureFlags: ['beta', 'pilot'],
    hasSchema: false,
  });
  expect(edited.revision).toBeGreaterThan(paid.revision);
});

test('what is edited back is no change, and an edit of order alone is none', async () => {
  await world.call('POST', '/fetch');
  const { name: _name, ...paid } = PAID;
  await world.call('PUT', '/event-types/invoice.paid', { ...paid, description: 'Other.' });
  const schema = { required: ['id'], properties: { id: { type: 'string' } }, type: 'object' };
  await world.call('PUT', '/event-types/invoice.paid', { ...paid, schemas: { 1: schema } });
  expect((await world.call('GET', '/changes')).json.data).toEqual([]);
  expect(await world.state()).toMatchObject({ state: 'up_to_date' });
});

test('edits are undone and redone in order, also after a restart', async () => {
  await world.call('POST', '/fetch');
  await world.call('PUT', '/event-types/a', { description: 'One.' });
  await world.call('PUT', '/event-types/a', { description: 'Two.' });
  await world.call('DELETE', '/event-types/invoice.paid');
  await world.here.restart();
  expect((await world.call('POST', '/undo')).json).toEqual({ restored: ['invoice.paid'], left: [] });
  expect((await world.call('POST', '/undo')).json.restored).toEqual(['a']);
  expect((await world.call('GET', '/event-types/a')).json.description).toBe('One.');
  await world.here.restart();
  await world.call('POST', '/redo');
  expect((await world.call('GET', '/event-types/a')).json.description).toBe('Two.');
  await world.call('PUT', '/event-types/b', {});
  expect((await world.call('POST', '/redo')).json.code).toBe('conflict');
  for (let n = 0; n < 3; n += 1) expect((await world.call('POST', '/undo')).status).toBe(200);
  expect((await world.call('POST', '/undo')).status).toBe(409);
  expect((await world.call('GET', '/changes')).json.data).toEqual([]);
});

test('one change is discarded, whatever it is called, and the discard can be undone', async () => {
  await world.call('POST', '/fetch');
  for (const name of ['export', 'import', 'constructor']) await world.call('PUT', `/event-types/${name}`, {});
  for (const name of ['export', 'import', 'constructor'])
    expect((await world.call('DELETE', `/changes/${name}`)).status).toBe(204);
  expect((await world.call('GET', '/changes')).json.data).toEqual([]);
  expect((await world.call('DELETE', '/changes/export')).status).toBe(404);
  await world.call('POST', '/undo');
  expect((await world.call('GET', '/changes')).json.data).toMatchObject([{ name: 'constructor' }]);
});

test('changes are carried to another working copy as one document, all or none, and as often as one likes', async () => {
  await world.call('POST', '/fetch');
  await world.call('PATCH', '', { note: 'For review.' });
  const { name: _name, ...paid } = PAID;
  await world.call('PUT', '/event-types/invoice.paid', { ...paid, deprecated: true });
  await world.call('DELETE', '/event-types/invoice.void');
  await world.call('PUT', '/event-types/new', { schema: { type: 'object' } });
  await world.there.call('POST', '/event-type', { name: 'theirs.alone' });
  await world.call('POST', '/fetch');
  const document = (await world.call('GET', '/changes/export')).json;
  expect(document).toMatchObject({ version: 1, note: 'For review.', changes: { length: 3 } });
  const changes = (await world.call('GET', '/changes')).json;

  for (let n = 0; n < 3; n += 1) await world.call('POST', '/undo');
  await world.call('PATCH', '', { note: '' });
  await world.call('PUT', '/event-types/invoice.paid', { ...paid, description: 'My own.' });
  for (let n = 0; n < 2; n += 1) {
    const imported = await world.call('POST', '/changes/import', document);
    expect(imported.json).toMatchObject({ state: 'changed', changes: 3, note: 'For review.' });
  }
  expect((await world.call('GET', '/event-types/invoice.paid')).json).toMatchObject({
    description: 'My own.',
    deprecated: true,
  });
  await world.call('POST', '/undo');
  expect((await world.call('GET', '/changes')).json.data).toMatchObject([{ fields: ['/description'] }]);
  await world.call('POST', '/undo');
  await world.call('POST', '/changes/import', document);
  expect((await world.call('GET', '/changes')).json).toEqual(changes);

  const broken = [...document.changes, { name: 'bad', base: null, mine: { schemas: { 1: { type: 'no' } } } }];
  const refused = await world.call('POST', '/changes/import', { changes: broken });
  expect([refused.status, refused.json.detail[0].loc]).toEqual([
    422,
    ['body', 'changes', '[3]', 'mine', 'schemas'],
  ]);
  const twice = await world.call('POST', '/changes/import', { changes: [broken[0], broken[0]] });
  expect(twice.json.detail[0].loc).toEqual(['body', 'changes', '[1]', 'name']);
  expect((await world.call('GET', '/changes')).json).toEqual(changes);
});

test('many who edit the same event type at once are all answered, and the last counts', async () => {
  await world.call('POST', '/fetch');
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => world.put('contended', { description: `${n}` })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
  for (let n = 0; n < 20; n += 1) expect((await world.call('POST', '/undo')).json.left).toEqual([]);
  expect((await world.call('GET', '/changes')).json.data).toEqual([]);
});

test('without a fetch there is nothing to edit, and without a connection there is no working copy', async () => {
  for (const [method, path] of [
    ['PUT', '/event-types/a'],
    ['POST', '/undo'],
    ['PATCH', ''],
  ] as const) {
    const body = method === 'PATCH' ? { note: 'x' } : {};
    const response = await world.call(method, path, body);
    expect([path, response.status, response.json.code]).toEqual([path, 409, 'conflict']);
  }
  expect((await world.call('GET', '/event-types')).json).toEqual({ data: [] });
  expect((await world.call('GET', '/event-types/a')).status).toBe(404);
  const none = '/connections/con_none/working-copy';
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/fetch', undefined],
    ['GET', '/event-types', undefined],
    ['PUT', '/event-types/a', {}],
    ['GET', '/changes', undefined],
    ['GET', '/changes/export', undefined],
    ['POST', '/changes/import', { changes: [] }],
    ['POST', '/compare', undefined],
    ['POST', '/sync', undefined],
  ] as const) {
    expect([path, (await world.here.call(method, none + path, body)).status]).toEqual([path, 404]);
  }
  expect((await world.here.call('GET', '/connections/con_none/sync-receipts')).status).toBe(404);
  expect((await world.here.call('POST', '/sync-receipts/sync_none/undo')).status).toBe(404);
});

test('a deleted connection takes its working copy and receipts along', async () => {
  await world.call('POST', '/fetch');
  await world.call('PUT', '/event-types/a', {});
  const { data } = await world.runSync();
  expect((await world.here.call('GET', `/sync-receipts/${data.receiptId}`)).status).toBe(200);
  await world.here.call('DELETE', `/connections/${world.connectionId}`);
  expect((await world.call('GET', '')).status).toBe(404);
  expect((await world.here.call('GET', `/sync-receipts/${data.receiptId}`)).status).toBe(404);
});

test('a protected connection is edited in a working copy unless it says otherwise', async () => {
  const path = `/connections/${world.connectionId}`;
  const patch = async (body: object) => (await world.here.call('PATCH', path, body)).json.mode;
  expect((await world.here.call('GET', '/connections')).json.data[0].mode).toBe('direct');
  expect(await patch({ protected: true })).toBe('working-copy');
  expect(await patch({ mode: 'direct' })).toBe('direct');
  expect(await patch({ protected: false })).toBe('direct');
  expect(await patch({ mode: 'working-copy' })).toBe('working-copy');
  await world.here.restart();
  expect((await world.here.call('GET', '/connections')).json.data[0].mode).toBe('working-copy');
  expect((await world.here.call('PATCH', path, { mode: 'both' })).status).toBe(422);
});
