import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import type { NodeTable } from '../../../src-server/storage/node-table';
import { createClusterTables } from '../../../src-server/storage/postgres/cluster-tables';
import { openPostgres } from '../../../src-server/storage/postgres/postgres-database';
import { PostgresNodeTable } from '../../../src-server/storage/postgres/postgres-node-table';
import { describePostgres } from '../../support/engines';
import { FakeClock } from '../../support/fake-clock';
import { MemoryNodeTable } from '../../support/memory-node-table';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

const node = (id: string) => ({
  id,
  address: `http://${id}:8071`,
  version: '1.0.0',
  schemaVersion: 26,
  secretCheck: 'check',
});
const ALL = Array.from({ length: 256 }, (_, slot) => slot);

function describeContract(connect: () => NodeTable): void {
  const owners = async (table: NodeTable) =>
    new Map((await table.read()).slots.map(({ slot, owner }) => [slot, owner]));

  test('a node that joins is listed with what it says, beside 256 slots that nobody owns', async () => {
    const table = connect();
    const state = await table.join(node('a'));
    expect(state.nodes).toEqual([
      { ...node('a'), beat: 0, diedAt: null, isLeaving: false, sendsPerSecond: 0 },
    ]);
    expect(state.slots).toEqual(ALL.map((slot) => ({ slot, owner: null, epoch: 0 })));
    expect(state.timeline).toMatch(/^[0-9A-F]{8}$/);
    expect((await table.beat('a', 0))?.timeline).toBe(state.timeline);
  });

  test('joining again under the same id changes nothing', async () => {
    const table = connect();
    await table.join(node('a'));
    await table.beat('a', 0);
    expect((await table.join(node('a'))).nodes).toMatchObject([{ id: 'a', beat: 1 }]);
  });

  test('a beat counts up, and answers the state with it', async () => {
    const table = connect();
    await table.join(node('a'));
    await table.beat('a', 1);
    const state = await table.beat('a', 12.5);
    expect(state?.nodes).toMatchObject([{ id: 'a', beat: 2, sendsPerSecond: 12.5 }]);
    expect(await table.read()).toMatchObject({ nodes: [{ beat: 2, sendsPerSecond: 12.5 }] });
    expect(await table.beat('unknown', 0)).toBeNull();
  });

  test('of two that take the same slots, each gets what is free, with a higher epoch', async () => {
    const [a, b] = [connect(), connect()];
    await a.join(node('a'));
    await b.join(node('b'));
    const [first, second] = await Promise.all([a.take('a', ALL), b.take('b', ALL)]);
    expect(first.length + second.length).toBe(256);
    expect([...first, ...second].every(({ epoch }) => epoch === 1)).toBe(true);
    expect(await b.take('b', [3])).toEqual([]);
  });

  test('a released slot is free; one of somebody else stays where it is', async () => {
    const table = connect();
    await table.join(node('a'));
    await table.join(node('b'));
    await table.take('a', [1, 2]);
    const at = (slot: number) => ({ slot, epoch: 1 });
    await table.release('b', [at(1)]);
    await table.release('a', [at(2), at(3)]);
    const owner = await owners(table);
    expect([owner.get(1), owner.get(2), owner.get(3)]).toEqual(['a', null, null]);
    const [taken] = await table.take('b', [2]);
    expect(taken).toMatchObject({ slot: 2, owner: 'b' });
    expect(taken?.epoch).toBeGreaterThan(1);
  });

  test('a release that arrives late does not free a slot that its node has taken again', async () => {
    const table = connect();
    await table.join(node('a'));
    const before = await table.take('a', [2]);
    await table.release('a', before);
    await table.take('a', [2]);
    await table.release('a', before);
    expect((await owners(table)).get(2)).toBe('a');
  });

  test('a node is dead only when it still stands at the beat that was seen, and then never beats or takes again', async () => {
    const table = connect();
    await table.join(node('a'));
    await table.take('a', [7]);
    await table.beat('a', 0);
    expect(await table.markDead('a', 0)).toBe(false);
    expect(await table.markDead('a', 1)).toBe(true);
    expect(await table.markDead('a', 1)).toBe(false);
    expect((await owners(table)).get(7)).toBeNull();
    expect(await table.beat('a', 0)).toBeNull();
    expect(await table.take('a', [7])).toEqual([]);
    expect((await table.read()).nodes).toMatchObject([{ id: 'a', beat: 1, diedAt: expect.any(Number) }]);
  });

  test('the epoch of a slot goes up when its owner is found dead, so that nothing old counts as current', async () => {
    const table = connect();
    await table.join(node('a'));
    const [taken] = await table.take('a', [7]);
    await table.markDead('a', 0);
    expect((await table.read()).slots[7]?.epoch).toBeGreaterThan(taken?.epoch ?? 0);
  });

  test('a node that leaves keeps its slots until it gives them back, and takes no others', async () => {
    const table = connect();
    await table.join(node('a'));
    await table.take('a', [7]);
    await table.leaving('a');
    expect(await table.take('a', [8])).toEqual([]);
    expect((await table.beat('a', 0))?.nodes).toMatchObject([{ isLeaving: true }]);
    expect((await owners(table)).get(7)).toBe('a');
    await table.leave('a');
    const state = await table.read();
    expect(state.nodes).toEqual([]);
    expect(state.slots[7]?.owner).toBeNull();
  });

  test('what a node owns that is still there is not freed as that of a missing one', async () => {
    const table = connect();
    await table.join(node('a'));
    await table.take('a', [7]);
    await table.freeOfMissing('a');
    expect((await owners(table)).get(7)).toBe('a');
  });
}

