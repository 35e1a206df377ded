import { existsSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endedTask } from '../../support/ended-task';
import { startTestServer, type TestServer } from '../../support/start-test-server';

let server: TestServer;
let restarts: number;
let onRestart: () => void;

beforeEach(async () => {
  restarts = 0;
  onRestart = () => undefined;
  const restart = () => {
    restarts += 1;
    onRestart();
  };
  server = await startTestServer({ parts: { restart } });
});
afterEach(() => server.remove());

async function backUp() {
  const { status, json } = await server.call('POST', '/data/backup');
  expect(status).toBe(202);
  return endedTask(server, json.id);
}

describe('the data folder', () => {
  it('is described with its files, their purpose, and the free space', async () => {
    const { json } = await server.call('GET', '/data');
    expect(json).toMatchObject({ folder: server.dataDir, backups: [], staged: null, retentionDays: 90 });
    const database = json.files.find(({ name }: { name: string }) => name === 'posthorn.db');
    expect(database.bytes).toBe((await stat(join(server.dataDir, 'posthorn.db'))).size);
    expect(database.what).toContain('database');
    expect(json.freeBytes).toBeGreaterThan(0);
  });
});

describe('a backup', () => {
  it('is made in the background as a task with a receipt, listed, and deleted', async () => {
    await server.call('POST', '/app', { name: 'Kept' });
    const task = await backUp();
    expect(task).toMatchObject({ status: 'finished', task: 'data.backup', data: { error: null } });
    const { name, bytes } = task.data.result;
    expect(bytes).toBeGreaterThan(10_000);
    expect((await server.call('GET', '/data')).json.backups).toEqual([
      { name, bytes, createdAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await readdir(join(server.dataDir, 'backups'))).toEqual([name]);
    expect((await server.call('DELETE', `/data/backup/${name}`)).status).toBe(204);
    expect((await server.call('DELETE', `/data/backup/${name}`)).status).toBe(404);
    expect(await readdir(join(server.dataDir, 'backups'))).toEqual([]);
  });

  it.each(['..%2Fposthorn.db', 'posthorn.db', '..%2F..%2Fetc%2Fpasswd', 'posthorn-x.db'])(
    'is never another file: %s is not found',
    async (name) => {
      expect((await server.call('DELETE', `/data/backup/${name}`)).status).toBe(404);
      expect(existsSync(join(server.dataDir, 'posthorn.db'))).toBe(true);
    },
  );
});

describe('a restore', () => {
  it('restores the data, keeps the replaced database, and requires a restart', async () => {
    await server.call('POST', '/app', { name: 'Before', uid: 'before' });
    const { data } = await backUp();
    const backup = data.result.name;
    await server.call('POST', '/app', { name: 'After', uid: 'after' });
    const began = new Promise<void>((resolve) => {
      onRestart = resolve;
    });
    const response = await server.call('POST', '/data/restore', { backup });
    expect(response.status).toBe(202);
    expect(response.json).toEqual({ backup, messages: 0, waiting: 0, restarts: true });
    await began;
    expect(restarts).toBe(1);
    expect((await server.call('GET', '/data')).json.staged).toBe(backup);
    await server.restart();
    expect((await server.call('GET', '/app/before')).status).toBe(200);
    expect((await server.call('GET', '/app/after')).status).toBe(404);
    const { json } = await server.call('GET', '/data');
    expect(json.staged).toBeNull();
    expect(json.files.some(({ name }: { name: string }) => name.startsWith('posthorn.db.replaced-'))).toBe(
      true,
    );
    // The task that ran at that moment made the backup: it is neither started again nor said to have failed.
    expect((await server.call('GET', '/background-task')).json.data).toEqual([]);
    expect((await server.call('GET', '/data')).json.backups).toHaveLength(1);
  });

  it('of several that overlap, one is accepted and takes place, and the others are refused', async () => {
    await server.call('POST', '/app', { name: 'Before', uid: 'before' });
    const backup = (await backUp()).data.result.name;
    await server.call('POST', '/app', { name: 'After', uid: 'after' });
    const restore = () => server.call('POST', '/data/restore', { backup });
    const responses = await Promise.all(Array.from({ length: 8 }, restore));
    expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)]);
    // The server is about to restart: what was answered can no longer be taken back.
    expect((await restore()).status).toBe(409);
    expect((await server.call('DELETE', '/data/restore')).status).toBe(409);
    await server.restart();
    expect((await server.call('GET', '/app/before')).status).toBe(200);
    expect((await server.call('GET', '/app/after')).status).toBe(404);
  });

  it('that is refused leaves the one that waits for the next start', async () => {
    await server.remove();
    server = await startTestServer();
    const backup = (await backUp()).data.result.name;
    const bad = 'posthorn-2026-01-01T00-00-00Z.db';
    await writeFile(join(server.dataDir, 'backups', bad), 'no database');
    expect((await server.call('POST', '/data/restore', { backup })).status).toBe(202);
    expect((await server.call('POST', '/data/restore', { backup: bad })).status).toBe(400);
    expect((await server.call('GET', '/data')).json.staged).toBe(backup);
    expect((await server.call('POST', '/data/restore', { backup })).status).toBe(202);
    await server.call('POST', '/app', { name: 'After', uid: 'after' });
    await server.restart();
    expect((await server.call('GET', '/app/after')).status).toBe(404);
  });

  it('refuses a damaged file, and stages nothing', async () => {
    await backUp();
    const bad = 'posthorn-2026-01-01T00-00-00Z.db';
    await writeFile(join(server.dataDir, 'backups', bad), 'no database');
    const response = await server.call('POST', '/data/restore', { backup: bad });
    expect(response.status).toBe(400);
    expect(response.json.detail).toContain('no database');
    expect((await server.call('GET', '/data')).json.staged).toBeNull();
    expect(restarts).toBe(0);
  });

  it('refuses a missing backup, and a text that is not the name of one', async () => {
    const missing = { backup: 'posthorn-2020-01-01T00-00-00Z.db' };
    expect((await server.call('POST', '/data/restore', missing)).status).toBe(404);
    expect((await server.call('POST', '/data/restore', { backup: '../posthorn.db' })).status).toBe(422);
  });

  it('that waits for the next start can be canceled', async () => {
    await server.remove();
    server = await startTestServer();
    const { data } = await backUp();
    await server.call('POST', '/app', { name: 'After', uid: 'after' });
    const response = await server.call('POST', '/data/restore', { backup: data.result.name });
    expect(response.json.restarts).toBe(false);
    expect((await server.call('DELETE', '/data/restore')).status).toBe(204);
    await server.restart();
    expect((await server.call('GET', '/app/after')).status).toBe(200);
  });
});
