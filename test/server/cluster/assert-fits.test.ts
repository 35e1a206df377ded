import { expect, test } from 'vitest';
import { assertFits } from '../../../src-server/cluster/assert-fits';
import { secretCheckOf } from '../../../src-server/cluster/secret-check';
import type { NewNode } from '../../../src-server/storage/node-table';
import { FakeClock } from '../../support/fake-clock';
import { MemoryNodeTable } from '../../support/memory-node-table';

const SECRETS = { clusterSecret: 'c'.repeat(32), adminToken: 'admin', secretKey: new Uint8Array(32) };
const LEASE_MS = 6000;

/** A table with one node, and a new one that asks whether it fits; time passes, with or without beats of the first. */
async function ask(other: Partial<NewNode>, isAlive: boolean): Promise<string> {
  const clock = new FakeClock();
  const memory = new MemoryNodeTable();
  const table = memory.connect();
  const secretCheck = secretCheckOf(SECRETS, LEASE_MS);
  const node = { id: 'a', address: 'http://a', version: '1', schemaVersion: 26, secretCheck, ...other };
  const state = await table.join(node);
  let outcome: string | null = null;
  void assertFits({ table, clock, leaseMs: LEASE_MS, secretCheck }, state, 'b').then(
    () => {
      outcome = `fits after ${(clock.monotonicUs() - 1_000_000) / 1e6} s`;
    },
    (cause: Error) => {
      outcome = cause.message;
    },
  );
  for (let n = 0; n < 40; n++) {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (outcome !== null) return outcome;
    if (isAlive) await table.beat('a', 0);
    clock.advance(500);
  }
  return 'no answer';
}

test('one with the same secrets fits at once, whatever its lease', async () => {
  expect(await ask({}, true)).toBe('fits after 0 s');
  expect(await ask({ secretCheck: secretCheckOf(SECRETS, 20_000) }, true)).toBe('fits after 0 s');
});

test.each([
  ['POSTHORN_CLUSTER_SECRET', { clusterSecret: 'd'.repeat(32) }],
  ['POSTHORN_ADMIN_TOKEN', { adminToken: 'other' }],
  ['POSTHORN_SECRET_KEY', { secretKey: new Uint8Array(32).fill(1) }],
])('a node that lives with another %s is in the way, and the message says which', async (name, differing) => {
  const secretCheck = secretCheckOf({ ...SECRETS, ...differing }, LEASE_MS);
  expect(await ask({ secretCheck }, true)).toMatch(
    new RegExp(`^${name} differs from that of the node at http://a`),
  );
});

test('one that was killed is waited for, as long as the longer of both leases', async () => {
  const other = { ...SECRETS, adminToken: 'other' };
  expect(await ask({ secretCheck: secretCheckOf(other, LEASE_MS) }, false)).toBe('fits after 6.5 s');
  expect(await ask({ secretCheck: secretCheckOf(other, 9000) }, false)).toBe('fits after 9.5 s');
});

test('a move is in the way while it lives', async () => {
  expect(await ask({ address: '', secretCheck: '...6' }, true)).toMatch(/^The database is being moved/);
  expect(await ask({ address: '', secretCheck: '...6' }, false)).toBe('fits after 6.5 s');
});
