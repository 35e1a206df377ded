import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { type CopyWorld, endOf, expectAgreement, startCopyWorld } from './copy-world';
import { isWrite } from './disturbing-proxy';

let world: CopyWorld;
const NAMES = ['a', 'b', 'c', 'd', 'e'].map((letter) => `type.${letter}`);
const MINE = Array.from({ length: 12 }, (_, n) => `mine.${String(n).padStart(2, '0')}`);

beforeEach(async () => {
  world = await startCopyWorld(NAMES.map((name) => ({ name, description: 'Base.' })));
  await world.call('POST', '/fetch');
  world.passed.length = 0;
});
afterEach(() => world.close());

test('one sync of a connection runs at a time, and one that is stopped sends nothing more', async () => {
  for (const name of NAMES) await world.put(name, { description: 'Mine.' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reached = () => {};
  const isHeld = new Promise<void>((resolve) => {
    reached = resolve;
  });
  world.before = async (request) => {
    if (!isWrite(request)) return;
    reached();
    await held;
  };
  const begun = await world.call('POST', '/sync');
  await isHeld;
  expect((await world.call('POST', '/sync')).json.code).toBe('conflict');
  const task = async () => (await world.here.call('GET', `/background-task/${begun.json.id}`)).json;
  while ((await task()).data.total === 0);
  await world.here.call('POST', `/background-task/${begun.json.id}/stop`);
  expect(await endOf(world.here, begun.json.id)).toMatchObject({
    status: 'finished',
    data: { stopped: true, total: NAMES.length, item: expect.stringMatching(/^type\./) },
  });
  const next = world.sync();
  release();
  const outcomes = await next;
  expect(Object.values(outcomes)).not.toContain('failed');
  // Those in flight when it was stopped have ended, and its task has them.
  while ((await task()).data.items.length === 0);
  const stopped = (await task()).data;
  const receipt = (await world.here.call('GET', `/sync-receipts/${stopped.receiptId}`)).json;
  expect(stopped.items).toEqual(receipt.items);
  expect(stopped.items).toHaveLength(4);
  const names = world.writes().map(({ path }) => path);
  expect(new Set(names).size).toBe(names.length);
  await world.call('POST', '/compare');
  await world.sync();
  await expectAgreement(world);
});

describe('a sync whose connection is cut', () => {
  beforeEach(async () => {
    for (const name of MINE) await world.put(name, { description: name });
  });
  const sentNames = () => world.writes().map(({ body }) => JSON.parse(body).name as string);

  testOnFile.each(['cut', 'drop'] as const)(
    '(%s) leaves the rest as changes, and the next writes nothing twice',
    async (how) => {
      // Four are written at once, and read again: when the fifth is written, one of them has been confirmed.
      let count = 0;
      world.decide = (request) => {
        if (isWrite(request)) count += 1;
        return count >= 5 ? how : 'pass';
      };
      const { data } = await world.runSync();
      expect(data.items).toHaveLength(MINE.length);
      const done = data.items.filter(({ outcome }) => outcome === 'done').map(({ name }) => name);
      expect(done.length).toBeGreaterThan(0);
      expect(data.items.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(0);
      expect(data.items.filter(({ outcome }) => outcome === 'skipped')[0]?.reason).toMatch(/^Not tried/);
      expect(await world.state()).toMatchObject({ state: 'offline', changes: MINE.length - done.length });
      const arrived = Object.keys(await world.theirs()).filter((name) => name.startsWith('mine.'));
      expect(arrived.length).toBeGreaterThanOrEqual(done.length + (how === 'drop' ? 1 : 0));

      world.decide = () => 'pass';
      world.passed.length = 0;
      await world.sync();
      expect(sentNames().sort()).toEqual(MINE.filter((name) => !arrived.includes(name)));
      await expectAgreement(world);
    },
  );
});

test('a sync that ended with its server goes on at the next start, and writes nothing twice', async () => {
  for (const name of MINE) await world.put(name, { description: name });
  world.passed.length = 0;
  let count = 0;
  let reached = () => {};
  const areHeld = new Promise<void>((resolve) => {
    reached = resolve;
  });
  // From the third one on, the other instance writes them, but its responses never arrive.
  world.decide = (request) => {
    if (isWrite(request)) count += 1;
    if (count === 6) reached();
    return isWrite(request) && count > 2 ? 'hold' : 'pass';
  };
  const begun = await world.call('POST', '/sync');
  await areHeld;
  await world.here.restart();
  world.decide = () => 'pass';
  const { data } = await endOf(world.here, begun.json.id);
  expect(data.items.map(({ name }) => name).sort()).toEqual(MINE);
  expect(data.receiptId).toBe(begun.json.data.receiptId);
  expect(new Set(world.writes().map(({ body }) => body)).size).toBe(MINE.length);
  expect(world.writes()).toHaveLength(MINE.length);
  await expectAgreement(world);
  // What was written before it ended can also be undone.
  const undone = await world.here.call('POST', `/sync-receipts/${data.receiptId}/undo`);
  expect(undone.json).toEqual({ restored: MINE, left: [] });
  const receipts = await world.here.call('GET', `/connections/${world.connectionId}/sync-receipts`);
  expect(receipts.json.data.map(({ id }: { id: string }) => id)).toContain(data.receiptId);
  const edited = (await world.call('GET', '/edit-times')).json.data.map(({ name }: { name: string }) => name);
  expect(edited).toEqual(MINE);
});
