import { execFileSync } from 'node:child_process';
import { stat, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { explainFullDisk } from '../../../src-server/storage/files/full-disk';
import { type NewFolder, newFolder } from '../../support/new-folder';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const SENTENCE =
  /^The disk of the data folder .* is full, so the server cannot start\. Nothing was lost\. Free some/;

const folder = startedForEach(newFolder);

const failure = (code: string, cause?: unknown) => Object.assign(new Error(code), { code, cause });

test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])('a start that fails with %s says what to do', async (code) => {
  for (const cause of [failure(code), new Error('cannot be used', { cause: failure(code) })])
    expect(await explainFullDisk(folder.path, cause)).toMatchObject({
      message: expect.stringMatching(SENTENCE),
    });
});

test('a start that fails for another reason says that one', async () => {
  for (const cause of [failure('SQLITE_IOERR'), failure('EACCES'), new Error('no'), 'no'])
    expect(await explainFullDisk(folder.path, cause)).toBe(cause);
});

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'on a small disk (this part needs root)',
  () => {
    const disk = startedForEach(smallDisk);
    const dataDir = () => disk.file('data');
    const start = () => startTestServer({ config: { dataDir: dataDir(), database: null } });

    test.each([
      ['without any room', 0],
      ['with room for the index of the log', 20_000],
      ['with room for a part of the tables', 200_000],
    ])('a first start %s says what to do, and works once there is some', async (_what, freeBytes) => {
      const free = await fill(disk, freeBytes);
      await expect(start()).rejects.toThrow(SENTENCE);
      await free();
      await (await start()).stop();
    });

    test('a later start says what to do, and loses nothing', async () => {
      const first = await start();
      await first.create('/app', { name: 'Ada', uid: 'ada' });
      await first.stop();
      const free = await fill(disk, 0);
      await expect(start()).rejects.toThrow(SENTENCE);
      await free();
      const next = await start();
      expect((await next.call('GET', '/app/ada')).status).toBe(200);
      await next.stop();
    });
  },
);

/** A folder on a disk of its own. */
async function smallDisk(): Promise<NewFolder> {
  const place = await newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', place.path]);
  return {
    ...place,
    async remove() {
      execFileSync('umount', ['--lazy', place.path]);
      await place.remove();
    },
  };
}

/** Leaves so much room. @returns a function that makes room again */
async function fill(disk: NewFolder, freeBytes: number): Promise<() => Promise<void>> {
  const file = disk.file('filler');
  await writeFile(file, Buffer.alloc(16 * 1024 * 1024)).catch(() => undefined);
  const { size } = await stat(file);
  if (freeBytes > 0) await truncate(file, size - freeBytes);
  return () => truncate(file, 0);
}
