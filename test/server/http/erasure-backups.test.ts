import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endedTask } from '../../support/ended-task';
import { placesOfText } from '../../support/places-of-text';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
const send = (app: string, message: object) =>
  server.call('POST', `/app/${app}/msg`, { eventType: 'customer.seen', ...message });
const erase = (body: object) => server.call('POST', '/erasure', body);

async function erased(body: object) {
  const begun = await erase(body);
  expect(begun.status).toBe(202);
  return endedTask(server, begun.json.id);
}

test('the receipt names the backups that hold the text, and databases left by an update are deleted', async () => {
  const app: string = await server.create('/app', { name: 'A' });
  const backUp = async () => {
    const { id } = (await server.call('POST', '/data/backup')).json;
    return join(server.dataDir, 'backups', (await endedTask(server, id)).data.result.name);
  };
  const earlier = await backUp();
  await send(app, { payload: { in: 'Backupthistle' } });
  const later = await backUp();
  const old = join(server.dataDir, 'posthorn.db.replaced-2026-01-01T00-00-00Z');
  const unreadable = join(server.dataDir, 'backups', 'not-a-database.db');
  const db = await server.openDatabase();
  await db.all('SELECT 1');
  await (db as unknown as { copyTo(path: string): Promise<void> }).copyTo(old);
  await db.close();
  await mkdir(join(server.dataDir, 'backups'), { recursive: true });
  await writeFile(unreadable, 'who knows what this holds: Backupthistle');
  const counted = (await erase({ text: 'Backupthistle', dryRun: true })).json;
  expect(counted).toMatchObject({ messages: 1, backups: [unreadable, later], oldDatabases: [old] });
  expect((await erased({ text: 'Backupthistle' })).data.backups).toEqual([unreadable, later]);
  expect(await placesOfText(server, 'Backupthistle')).toEqual([]);
  expect((await erase({ text: 'Backupthistle', dryRun: true })).json).toMatchObject({
    ...{ messages: 0, backups: [unreadable, later], oldDatabases: [] },
  });
  expect(earlier).not.toBe(later);
});

test('while a backup waits to replace the database, nothing is erased', async () => {
  await writeFile(join(server.dataDir, 'posthorn.db.staged-name'), 'some.db');
  expect((await erase({ text: 'Stagefern' })).status).toBe(409);
  await server.call('DELETE', '/data/restore');
  expect((await erased({ text: 'Stagefern' })).data.messages).toBe(0);
});
