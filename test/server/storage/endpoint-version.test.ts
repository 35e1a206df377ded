import { expect, test } from 'vitest';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { collected } from '../../support/collected';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);
const own = migrations.findIndex(({ sql }) => sql.includes('ADD COLUMN version '));

test('an endpoint from before versions were stored has the first, and loses nothing', async () => {
  await migrate(db, migrations.slice(0, own));
  await db.write(async (tx) => {
    await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 1, 1)`);
    await tx.run(
      `INSERT INTO endpoint (id, app_id, uid, url, description, rate_limit, filter_types, secret, created_at, updated_at)
       VALUES ('ep_1', 'app_1', 'u', 'http://a.test/', 'd', 7, '["a"]', 's', 1, 2)`,
    );
  });
  await migrate(db);
  expect(await collected(createEndpointStore(db).walk())).toMatchObject([
    {
      ...{ id: 'ep_1', appId: 'app_1', uid: 'u', url: 'http://a.test/', description: 'd', rateLimit: 7 },
      ...{ filterTypes: ['a'], secret: 's', createdAt: 1, updatedAt: 2, version: 1 },
    },
  ]);
});
