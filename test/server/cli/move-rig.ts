import { createHash } from 'node:crypto';
import { databasePath } from '../../../src-server/storage/files/database-path';
import { describeTables } from '../../../src-server/storage/move/moved-table';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import type { TestServer } from '../../support/start-test-server';
import { webhooksDocument } from '../../support/webhooks-document';
import type { CopyWorld } from '../sync/copy-world';

/** Texts in which something is easily lost. */
export const ODD_TEXTS = ['a\0b', '\\x00 "quoted" {NULL}', 'é 🎺 \u2028', '', 'NULL', '\\'];

/** Fills an installation with everything that the API makes; what waits for `receiver` is held back by a pause. */
export async function fillInstallation(
  world: CopyWorld,
  receiver: string,
): Promise<{ readonly app: string }> {
  const server = world.here;
  const post = async (path: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await server.call('POST', path, body, headers ? { headers } : {});
    if (response.status >= 300) throw new Error(`POST ${path}: ${response.status} ${response.text}`);
    return response.json;
  };
  for (const name of ['invoice.paid', 'invoice.void'])
    await post('/event-type', { name, description: 'é "x"' });
  await server.call('PATCH', '/event-type/invoice.paid', { description: 'Paid.' });
  const openapi = webhooksDocument({ a: {} });
  await post('/event-type/import/apply', { spec: openapi });
  const { id: app } = await post('/app', { name: 'Acme', uid: 'acme', metadata: { plan: 'gold' } });
  const { id } = await post(`/app/${app}/endpoint`, { url: receiver, uid: 'e', headers: { 'x-a': '1' } });
  for (let n = 0; n < 3; n++) await post(`/app/${app}/endpoint/${id}/secret/rotate`, {});
  await sendTexts(server, app);
  await server.call('PATCH', `/app/${app}/endpoint/e`, { paused: true });
  await sendTexts(server, app);
  await post(
    `/app/${app}/msg`,
    { eventType: 'invoice.paid', payload: { n: 1 } },
    { 'idempotency-key': 'once' },
  );
  await post(`/app/${app}/integration`, { name: 'Zap', featureFlags: [] });
  const { id: poller } = await post(`/app/${app}/polling-endpoint`, { filterTypes: ['invoice.paid'] });
  await post(`/app/${app}/poller/${poller}/consumer/c/seek`, { after: '2026-01-31T12:00:00Z' });
  await post('/auth/token', { name: 'Docs', featureFlags: ['beta'] });
  await post('/flag-releases', { flag: 'beta', at: '2099-01-31T12:00:00Z', eventTypes: ['invoice.paid'] });
  await post('/notice-channels', {
    ...{ name: 'Chat', kind: 'slack', url: 'https://hooks.example/x', notices: ['service.storage'] },
  });
  await post('/target-consent', { target: '10.1.0.0/16', note: 'The office' });
  const flagSet = { letter: 'A', name: 'Everyone', colour: 'sky', featureFlags: [] };
  await server.call('PUT', '/catalog/flag-sets', { flagSets: [flagSet], version: null });
  await server.call('PUT', '/portal/look/logo', {
    content: Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1').toString('base64'),
  });
  await server.call('PUT', '/portal/texts/fr', { texts: {} });
  await server.call('PATCH', '/settings', { displayName: 'Acme' });
  const { id: draft } = await post('/portal-preview-drafts', {
    connectionId: null,
    eventTypes: [{ name: 'invoice.paid', description: 'Draft.' }],
  });
  const frame = { ...flagSet, theme: 'light' };
  await post('/share-links', {
    appId: app,
    page: '/catalog',
    widthPx: 834,
    frames: [frame],
    previewDraftId: draft,
  });
  await fillWorkingCopy(world);
  return { app };
}

async function sendTexts(server: TestServer, app: string): Promise<void> {
  for (const rawPayload of ODD_TEXTS)
    await server.call('POST', `/app/${app}/msg`, {
      eventType: 'invoice.paid',
      payload: {},
      transformationsParams: { rawPayload, headers: { 'Content-Type': 'text/plain' } },
    });
}

async function fillWorkingCopy(world: CopyWorld): Promise<void> {
  await world.call('POST', '/fetch');
  for (const name of ['z.new', 'b.new', 'm.new']) await world.put(name, { description: name });
  await world.sync();
  await world.put('later', {});
  await world.change('there.one', { deprecated: true });
  await world.call('POST', '/fetch');
}

/** Rows that only time, a browser or a look at payloads would make, put into the file of a stopped server. */
const OTHERS = `
  INSERT INTO traffic_minute VALUES ('ep_1', 60, 1, 1, 1, 0, 0, NULL, NULL, 3);
  INSERT INTO browser_session VALUES ('bs_1', 's', 'p', 't', 'h', 'b', 1, 2);
  INSERT INTO schema_report VALUES ('invoice.paid', 'f', NULL, 'm', 1, 2, 1, 0, 1, 1, '[]', 0);
  INSERT INTO working_copy_unseen SELECT connection_id, 'there.one' FROM working_copy;
  INSERT INTO publication_type VALUES ('invoice.paid', 2);
  INSERT INTO background_task (id, task, arguments, created_at, updated_at) VALUES ('qtask_1', 'none', '{}', 1, 1);
  UPDATE background_task SET status = 'finished', finished_at = 1;
  INSERT INTO notice VALUES ('ntc_1', 'nch_1', 'service.storage', '', '{}', 1, NULL);
  INSERT INTO notice_condition VALUES ('service.backup', '', '{}', 1);
  UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name = 'delivery'`;

export async function fillRest(dataDir: string): Promise<void> {
  const db = await openDatabase(databasePath(dataDir));
  try {
    for (const sql of OTHERS.split(';')) await db.write(async (tx) => void (await tx.run(sql)));
  } finally {
    await db.close();
  }
}

/** What a file holds: a hash of every table that owes nothing to the code that moves, and how many rows each has. */
export async function contentOf(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const db = await openDatabase(databasePath(dataDir));
  try {
    const content: Record<string, string> = {};
    for (const { name, key } of await describeTables()) {
      const mark = name === 'setting' ? "WHERE name <> 'movedTo'" : '';
      const order = key.map((column) => (column === 'place' ? 'rowid' : column)).join(', ');
      const rows = await db.all(`SELECT * FROM "${name}" ${mark} ORDER BY ${order}`);
      content[name] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;
    }
    content.counters = JSON.stringify(
      await db.all('SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name'),
    );
    return content;
  } finally {
    await db.close();
  }
}
