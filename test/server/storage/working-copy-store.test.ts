import { expect, test } from 'vitest';
import { KEPT_SYNC_RECEIPTS } from '../../../src-server/contract/sync';
import { createSyncReceiptStore } from '../../../src-server/storage/catalog/sync-receipt-store';
import {
  createWorkingCopyJournal,
  KEPT_EDIT_BYTES,
  KEPT_EDITS,
} from '../../../src-server/storage/catalog/working-copy-journal';
import {
  type CopyRowChange,
  type CopyWrite,
  createWorkingCopyStore,
} from '../../../src-server/storage/catalog/working-copy-store';
import { createConnectionStore } from '../../../src-server/storage/installation/connection-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);
const ID = 'con_1';
const CONNECTION = {
  id: ID,
  name: 'There',
  baseUrl: 'http://there.example',
  encryptedToken: 'sealed',
  createdAt: 0,
  colour: null,
  isProtected: true,
  mode: null,
  installation: null,
};
async function open() {
  await migrate(db);
  await createConnectionStore(db).insert(CONNECTION, 1);
  const copies = createWorkingCopyStore(db);
  await copies.write(ID, { planned: new Map(), rows: [], fetchedAt: 1 }, 1);
  return copies;
}
const row = (name: string, mine: string): CopyRowChange => ({
  name,
  base: null,
  mine,
  theirs: null,
  status: { mineChanged: true, theirsChanged: false, inConflict: false, fields: [] },
});
const AUTHOR = { tokenId: 'tok_1', sessionId: null };
/** An edit of one event type, in any state. */
const edit = (name: string, after: string): CopyWrite => ({
  planned: new Map(),
  rows: [],
  edit: { act: 'edit', types: [{ name, before: null, after }], author: AUTHOR },
});

test('a database of the version before gets the tables, and keeps its connections', async () => {
  const own = migrations.findIndex(({ sql }) => sql.includes('CREATE TABLE working_copy '));
  await migrate(db, migrations.slice(0, own));
  await createConnectionStore(db).insert(CONNECTION, 1);
  await migrate(db);
  expect(await createConnectionStore(db).get(ID)).toEqual(CONNECTION);
  expect(await createWorkingCopyStore(db).get(ID)).toBeUndefined();
});

test('a write that was planned on what is there no more writes nothing', async () => {
  const copies = await open();
  const write = (planned: ReadonlyMap<string, number>, mine: string) =>
    copies.write(ID, { planned, rows: [row('a', mine)] }, 2);
  expect(await write(new Map(), '{"n":1}')).toBe(true);
  expect(await write(new Map(), '{"n":2}')).toBe(false);
  const { revision = 0, mine } = (await copies.read(ID, ['a'])).get('a') ?? {};
  expect(mine).toBe('{"n":1}');
  expect(await write(new Map([['a', revision]]), '{"n":3}')).toBe(true);
  expect(await write(new Map([['a', revision]]), '{"n":4}')).toBe(false);
  expect(await copies.get(ID)).toMatchObject({ changes: 1, theirs: 0, conflicts: 0 });
});

test('as many steps are remembered as are allowed, and fewer where they are large', async () => {
  const copies = await open();
  const count = async () => (await db.get<{ n: number }>('SELECT count(*) AS n FROM working_copy_edit'))?.n;
  for (let n = 0; n < KEPT_EDITS + 3; n += 1) await copies.write(ID, edit(`t${n}`, '{}'), n);
  expect(await count()).toBe(KEPT_EDITS);
  const large = JSON.stringify({ text: 'x'.repeat(KEPT_EDIT_BYTES / 2) });
  await copies.write(ID, edit('large.1', large), 1000);
  expect(await count()).toBe(KEPT_EDITS);
  await copies.write(ID, edit('large.2', large), 1001);
  expect(await count()).toBe(1);
  expect(await createWorkingCopyJournal(db).find(ID, 'undo', null)).toMatchObject({
    types: [{ name: 'large.2' }],
  });
});

test('an edit has its author, and one of an earlier version has none', async () => {
  const copies = await open();
  await copies.write(ID, edit('a', '{}'), 1);
  const journal = createWorkingCopyJournal(db);
  expect(await journal.findSummary(ID, 'undo')).toMatchObject({ name: 'a', author: AUTHOR });
  await db.write((tx) => tx.run('UPDATE working_copy_edit SET author = NULL'));
  expect(await journal.find(ID, 'undo', null)).toMatchObject({ author: null });
});

test('as many receipts are kept as are allowed', async () => {
  const copies = await open();
  await copies.setNote(ID, 'Why.');
  const receipts = createSyncReceiptStore(db);
  for (let n = 0; n < KEPT_SYNC_RECEIPTS + 2; n += 1) {
    await receipts.begin(`sync_${String(n).padStart(3, '0')}`, ID, n);
  }
  const list = await receipts.list(ID);
  expect(list).toHaveLength(KEPT_SYNC_RECEIPTS);
  expect(list[0]).toMatchObject({ createdAt: KEPT_SYNC_RECEIPTS + 1, note: 'Why.' });
});

test('a connection takes everything of its working copy along', async () => {
  const copies = await open();
  await copies.write(ID, { ...edit('a', '{}'), rows: [row('a', '{}')] }, 1);
  const receipts = createSyncReceiptStore(db);
  await receipts.begin('sync_1', ID, 1);
  await receipts.addItems('sync_1', [{ name: 'a', outcome: 'done', reason: null }]);
  await createConnectionStore(db).delete(ID);
  for (const table of ['working_copy', 'working_copy_type', 'working_copy_edit', 'working_copy_edit_type'])
    expect(await db.all(`SELECT * FROM ${table}`)).toEqual([]);
  expect(await receipts.list(ID)).toEqual([]);
  expect(await receipts.listItems('sync_1')).toEqual([]);
});
