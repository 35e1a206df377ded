import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { openSharedPostgres } from '../../../src-server/storage/postgres/open-shared-postgres';
import { describePostgres } from '../../support/engines';
import { createPostgres, execute } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

describePostgres('a database in which its user may create nothing', () => {
  const created = startedForEach(async () => {
    const database = await createPostgres('template0');
    const role = `user_${database.name}`;
    await execute(database.url, `CREATE ROLE ${role} LOGIN PASSWORD 'word'`);
    const url = database.url.replace(/\/\/[^@]*@/, `//${role}:word@`);
    return {
      role,
      url,
      name: database.name,
      adminUrl: database.url,
      async remove() {
        await execute(database.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
        await database.remove();
      },
    };
  });

  const open = () => openSharedPostgres(created.url, { log: createLog('silent'), leaseMs: 100 });

  test('is refused with the statement that lets it, and opened after that', async () => {
    const refused: Error = await open().then(
      () => new Error('it was opened'),
      (cause) => cause,
    );
    expect(refused.message).toBe(
      `The user ${created.role} may not create the tables of Posthorn in the database ${created.url.replace(':word', '')}: ` +
        'permission denied for schema public. Let its owner run this in it, then start again: ' +
        `GRANT USAGE, CREATE ON SCHEMA public TO ${created.role}.`,
    );
    await execute(created.adminUrl, /GRANT .*(?=\.$)/.exec(refused.message)?.[0] ?? '');
    await (await open()).close();
  });
});
