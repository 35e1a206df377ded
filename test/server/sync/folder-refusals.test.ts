import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileDocuments } from '../../../src-server/catalog/openapi/file-documents';
import { createFolderCatalog } from '../../../src-server/sync/folder-catalog';
import { createCopyTasks } from '../../../src-server/working-copy/copy-tasks';
import type { RunCopyTask } from '../../../src-server/working-copy/run-copy-task';
import { buildCatalogWorker } from '../../support/build-catalog-worker';
import { expectNoStall } from '../../support/expect-no-stall';
import { newFolder } from '../../support/new-folder';
import { share } from '../../support/share';
import { type FolderWorld, outcomes, refusal, startFolderWorld } from './folder-world';

let world: FolderWorld;
beforeEach(async () => {
  world = await startFolderWorld();
});
afterEach(() => world.close());

test('a folder of many files is pulled without holding the event loop', async () => {
  const built = await buildCatalogWorker();
  try {
    await world.server.restart({ parts: { catalogWorker: built.url } });
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`field_${at}`, { type: 'string', description: 'A field.' }]),
    );
    const count = share(1_200);
    for (let at = 0; at < count; at += 1) {
      const value = { name: `many.${at}`, schemas: { 1: { type: 'object', properties } } };
      await world.put(`many.${at}.json`, JSON.stringify(value, null, 2));
    }
    const id = await world.server.create('/connections', world.input());
    await expectNoStall('a pull of a folder', async () => {
      const fetched = await world.server.call('POST', `/connections/${id}/working-copy/fetch`);
      expect(fetched.json.eventTypes).toBe(count + 2);
    });
    await expectNoStall('a check of a folder', async () => {
      expect((await world.server.call('POST', `/connections/${id}/working-copy/check`)).status).toBe(200);
    });
  } finally {
    await built.remove();
  }
}, 120_000);

test('a file is written only as long as it says what was read, and its path was not changed in the database', async () => {
  const tasks = createCopyTasks(() => [], fileDocuments);
  const run: RunCopyTask = async (name, input) => tasks[name](input as never) as never;
  const catalog = createFolderCatalog(run, { isAllowed: true, dataDir: world.server.dataDir });
  const { signal } = new AbortController();
  const target = { baseUrl: world.input().baseUrl, token: '', installation: null, gone: signal };
  const read = await catalog.read(target, 'user.new', signal);
  if (read.kind !== 'found') throw new Error(read.detail);
  const write = (etag: string | null) =>
    catalog.write(target, 'user.new', {
      ...{ write: { act: 'change', body: '{"description":"Mine."}' }, etag, announce: true, signal },
    });
  await world.put('user.yaml', 'name: user.new\ndescription: Theirs.\n');
  expect([await write(read.etag), await write(null)]).toEqual([{ kind: 'moved' }, { kind: 'moved' }]);
  expect(await world.read('user.yaml')).toBe('name: user.new\ndescription: Theirs.\n');
  expect(await world.files()).toEqual(['order.paid.json', 'user.yaml']);

  const { id } = await world.connect();
  const db = await world.server.openDatabase();
  await db.write((tx) => tx.run('UPDATE connection SET base_url = ?', ['file:///etc']));
  await db.close();
  const fetched = await world.server.call('POST', `/connections/${id}/working-copy/fetch`);
  expect([fetched.status, fetched.json.detail]).toEqual([
    502,
    expect.stringContaining('connect the folder again'),
  ]);
});

