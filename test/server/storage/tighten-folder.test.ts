import { chmod, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { backUp } from '../../../src-server/storage/files/backup';
import { restore } from '../../../src-server/storage/files/restore';
import { tightenFolder } from '../../../src-server/storage/files/tighten-folder';
import { endedTask } from '../../support/ended-task';
import { newFolder } from '../../support/new-folder';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const folder = startedForEach(newFolder);

const permissions = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

/** Everything in the folder that others could open, by path. */
async function looseBelow(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  const modes = await Promise.all(
    ['.', ...names].map(async (name) => [name, (await stat(join(path, name))).mode] as const),
  );
  return modes.flatMap(([name, mode]) => (mode & 0o077 ? [name] : []));
}

test('a server closes the folder and all that is in it, whatever the account makes files with by default', async () => {
  const dataDir = folder.file('data');
  await mkdir(join(dataDir, 'backups'), { recursive: true });
  for (const name of ['posthorn.db.before-3', 'backups/monday.db', 'admin-token', 'posthorn.lock']) {
    await writeFile(join(dataDir, name), name === 'admin-token' ? 'a-token-of-before' : '');
    await chmod(join(dataDir, name), 0o664);
  }
  await chmod(dataDir, 0o755);
  await chmod(join(dataDir, 'backups'), 0o777);
  const before = process.umask(0);
  const lines: string[] = [];
  try {
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const server = await startTestServer({ config: { dataDir }, parts: { log } });
    expect(await looseBelow(dataDir)).toEqual([]);
    expect(await endedTask(server, (await server.call('POST', '/data/backup')).json.id)).toMatchObject({
      status: 'finished',
    });
    expect(await looseBelow(dataDir)).toEqual([]);
    await server.stop();
  } finally {
    process.umask(before);
  }
  expect(await looseBelow(dataDir)).toEqual([]);
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ loose }) => loose);
  expect(warnings).toHaveLength(1);
  expect(warnings[0].loose.sort()).toEqual(
    ['.', 'admin-token', 'backups', 'backups/monday.db', 'posthorn.db.before-3', 'posthorn.lock'].sort(),
  );
});

test('a restore closes them too, and says so', async () => {
  const server = await startTestServer();
  const { dataDir } = server;
  await server.stop();
  await chmod(dataDir, 0o750);
  await chmod(join(dataDir, 'posthorn.db'), 0o640);
  const backup = folder.file('open.db');
  await backUp(dataDir, backup);
  await chmod(backup, 0o644);
  const { tightened } = await restore(dataDir, backup, Date.UTC(2026, 0));
  expect([...tightened].sort()).toEqual(['.', 'posthorn.db']);
  expect(await looseBelow(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

test('what a link leads to is left as it is', async () => {
  const dataDir = folder.file('data');
  await tightenFolder(dataDir);
  await writeFile(folder.file('shared'), '');
  await chmod(folder.file('shared'), 0o644);
  await symlink(folder.file('shared'), join(dataDir, 'link'));
  expect(await tightenFolder(dataDir)).toEqual({ closed: [], open: [] });
  expect(await permissions(folder.file('shared'))).toBe('644');
});

test('the rights of the owner stay', async () => {
  await writeFile(folder.file('script'), '');
  await chmod(folder.file('script'), 0o755);
  expect(await tightenFolder(folder.path)).toEqual({ closed: ['script'], open: [] });
  expect(await permissions(folder.file('script'))).toBe('700');
});

test('a folder that accounts share is refused, and not closed to them', async () => {
  await chmod(folder.path, 0o1777);
  await expect(tightenFolder(folder.path)).rejects.toThrow(
    `The folder ${folder.path} is shared by several accounts.`,
  );
  expect(await permissions(folder.path)).toBe('1777');
});
