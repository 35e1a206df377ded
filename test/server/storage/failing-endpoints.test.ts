import { expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { collected } from '../../support/collected';
import { newDatabaseFile } from '../../support/new-database-file';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);
const own = migrations.findIndex(({ sql }) => sql.includes('ADD COLUMN failing_since'));

test('an older database keeps its endpoints: none is failing, and the reason of disabling is unknown', async () => {
  await migrate(db, migrations.slice(0, own));
  await db.write(async (tx) => {
    await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 1, 1)`);
    await tx.run(
      `INSERT INTO endpoint (id, app_id, url, disabled, disabled_at, secret, created_at, updated_at)
       VALUES ('ep_1', 'app_1', 'http://a.test/', 0, NULL, 's', 1, 1),
         ('ep_2', 'app_1', 'http://a.test/', 1, 5, 's', 1, 1)`,
    );
  });
  await migrate(db);
  expect(await collected(createEndpointStore(db).walk())).toMatchObject([
    { id: 'ep_1', disabled: false, disabledReason: null, failing: null },
    { id: 'ep_2', disabled: true, disabledAt: 5, disabledReason: null, failing: null },
  ]);
});

test('the application of operational webhooks cannot be found, changed, listed or deleted', async () => {
  await migrate(db);
  const applications = createApplicationStore(db);
  await applications.insert('app_1', PLAIN_APPLICATION, 1);
  expect((await applications.list({})).data.map(({ id }) => id)).toEqual(['app_1']);
  expect(await applications.get('operational')).toBeUndefined();
  expect(await applications.update('operational', 2, (application) => application)).toBeUndefined();
  expect(await applications.delete('operational', 2)).toBe(false);
  // Others may use its id as a uid.
  await applications.insert('app_2', { name: 'B', uid: 'operational', rateLimit: null, metadata: {} }, 3);
  expect((await applications.get('operational'))?.id).toBe('app_2');
});

test('a reason without being disabled, and half a clock, cannot be written', async () => {
  await migrate(db);
  const insert = (columns: string, values: string) =>
    db.write((tx) =>
      tx.run(
        `INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at, ${columns})
         VALUES ('ep_1', 'operational', 'http://a.test/', 's', 1, 1, ${values})`,
      ),
    );
  await expect(insert('disabled_reason', `'failing'`)).rejects.toThrow(/CHECK/);
  await expect(insert('disabled, disabled_reason', `1, 'mood'`)).rejects.toThrow(/CHECK/);
  await expect(insert('failing_since', '5')).rejects.toThrow(/CHECK/);
});