test('links below the folder are not followed, and a link in its place is another folder', async () => {
  const outside = await newFolder();
  try {
    await writeFile(outside.file('far.json'), '{"name": "far"}');
    const { call, sync } = await world.connect();
    await symlink(outside.file('far.json'), world.folder.file('event-types', 'far.json'));
    const fetched = async () => (await call('POST', '/fetch')).json.detail;
    expect(await fetched()).toBe(
      `${world.folder.file('event-types', 'far.json')} is a link, and is not followed. Replace it with what it leads to.`,
    );
    await rm(world.folder.file('event-types', 'far.json'));
    await rename(world.folder.file('event-types'), world.folder.file('kept'));
    await symlink(outside.path, world.folder.file('event-types'));
    expect(await fetched()).toContain('event-types is a link');
    await rm(world.folder.file('event-types'));
    await rename(world.folder.file('kept'), world.folder.file('event-types'));
    await call('PATCH', '/event-types/order.paid', { description: 'Mine.' });
    await rename(world.folder.path, `${world.folder.path}-moved`);
    await symlink(outside.path, world.folder.path);
    expect((await call('POST', '/sync')).json.detail).toContain('is now a link to');
    await rm(world.folder.path);
    await rename(`${world.folder.path}-moved`, world.folder.path);
    expect(outcomes(await sync())).toEqual({ 'order.paid': 'done' });
    expect(await readdir(outside.path)).toEqual(['far.json']);
  } finally {
    await outside.remove();
  }
});

test('only an existing folder outside of the data folder, by its absolute path and without a token', async () => {
  const refused = async (more: object) =>
    refusal(await world.server.call('POST', '/connections', world.input(more)));
  const missing = `${world.folder.path}/none`;
  expect(await refused({ baseUrl: pathToFileURL(missing).href })).toEqual([
    422,
    'baseUrl',
    `${missing} does not exist. Make the folder, or correct the path.`,
  ]);
  expect(await refused({ baseUrl: pathToFileURL(world.folder.file('flag-sets.yaml')).href })).toEqual([
    422,
    'baseUrl',
    expect.stringContaining('is a file'),
  ]);
  await mkdir(`${world.server.dataDir}/catalog`);
  for (const path of [world.server.dataDir, `${world.server.dataDir}/catalog`]) {
    expect(await refused({ baseUrl: pathToFileURL(path).href })).toEqual([
      422,
      'baseUrl',
      `${path} is in the data folder of a server. Choose another folder.`,
    ]);
  }
  expect(await refused({ baseUrl: 'file://elsewhere/catalog' })).toEqual([
    422,
    'baseUrl',
    expect.stringContaining('an absolute one'),
  ]);
  expect(await refused({ baseUrl: 'catalog' })).toEqual([422, 'baseUrl', expect.any(String)]);
  expect(await refused({ token: 'x' })).toEqual([422, 'token', 'A folder has no token. Leave it out']);
  expect(await refused({ mode: 'direct' })).toEqual([422, 'mode', 'A folder is edited in a working copy']);
  expect((await world.server.call('GET', '/connections')).json.data).toEqual([]);
  const tokenless = { name: 'There', baseUrl: 'https://hooks.example.com' };
  expect(refusal(await world.server.call('POST', '/connections', tokenless))).toEqual([
    422,
    'token',
    'This field is required.',
  ]);
});

test('only a full token connects a folder', async () => {
  for (const kind of ['reader', 'support', 'catalog']) {
    const { token } = (await world.server.call('POST', '/auth/token', { name: kind, kind })).json;
    expect((await world.server.call('POST', '/connections', world.input(), { token })).status).toBe(403);
    expect((await world.server.call('POST', '/connections/test', world.input(), { token })).status).toBe(403);
  }
});

test('a server that others can reach, or that nobody has called a workstation, reads no folder any more', async () => {
  const { id } = await world.connect();
  const reason = expect.stringContaining('This server does not read folders.');
  for (const config of [{ workstation: false }, { host: '0.0.0.0' }]) {
    await world.server.restart({ config });
    expect(refusal(await world.server.call('POST', '/connections', world.input()))).toEqual([
      422,
      'baseUrl',
      reason,
    ]);
    expect((await world.server.call('POST', '/connections/test', world.input())).json).toEqual({
      ok: false,
      detail: reason,
    });
    const fetched = await world.server.call('POST', `/connections/${id}/working-copy/fetch`);
    expect([fetched.status, fetched.json.detail]).toEqual([502, reason]);
  }
});
