import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopyWorld, startCopyWorld } from './copy-world';

let world: CopyWorld;
const everyone = { id: 'set_everyone', letter: 'A', name: 'Everyone', colour: 'sky', featureFlags: [] };
const beta = { id: 'set_beta', letter: 'B', name: 'Beta', colour: 'teal', featureFlags: ['beta', 'next'] };
const added = { id: 'set_added', letter: 'C', name: 'Partners', colour: 'rose', featureFlags: ['partner'] };

const read = async () => (await world.call('GET', '/flag-sets')).json;
const put = (flagSets: readonly object[], version?: string) =>
  world.call('PUT', '/flag-sets', { flagSets, ...(version === undefined ? {} : { version }) });
const there = async () => (await world.there.call('GET', '/catalog/flag-sets')).json.flagSets;
const putThere = (flagSets: readonly object[]) => world.there.call('PUT', '/catalog/flag-sets', { flagSets });
const changes = async () => (await world.call('GET', '/changes')).json.data;

beforeEach(async () => {
  world = await startCopyWorld([{ name: 'type.a', description: 'Base.' }]);
  await putThere([everyone, beta]);
  await world.call('POST', '/fetch');
});
afterEach(() => world.close());

test('flag sets are fetched, edited without a request, and written by a sync', async () => {
  expect((await world.call('POST', '/fetch')).json).toMatchObject({ eventTypes: 1, new: [] });
  expect((await read()).flagSets).toEqual([everyone, beta]);
  world.passed.length = 0;
  const saved = await put([beta, everyone, { ...added, name: 'Mine' }]);
  expect([saved.status, saved.json.flagSets]).toEqual([200, [beta, everyone, { ...added, name: 'Mine' }]]);
  expect(world.passed).toEqual([]);
  expect(await there()).toEqual([everyone, beta]);
  expect(await changes()).toEqual([{ name: 'flag-sets', kind: 'changed', fields: ['/C', '/order'] }]);
  expect(await world.state()).toMatchObject({ state: 'changed', changes: 1 });
  expect(await world.compare()).toMatchObject({ mine: ['flag-sets'], theirs: [], conflicts: [] });
  expect(await world.sync({ names: ['flag-sets'] })).toEqual({ 'flag-sets': 'done' });
  expect(await there()).toEqual([beta, everyone, { ...added, name: 'Mine' }]);
  expect(await world.state()).toMatchObject({ state: 'up_to_date', changes: 0 });
});

test('what both sides changed in flag sets goes together set by set and field by field', async () => {
  await put([{ ...everyone, name: 'All' }, { ...beta, featureFlags: ['next', 'beta'] }, added]);
  await putThere([beta, { ...everyone, colour: 'lime' }]);
  expect(await world.compare()).toMatchObject({ both: ['flag-sets'], conflicts: [] });
  expect(await world.sync()).toEqual({ 'flag-sets': 'done' });
  expect(await there()).toEqual([
    { ...beta, featureFlags: ['next', 'beta'] },
    { ...everyone, name: 'All', colour: 'lime' },
    added,
  ]);
  expect((await read()).flagSets).toEqual(await there());
});

test('a field of a set that both sides changed is a conflict, and is written as it is resolved', async () => {
  await put([{ ...everyone, name: 'Mine' }]);
  await putThere([
    { ...everyone, name: 'Theirs' },
    { ...beta, colour: 'lime' },
  ]);
  const place = { name: 'flag-sets', pointer: '/A/name' };
  expect((await world.compare()).conflicts).toEqual([
    { ...place, writesMore: false, base: 'Everyone', mine: 'Mine', theirs: 'Theirs' },
    { name: 'flag-sets', pointer: '/B', writesMore: false, base: beta, theirs: { ...beta, colour: 'lime' } },
  ]);
  expect(await world.state()).toMatchObject({ state: 'conflicts', conflicts: 1 });
  expect(await world.sync()).toEqual({ 'flag-sets': 'conflict' });
  expect(await there()).toMatchObject([{ name: 'Theirs' }, { colour: 'lime' }]);
  const resolutions = [
    { ...place, take: 'mine' },
    { name: 'flag-sets', pointer: '/B', value: { ...beta, colour: 'indigo' } },
  ];
  expect(await world.sync({ resolutions })).toEqual({ 'flag-sets': 'done' });
  expect(await there()).toEqual([
    { ...everyone, name: 'Mine' },
    { ...beta, colour: 'indigo' },
  ]);
  expect(await world.state()).toMatchObject({ state: 'up_to_date' });
});

test('a value chosen by hand that is no set of flags fails, and nothing is written', async () => {
  await put([{ ...everyone, name: 'Mine' }, beta]);
  await putThere([{ ...everyone, name: 'Theirs' }, beta]);
  const resolutions = [{ name: 'flag-sets', pointer: '/A/name', value: 5 }];
  const { items } = (await world.runSync({ resolutions })).data;
  expect(items).toEqual([
    { name: 'flag-sets', outcome: 'failed', reason: 'This is not a set of feature flags.' },
  ]);
  expect((await there())[0].name).toBe('Theirs');
});

test('what changed in flag sets there alone is taken over, and a discard and an undo put sets back', async () => {
  await putThere([beta]);
  expect((await world.call('POST', '/fetch')).json.new).toEqual(['flag-sets']);
  expect(await world.state()).toMatchObject({ state: 'behind', theirs: 1 });
  expect(await world.sync()).toEqual({ 'flag-sets': 'done' });
  expect((await read()).flagSets).toEqual([beta]);
  await put([beta, added]);
  expect((await world.call('DELETE', '/changes/flag-sets')).status).toBe(204);
  expect((await read()).flagSets).toEqual([beta]);
  expect((await world.call('POST', '/undo')).json).toEqual({ restored: ['flag-sets'], left: [] });
  expect((await read()).flagSets).toEqual([beta, added]);
  const { receiptId } = (await world.runSync()).data;
  await world.here.call('POST', `/sync-receipts/${receiptId}/undo`);
  expect((await read()).flagSets).toEqual([beta]);
  expect(await there()).toEqual([beta, added]);
});

