import { beforeAll, describe, expect, test } from 'vitest';
import { DELIVERY_STATES } from '../../../src-server/contract/attempt';
import { TASK_STATUSES } from '../../../src-server/contract/background-task';
import { migrate } from '../../../src-server/storage/sqlite/migrate';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedOnce } from '../../support/started';

const db = startedOnce(newDatabaseFile);

beforeAll(async () => {
  await migrate(db);
});
/** The values that a CHECK of a table allows in a column, in its order. */
async function allowed(table: string, column: string): Promise<string[]> {
  const row = await db.get<{ sql: string }>('SELECT sql FROM sqlite_master WHERE name = ?', [table]);
  const list = new RegExp(`CHECK \\(${column} IN \\(([^)]*)\\)`).exec(row?.sql ?? '')?.[1] ?? '';
  return [...list.matchAll(/'([^']*)'/g)].map(([, name]) => name ?? '');
}

describe('the states of the contract are those that the database lets in', () => {
  test('of a delivery', async () => {
    expect(await allowed('delivery', 'state')).toEqual(DELIVERY_STATES);
  });

  test('of a background task', async () => {
    expect(await allowed('background_task', 'status')).toEqual(TASK_STATUSES);
  });
});

describe('what no state can have cannot be written', () => {
  const insert = (state: string, dueAt: number | null, finishedAt: number | null) =>
    db.write((tx) =>
      tx.run(
        `INSERT INTO delivery (message_id, endpoint_id, state, due_at, finished_at) VALUES ('m', 'e', ?, ?, ?)`,
        [state, dueAt, finishedAt],
      ),
    );

  test.each([
    ['sending', 1, null],
    ['waiting', null, null],
    ['waiting', 1, 1],
    ['delivered', null, null],
    ['failed', 1, 1],
    ['canceled', null, null],
  ])('%s, due at %s, finished at %s', async (state, dueAt, finishedAt) => {
    await expect(insert(state, dueAt, finishedAt)).rejects.toThrow('CHECK');
  });
});
