import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackgroundCheckParts, createBackgroundCheck } from '../../../src-server/sync/background-check';
import { newSignal } from '../../support/new-signal';
import { type CopyWorld, startCopyWorld } from './copy-world';

let world: CopyWorld;
const TYPES = ['invoice.paid', 'invoice.void'].map((name) => ({ name, description: 'Base.' }));

beforeEach(async () => {
  world = await startCopyWorld(TYPES);
  await world.call('POST', '/fetch');
  world.passed.length = 0;
});
afterEach(() => world.close());

const check = async () => (await world.call('POST', '/check')).json;
const paths = () => world.passed.map(({ path }) => path.replace('/api/v1', ''));

test('a check counts what is new there, and nobody has seen it: a sync asks to look again', async () => {
  await world.put('invoice.paid', { description: 'Mine.' });
  const { fetchedAt } = await world.state();
  await world.change('invoice.paid', { archived: true });
  await world.change('invoice.void', { description: 'Theirs.' });
  expect(await check()).toMatchObject({ state: 'changed', changes: 1, theirs: 2, conflicts: 0, fetchedAt });
  expect((await world.call('GET', '/event-types/invoice.void')).json.description).toBe('Base.');
  expect(await world.sync()).toEqual({ 'invoice.paid': 'conflict', 'invoice.void': 'done' });
  expect((await world.theirs())['invoice.paid']).toMatchObject({ description: 'Base.', archived: true });
});

test('a fetch names what checks have found since the fetch before, once', async () => {
  await world.change('invoice.paid', { description: 'Theirs.' });
  await check();
  await world.there.call('POST', '/event-type', { name: 'order.sent' });
  expect((await world.call('POST', '/fetch')).json.new).toEqual(['invoice.paid', 'order.sent']);
  expect((await world.call('POST', '/fetch')).json.new).toEqual([]);
});

test('a check of an instance that has not changed is one small request', async () => {
  await check();
  await check();
  expect(paths()).toEqual(['/event-type?limit=1', '/event-type?limit=1']);
  await world.change('invoice.paid', { description: 'Theirs.' });
  expect(await check()).toMatchObject({ state: 'behind', theirs: 1 });
});

test('a check finds flag sets that were changed there', async () => {
  await check();
  const set = { letter: 'A', name: 'Beta', colour: 'sky', featureFlags: ['beta'] };
  await world.there.call('PUT', '/catalog/flag-sets', { flagSets: [set] });
  expect(await check()).toMatchObject({ state: 'behind', theirs: 1 });
});

test('an instance without such tags is read completely, and then left alone for a while', async () => {
  world.isPlain = true;
  await world.change('invoice.paid', { description: 'Theirs.' });
  await world.call('POST', '/fetch');
  world.passed.length = 0;
  await world.change('invoice.paid', { description: 'Theirs again.' });
  expect(await check()).toMatchObject({ state: 'behind' });
  expect(paths()).toEqual(['/event-type?limit=1']);
  await world.here.restart();
  world.passed.length = 0;
  await check();
  expect(paths()).toEqual([
    '/event-type?limit=1',
    '/auth/whoami',
    expect.stringContaining('with_content'),
    '/catalog/flag-sets',
  ]);
});

test('checks asked for during a look share the next one, so that none misses what it has heard of', async () => {
  const [ended, end] = newSignal();
  let looks = 0;
  const background = createBackgroundCheck({
    copies: { get: async () => ({}) },
    isSyncing: async () => {
      looks += 1;
      await ended;
      return true;
    },
  } as unknown as BackgroundCheckParts);
  const checks = ['first', 'heard of', 'heard of', 'heard of'].map(() => background.check('con_1'));
  end();
  await Promise.all(checks);
  expect(looks).toBe(2);
});

test('an instance that does not answer is a state and no error, until it answers again', async () => {
  world.decide = () => 'cut';
  expect(await check()).toMatchObject({ state: 'offline', changes: 0 });
  world.decide = () => 'pass';
  expect(await check()).toMatchObject({ state: 'up_to_date' });
});

test('before the first fetch a check asks nobody, and an unknown connection is a 404', async () => {
  const other = { name: 'Other', baseUrl: world.there.baseUrl, token: world.there.adminToken };
  const { id } = (await world.here.call('POST', '/connections', other)).json;
  const never = await world.here.call('POST', `/connections/${id}/working-copy/check`);
  expect(never.json).toMatchObject({ state: 'none' });
  expect((await world.here.call('POST', '/connections/con_none/working-copy/check')).status).toBe(404);
});

test('the three sides of one event type are read without the other instance', async () => {
  await world.put('invoice.paid', { description: 'Mine.' });
  await world.change('invoice.paid', { description: 'Theirs.' });
  await check();
  world.decide = () => 'cut';
  const sides = async (name: string) => await world.call('GET', `/event-types/${name}/sides`);
  expect((await sides('invoice.paid')).json).toMatchObject({
    name: 'invoice.paid',
    base: { description: 'Base.' },
    mine: { description: 'Mine.' },
    theirs: { description: 'Theirs.' },
    mineChanged: true,
    theirsChanged: true,
    inConflict: true,
  });
  expect((await sides('invoice.void')).json).toMatchObject({ mineChanged: false, theirsChanged: false });
  expect((await sides('nobody.knows')).status).toBe(404);
});

test('the journal says when event types were last edited; what was undone does not count', async () => {
  const times = async () => (await world.call('GET', '/edit-times')).json.data;
  expect(await times()).toEqual([]);
  await world.put('invoice.void', { description: 'Once.' });
  await world.put('invoice.paid', { description: 'Mine.' });
  expect(await times()).toEqual([
    { name: 'invoice.paid', editedAt: expect.stringMatching(/Z$/) },
    { name: 'invoice.void', editedAt: expect.stringMatching(/Z$/) },
  ]);
  await world.call('POST', '/undo');
  expect(await times()).toMatchObject([{ name: 'invoice.void' }]);
});

test('the live stream tells which working copy was edited', async () => {
  const headers = { authorization: `Bearer ${world.here.adminToken}` };
  const request = get(`${world.here.baseUrl}/api/v1/live`, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const event = JSON.stringify({ kind: 'working-copy-changed', connectionId: world.connectionId });
  let text = '';
  let isEdited = false;
  for await (const chunk of response) {
    text += chunk;
    if (text.includes(event)) break;
    if (!isEdited) await world.put('invoice.paid', { description: 'Mine.' });
    isEdited = true;
  }
  expect(text).toContain(event);
});
