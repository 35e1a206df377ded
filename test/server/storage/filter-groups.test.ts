import { expect, onTestFinished, test } from 'vitest';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { collected } from '../../support/collected';
import { newDatabaseFile } from '../../support/new-database-file';

test('endpoints from before there were group rules keep their filter, and have no rule', async () => {
  const db = await newDatabaseFile();
  onTestFinished(db.remove);
  await migrate(
    db,
    migrations.filter(({ sql }) => !sql.includes('filter_groups')),
  );
  await db.write(async (tx) => {
    await tx.run(
      `INSERT INTO application (id, name, metadata, created_at, updated_at) VALUES ('app_1', 'A', '{}', 1, 1)`,
    );
    for (const [id, filter] of [
      ['ep_all', null],
      ['ep_some', '["invoice.paid"]'],
    ] as const) {
      await tx.run(
        `INSERT INTO endpoint (id, app_id, url, description, disabled, filter_types, metadata, headers, secret,
           created_at, updated_at)
         VALUES (?, 'app_1', 'https://a.example/', '', 0, ?, '{}', '{}', 'whsec_x', 1, 1)`,
        [id, filter],
      );
    }
  });
  const missing = migrations.filter(({ sql }) => sql.includes('filter_groups'));
  expect(missing).toHaveLength(1);
  await db.write(async (tx) => {
    for (const { sql } of missing) await tx.run(sql.replace(/--[^\n]*/g, ''));
  });
  const store = createEndpointStore(db);
  const found = await collected(store.walk());
  expect(found.map(({ id, filterTypes, filterGroups }) => [id, filterTypes, filterGroups])).toEqual([
    ['ep_all', null, null],
    ['ep_some', ['invoice.paid'], null],
  ]);
});
