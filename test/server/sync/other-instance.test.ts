import { afterEach, beforeEach, expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { type CopyWorld, expectAgreement, startCopyWorld } from './copy-world';

let world: CopyWorld;
const NAMES = Array.from({ length: 30 }, (_, n) => `type.${String(n).padStart(2, '0')}`);

beforeEach(async () => {
  world = await startCopyWorld();
  await world.there.call('POST', '/event-type-bulk', {
    eventTypes: NAMES.map((name) => ({ name, description: '' })),
  });
  await world.call('POST', '/fetch');
  world.passed.length = 0;
});
afterEach(() => world.close());

const remove = async (names: readonly string[]) => {
  for (const name of names) await world.there.call('DELETE', `/event-type/${name}?expunge=true`);
};
const emptyList = () => {
  world.respond = ({ path }) =>
    path.includes('/event-type?') ? { status: 200, body: { data: [], iterator: null, done: true } } : null;
};

testOnFile('a sync that would remove more than ten event types asks first, and says why', async () => {
  await world.there.call('POST', '/event-type-bulk', {
    eventTypes: Array.from({ length: 90 }, (_, n) => ({ name: `more.${n}`, description: '' })),
  });
  await world.sync();
  await remove(NAMES.slice(0, 11));
  const synced = await world.call('POST', '/sync');
  expect(synced.status).toBe(409);
  expect(synced.json).toMatchObject({
    code: 'confirmation_needed',
    detail: expect.stringMatching(/remove 11 of 120 event types .* gone there: type\.00, .*, 6 more\./),
  });
  expect(Object.keys(await world.mine())).toHaveLength(120);
  await world.sync({ names: NAMES.slice(0, 10) });
  await world.sync();
  await expectAgreement(world);
});

testOnFile(
  'a sync that would remove more than a tenth asks first, and one that removes less does not',
  async () => {
    await remove(NAMES.slice(0, 4));
    expect((await world.call('POST', '/sync')).json.code).toBe('confirmation_needed');
    expect(Object.values(await world.sync({ names: NAMES.slice(0, 3) }))).toEqual(['done', 'done', 'done']);
  },
);

testOnFile(
  'an empty list removes nothing and gets nothing without a confirmation, whatever the sync is limited to',
  async () => {
    await world.put('type.mine', { description: 'Mine.' });
    emptyList();
    for (const body of [undefined, { names: ['type.mine'] }]) {
      expect((await world.call('POST', '/sync', body)).json.code).toBe('confirmation_needed');
    }
    expect(world.writes()).toEqual([]);
    expect(Object.keys(await world.mine())).toHaveLength(31);
    world.respond = () => null;
    expect(await world.sync()).toEqual({ 'type.mine': 'done' });
  },
);

testOnFile('a single event type that is removed there is removed here without a question', async () => {
  const small = await startCopyWorld(['a', 'b', 'c'].map((letter) => ({ name: `small.${letter}` })));
  await small.call('POST', '/fetch');
  await small.there.call('DELETE', '/event-type/small.a?expunge=true');
  expect(await small.sync()).toEqual({ 'small.a': 'done' });
  await small.close();
});

testOnFile(
  'another installation behind the same URL is neither read nor written until the connection accepts it',
  async () => {
    const other: TestServer = await startTestServer();
    await other.call('POST', '/event-type', { name: 'stranger' });
    await world.put('type.mine', { description: 'Mine.' });
    world.other = other;
    for (const path of ['/fetch', '/compare', '/sync']) {
      const refused = await world.call('POST', path);
      expect(refused.status).toBe(409);
      expect(refused.json.code).toBe('other_installation');
    }
    await world.call('POST', '/check');
    expect(world.passed.filter(({ path }) => path.includes('with_content'))).toEqual([]);
    expect(world.writes()).toEqual([]);
    expect(await world.state()).toMatchObject({ changes: 1, theirs: 0 });

    const connection = `/connections/${world.connectionId}`;
    await world.here.call('PATCH', connection, { installation: null });
    expect((await world.call('POST', '/compare')).status).toBe(200);
    // It has nothing of what was there.
    expect((await world.call('POST', '/sync')).json.code).toBe('confirmation_needed');
    await world.sync({ acceptRemovals: true });
    expect(Object.keys(await world.mine())).toEqual(['stranger', 'type.mine']);
    const { data } = (await world.here.call('GET', '/connections')).json;
    expect(data[0].installation).toBe((await other.call('GET', '/auth/whoami')).json.installation);
    await other.remove();
  },
);

test('a connection that was saved when its instance did not say which it is learns it with a fetch', async () => {
  const connection = `/connections/${world.connectionId}`;
  await world.here.call('PATCH', connection, { installation: null });
  const installation = async () => (await world.here.call('GET', '/connections')).json.data[0].installation;
  expect(await installation()).toBeNull();
  await world.call('POST', '/fetch');
  expect(await installation()).toMatch(/^[0-9a-f]{16}$/);
});