test('flag sets that somebody else changed meanwhile are not overwritten in a working copy', async () => {
  const { version } = await read();
  const first = await put([everyone], version);
  expect(first.status).toBe(200);
  expect((await put([beta], version)).status).toBe(409);
  const stale = await world.here.call(
    'PUT',
    `${world.copy}/flag-sets`,
    { flagSets: [beta] },
    { headers: { 'if-match': `"${version}"` } },
  );
  expect(stale.status).toBe(412);
  expect((await read()).flagSets).toEqual([everyone]);
  expect((await put([everyone, { ...everyone, letter: 'B' }])).status).toBe(422);
});

test('changed flag sets are in an exported document, and its import merges them', async () => {
  await put([{ ...everyone, name: 'Mine' }, beta]);
  const document = (await world.call('GET', '/changes/export')).json;
  expect(document.changes).toEqual([
    {
      name: 'flag-sets',
      base: { flagSets: [everyone, beta] },
      mine: { flagSets: [{ ...everyone, name: 'Mine' }, beta] },
    },
  ]);
  await put([everyone, { ...beta, colour: 'lime' }]);
  expect((await world.call('POST', '/changes/import', document)).status).toBe(200);
  expect((await read()).flagSets).toEqual([
    { ...everyone, name: 'Mine' },
    { ...beta, colour: 'lime' },
  ]);
  const twice = { ...document.changes[0], mine: { flagSets: [beta, beta] } };
  expect((await world.call('POST', '/changes/import', { changes: [twice] })).status).toBe(422);
});

test('flag sets written there while a sync is on its way become a conflict to look at', async () => {
  await put([{ ...everyone, name: 'Mine' }, beta]);
  world.before = async ({ method, path }) => {
    if (method === 'PUT' && path.endsWith('/catalog/flag-sets')) await putThere([everyone]);
  };
  expect(await world.sync()).toEqual({ 'flag-sets': 'conflict' });
  expect(await there()).toEqual([everyone]);
  expect((await changes())[0].name).toBe('flag-sets');
});

test('no list of event types of a working copy has the flag sets, and none takes their name', async () => {
  await put([beta]);
  expect(Object.keys(await world.mine())).toEqual(['type.a']);
  const summaries = (await world.call('GET', '/event-type-summaries')).json.data;
  expect(summaries.map(({ name }: { name: string }) => name)).toEqual(['type.a']);
  expect((await world.call('GET', '/event-types/flag-sets')).status).toBe(404);
  expect((await world.call('GET', '/event-types/flag-sets/sides')).status).toBe(404);
  expect((await world.put('flag-sets', { description: 'Mine.' })).status).toBe(409);
  expect((await world.call('DELETE', '/event-types/flag-sets')).status).toBe(409);
  expect((await read()).flagSets).toEqual([beta]);
});

test('an event type with the name of the flag sets is one like any other', async () => {
  await world.there.call('POST', '/event-type', { name: 'flag-sets', description: 'Base.' });
  await world.call('POST', '/fetch');
  await world.sync();
  expect((await world.put('flag-sets', { description: 'Mine.' })).status).toBe(200);
  expect(await world.sync()).toEqual({ 'flag-sets': 'done' });
  expect((await world.theirs())['flag-sets']).toMatchObject({ description: 'Mine.' });
  expect((await world.call('GET', '/flag-sets')).status).toBe(404);
  expect(await there()).toEqual([everyone, beta]);
});

test('a working copy of an instance without flag sets is without them', async () => {
  const older = await startCopyWorld([{ name: 'type.a' }]);
  try {
    older.respond = ({ path }) =>
      path.endsWith('/catalog/flag-sets') ? { status: 404, body: { detail: 'Not found' } } : null;
    expect((await older.call('POST', '/fetch')).status).toBe(200);
    expect((await older.call('GET', '/flag-sets')).status).toBe(404);
    expect((await older.call('PUT', '/flag-sets', { flagSets: [beta] })).status).toBe(404);
    await older.put('type.a', { description: 'Mine.' });
    expect(await older.sync()).toEqual({ 'type.a': 'done' });
    // After an update of that instance they are there, as a change of nobody.
    older.respond = () => null;
    expect((await older.call('POST', '/fetch')).json.new).toEqual([]);
    expect((await older.call('GET', '/flag-sets')).json.flagSets).toEqual([]);
    expect(await older.state()).toMatchObject({ state: 'up_to_date', changes: 0, theirs: 0 });
  } finally {
    await older.close();
  }
});

test('examples in a schema are merged with what changed there, pushed, and taken over', async () => {
  const withExample = (id: string) => {
    const properties = { id: { type: 'string' } };
    return { schemas: { 1: { type: 'object', properties, required: ['id'], examples: [{ id }] } } };
  };
  await world.put('type.a', { description: 'Base.', ...withExample('ord_1') });
  await world.change('type.a', { description: 'Theirs.' });
  await world.compare();
  expect(await world.sync()).toEqual({ 'type.a': 'done' });
  expect((await world.theirs())['type.a']).toMatchObject({ description: 'Theirs.', ...withExample('ord_1') });
  await world.change('type.a', withExample('ord_2'));
  expect(await world.sync()).toEqual({ 'type.a': 'done' });
  expect((await world.mine())['type.a']).toMatchObject(withExample('ord_2'));
});
