import { expect, test } from 'vitest';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { collected } from '../../support/collected';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);
const own = migrations.findIndex(({ sql }) => sql.includes('ADD COLUMN paused '));

test('endpoints from before there were pauses are not paused, and a disabled one stays disabled', async () => {
  await migrate(db, migrations.slice(0, own));
  await db.write(async (tx) => {
    await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 1, 1)`);
    await tx.run(
      `INSERT INTO endpoint (id, app_id, url, disabled, secret, created_at, updated_at)
       VALUES ('ep_1', 'app_1', 'http://a.test/', 0, 's', 1, 1), ('ep_2', 'app_1', 'http://a.test/', 1, 's', 1, 1)`,
    );
  });
  await migrate(db);
  const endpoints = await collected(createEndpointStore(db).walk());
  expect(endpoints).toMatchObject([
    { id: 'ep_1', disabled: false, paused: false, disabledAt: null, pausedAt: null },
    // The time of disabling was not recorded then, and is not invented now.
    { id: 'ep_2', disabled: true, paused: false, disabledAt: null, pausedAt: null },
  ]);
});

test('a moment of pausing without a pause cannot be written', async () => {
  await migrate(db);
  const write = db.write(async (tx) => {
    await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 1, 1)`);
    await tx.run(
      `INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at, paused_at)
       VALUES ('ep_1', 'app_1', 'http://a.test/', 's', 1, 1, 5)`,
    );
  });
  await expect(write).rejects.toThrow(/CHECK/);
});