describe('the table of nodes (memory)', () => {
  let table: MemoryNodeTable;
  beforeEach(() => {
    table = new MemoryNodeTable();
  });
  describeContract(() => table.connect());
});

describePostgres('the table of nodes (PostgreSQL)', () => {
  const created = startedForEach(createPostgres);
  const db = startedForEach(() => openPostgres(created.url));
  const connect = (): NodeTable => {
    const table = new PostgresNodeTable({ connect: db.connect, clock: systemClock });
    onTestFinished(() => table.close());
    return table;
  };

  beforeEach(() => createClusterTables(db));
  describeContract(connect);

  test('its tables can be created again at each start, and keep what they hold', async () => {
    const table = connect();
    await table.join(node('a'));
    await table.take('a', [7]);
    await createClusterTables(db);
    expect((await table.read()).slots[7]?.owner).toBe('a');
  });

  test.each(['DELETE FROM slot', 'DELETE FROM slot WHERE n < 200'])(
    'slots that somebody has removed (%s) are back at the next beat, wait for a lease, and are fenced from before',
    async (remove) => {
      const table = connect();
      await table.join(node('a'));
      const [before] = await table.take('a', [7]);
      await db.write((tx) => tx.run(remove));
      await expect(table.read()).resolves.toMatchObject({ nodes: [{ id: 'a' }] });
      const state = await table.beat('a', 0);
      expect(state?.slots.map(({ slot }) => slot)).toEqual(ALL);
      const { owner, epoch } = state?.slots[7] ?? {};
      // The others free what belongs to a node that is not there, once they have watched it for a lease.
      expect(owner).toEqual(expect.any(String));
      expect(owner).not.toBe('a');
      expect(epoch).toBeGreaterThan((before?.epoch ?? 0) + 1_000_000);
      await table.freeOfMissing(owner ?? '');
      expect(await table.take('a', [7])).toMatchObject([{ slot: 7, owner: 'a' }]);
    },
  );

  test('its clock is that of the database', async () => {
    const { now } = await connect().read();
    const row = await db.get<{ ms: number }>('SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms');
    expect(Math.abs((row?.ms ?? 0) - now)).toBeLessThan(5000);
  });

  test('after its connection was cut, the next call goes over a new one', async () => {
    const table = connect();
    await table.join(node('a'));
    await db.write((tx) =>
      tx.get(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    );
    const state = await table.beat('a', 0).catch(() => table.beat('a', 0));
    expect(state?.nodes).toMatchObject([{ id: 'a' }]);
  });

  test('a call that the database does not answer fails in time, and frees the way for the next one', async () => {
    const clock = new FakeClock();
    const table = new PostgresNodeTable({ connect: db.connect, clock });
    onTestFinished(() => table.close());
    await table.join(node('a'));
    await table.beat('a', 0);
    const other = await db.connect();
    await other.exec('BEGIN; LOCK TABLE node');
    const beat = table.beat('a', 0).then(
      () => 'answered',
      (cause: Error) => cause.message,
    );
    await expect.poll(() => clock.pendingTimers).toBe(1);
    clock.advance(3000);
    expect(await beat).toBe('the database has not responded for 3 s');
    await other.exec('ROLLBACK');
    await other.close();
    expect(await table.beat('a', 0)).not.toBeNull();
  });
});
