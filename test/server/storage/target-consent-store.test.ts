import { expect, test } from 'vitest';
import {
  openTargetConsentStore,
  type TargetConsentRecord,
} from '../../../src-server/storage/installation/target-consent-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);
const office: TargetConsentRecord = {
  id: 'tgt_1',
  kind: 'network',
  target: '10.1.0.0/16',
  note: 'The office',
  createdAt: 1000,
};
const intranet: TargetConsentRecord = { ...office, id: 'tgt_2', kind: 'host', target: 'intranet', note: '' };

test('what is allowed is there at once, the oldest first, and after another start', async () => {
  await migrate(db);
  const store = await openTargetConsentStore(db);
  expect(store.current()).toEqual([]);
  expect(await store.insert(office)).toBe(true);
  expect(await store.insert(intranet)).toBe(true);
  expect(store.current()).toEqual([office, intranet]);
  expect((await openTargetConsentStore(db)).current()).toEqual([office, intranet]);
});

test('the same target is there once, also when two ask for it at the same moment', async () => {
  await migrate(db);
  const store = await openTargetConsentStore(db);
  const both = [office, { ...office, id: 'tgt_9' }];
  expect(await Promise.all(both.map((record) => store.insert(record)))).toEqual([true, false]);
  expect(store.current()).toEqual([office]);
});

test('what is taken back is gone at once and for good', async () => {
  await migrate(db);
  const store = await openTargetConsentStore(db);
  await store.insert(office);
  const before = store.current();
  expect([await store.delete('tgt_1'), await store.delete('tgt_1')]).toEqual([true, false]);
  expect(store.current()).toEqual([]);
  expect(store.current()).not.toBe(before);
  expect((await openTargetConsentStore(db)).current()).toEqual([]);
});

test('a file of the version before keeps its settings and gets an empty list', async () => {
  await migrate(db, migrations.slice(0, 1));
  await db.write((tx) => tx.run(`INSERT INTO setting (name, value) VALUES ('enforceHttps', 'true')`));
  await migrate(db);
  expect((await openTargetConsentStore(db)).current()).toEqual([]);
  expect(await db.all('SELECT value FROM setting')).toEqual([{ value: 'true' }]);
});
