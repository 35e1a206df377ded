import { expect, test } from 'vitest';
import { LIST_BYTES_MAX } from '../../../src-server/contract/list';
import { readPage } from '../../../src-server/storage/page';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const MIB = 1024 * 1024;
/** The overhead around the counted texts. */
const ENVELOPE_MAX_BYTES = MIB;

const server = startedOnce(startTestServer);

/** The whole list, by its iterators; each page must keep the limit. */
async function walk(
  path: string,
  limit = 250,
): Promise<{ rows: { name: string; id: string }[]; pages: number }> {
  const rows: { name: string; id: string }[] = [];
  let iterator: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const from: string = iterator === null ? '' : `&iterator=${iterator}`;
    const { status, json, text } = await server.call('GET', `${path}limit=${limit}${from}`);
    expect(status).toBe(200);
    expect(json.data.length === 1 || text.length <= LIST_BYTES_MAX + ENVELOPE_MAX_BYTES).toBe(true);
    rows.push(...json.data);
    if (json.done) return { rows, pages };
    expect(json.data.length).toBeGreaterThan(0);
    iterator = json.iterator;
  }
}

test('a page of event types with large schemas ends by their bytes, and the iterator leads through all of them', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `large.n${String(n).padStart(2, '0')}`);
  for (const name of names) {
    const schemas = { 1: { type: 'object', description: 'x'.repeat(MIB / 2) } };
    await server.call('PUT', `/event-type/${name}`, { description: '', schemas });
  }
  const forwards = await walk('/event-type?with_content=true&');
  expect(forwards.rows.map(({ name }) => name)).toEqual(names);
  expect(forwards.pages).toBe(4);
  const backwards = await walk('/event-type?with_content=true&order=descending&');
  expect(backwards.rows.map(({ name }) => name)).toEqual(names.toReversed());
  // Without the schemas, the rows are small.
  expect((await walk('/event-type?')).pages).toBe(1);
});

test('a page before another ends by bytes too, beside the one it was asked from', async () => {
  const all = (await server.call('GET', '/event-type?limit=250')).json.data.map(
    ({ name }: { name: string }) => name,
  );
  const { json } = await server.call('GET', `/event-type?with_content=true&iterator=-${all.at(-1)}`);
  expect(json.data.map(({ name }: { name: string }) => name)).toEqual(all.slice(-4, -1));
  expect(json.done).toBe(false);
});

test('a page of messages with their payloads ends by bytes', async () => {
  const { json: app } = await server.call('POST', '/app', { name: 'a' });
  await server.call('POST', '/event-type', { name: 'big', description: '' });
  for (let n = 0; n < 10; n += 1) {
    await server.call('POST', `/app/${app.id}/msg`, {
      eventType: 'big',
      payload: { n, text: 'x'.repeat(MIB / 2) },
    });
  }
  const found = await walk(`/app/${app.id}/msg?with_content=true&`);
  expect([found.rows.length, found.pages]).toEqual([10, 4]);
  expect((await walk(`/app/${app.id}/msg?with_content=false&`)).pages).toBe(1);
});

test('a page of endpoints with long texts ends by bytes', async () => {
  const { json: app } = await server.call('POST', '/app', { name: 'b' });
  // As large as an endpoint may be.
  const url = `http://127.0.0.1:9/${'u'.repeat(60_000)}`;
  for (let n = 0; n < 90; n += 1) {
    const made = await server.call('POST', `/app/${app.id}/endpoint`, { url });
    expect(made.status).toBe(201);
  }
  const found = await walk(`/app/${app.id}/endpoint?`);
  expect([found.rows.length, found.pages]).toEqual([90, 6]);
});

test('one row that is larger than a page is a page, and is not read together with others', async () => {
  const db = await openDatabase(`${server.dataDir}/pages.db`);
  await db.write(async (tx) => {
    await tx.run('CREATE TABLE row (id TEXT PRIMARY KEY, text TEXT)');
    for (const id of ['a', 'b', 'c'])
      await tx.run('INSERT INTO row VALUES (?, ?)', [id, 'x'.repeat(5 * MIB)]);
  });
  const read: number[] = [];
  const watched: Pick<typeof db, 'all'> = {
    async all<T>(sql: string, params?: readonly (string | number | null | Uint8Array)[]) {
      const rows = await db.all<T & { text?: string }>(sql, params);
      read.push(rows.filter(({ text }) => text !== undefined).length);
      return rows;
    },
  };
  const page = await readPage<{ id: string; text: string }>(
    watched,
    {
      select: 'SELECT id, text FROM row WHERE 1',
      params: [],
      keyColumn: 'id',
      keyOf: ({ id }) => id,
      defaultOrder: 'ascending',
      keyPattern: /^[a-c]$/,
      largeColumns: ['text'],
    },
    {},
  );
  expect([page.data.map(({ id }) => id), page.done, page.iterator]).toEqual([['a'], false, 'a']);
  expect(read).toEqual([0, 1]);
  await db.close();
});
