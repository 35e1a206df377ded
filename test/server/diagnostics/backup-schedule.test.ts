import { readdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { type BackupState, createBackupSchedule } from '../../../src-server/diagnostics/backup-schedule';
import { describeFile } from '../../../src-server/storage/files/describe-file';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach, startedHere } from '../../support/started';
import { until } from '../../support/until';

const folder = startedForEach(newFolder);
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);

function scheduled(clock: FakeClock, backUp = (file: string) => writeFile(file, 'x', { flag: 'wx' })) {
  const plan = { dir: folder.path, everyMs: HOUR_MS, keep: 3 };
  return createBackupSchedule({ ...plan, clock, log: createLog('silent'), installationId: 'a1', backUp });
}

/** Lets time pass until its state is so. */
const after = (
  ms: number,
  clock: FakeClock,
  state: () => BackupState,
  isSo: (state: BackupState) => boolean,
) => {
  clock.stall(ms);
  return until(() => {
    clock.stall(0);
    return state();
  }, isSo);
};
const files = async () => (await readdir(folder.path)).sort();

test('a scheduled backup is made at the start and each time it is due, and as many stay as are to be kept', async () => {
  const clock = new FakeClock(START);
  const schedule = scheduled(clock);
  await schedule.start();
  for (let hour = 0; hour < 5; hour++)
    await after(
      hour === 0 ? 0 : HOUR_MS,
      clock,
      schedule.state,
      ({ last }) => last === START + hour * HOUR_MS,
    );
  await until(files, (names) => names.length === 3);
  expect(await files()).toEqual(
    ['02', '03', '04'].map((hour) => `posthorn-scheduled-a1-2026-01-01T${hour}-00-00Z.db`),
  );
  expect(schedule.state()).toEqual({ last: START + 4 * HOUR_MS, next: START + 5 * HOUR_MS, error: null });
  await schedule.stop();
});

test('a schedule removes no file but its own: none of another installation, of a person, or of a name alike', async () => {
  const others = [
    'posthorn-2026-01-01T00-00-00Z.db',
    'posthorn-scheduled-b2-2025-01-01T00-00-00Z.db',
    'posthorn-scheduled-a1-2025-01-01T00-00-00Z.db.copy',
    'posthorn-scheduled-a1-old.db',
    'notes.txt',
  ];
  for (const name of others) await writeFile(folder.file(name), '');
  const left = 'posthorn-scheduled-a1-2025-01-01T00-00-00Z.db.unfinished-7';
  await writeFile(folder.file(left), '');
  const clock = new FakeClock(START);
  const schedule = scheduled(clock);
  await schedule.start();
  for (let hour = 0; hour < 4; hour++)
    await after(
      hour === 0 ? 0 : HOUR_MS,
      clock,
      schedule.state,
      ({ last }) => last === START + hour * HOUR_MS,
    );
  await schedule.stop();
  expect(await files()).toEqual(expect.arrayContaining(others));
  expect(await files()).not.toContain(left);
  expect(await files()).toHaveLength(others.length + 3);
});

test('after a start, the next backup is due when it would have been without it', async () => {
  await writeFile(folder.file('posthorn-scheduled-a1-2025-12-31T23-40-00Z.db'), '');
  const schedule = scheduled(new FakeClock(START));
  await schedule.start();
  expect(schedule.state()).toEqual({
    last: START - HOUR_MS / 3,
    next: START + (HOUR_MS * 2) / 3,
    error: null,
  });
  await schedule.stop();
});

test('a backup that failed removes nothing, is said, and is tried again within a quarter of an hour', async () => {
  const clock = new FakeClock(START);
  let isFull = false;
  const schedule = scheduled(clock, async (file) => {
    if (isFull) throw new Error('The disk is full.');
    await writeFile(file, 'x');
  });
  await schedule.start();
  await after(0, clock, schedule.state, ({ last }) => last === START);
  isFull = true;
  const failed = await after(HOUR_MS, clock, schedule.state, ({ error }) => error !== null);
  expect(failed).toEqual({
    last: START,
    next: START + HOUR_MS + HOUR_MS / 4,
    error: 'The disk is full.',
  });
  expect(await files()).toHaveLength(1);
  isFull = false;
  await after(HOUR_MS / 4, clock, schedule.state, ({ error }) => error === null);
  expect(await files()).toHaveLength(2);
  await schedule.stop();
});

test('a server makes verified backups in a folder that is missing at first, and says so; what is in its way is said too', async () => {
  const dir = folder.file('new', 'backups');
  const server = await startedHere(
    startTestServer({ config: { backup: { dir, everyMs: HOUR_MS, keep: 2 }, database: null } }),
  );
  const backup = async () => (await server.call('GET', '/service')).json.backup;
  await until(backup, ({ last }) => last !== null);
  const [name = ''] = await readdir(dir);
  expect(await describeFile(`${dir}/${name}`)).toMatchObject({ messages: 0 });
  expect(await backup()).toEqual({ last: expect.any(String), next: expect.any(String) });
  await server.stop();
  await rm(dir, { recursive: true });
  await writeFile(dir, 'a file in its place');
  await server.restart();
  expect(await until(backup, ({ error }) => error !== undefined)).toMatchObject({ last: null });
  expect((await server.call('GET', '/health')).json).toMatchObject({
    status: 'degraded',
    detail: expect.stringMatching(/^The scheduled backup failed: .*\. There is no scheduled backup yet\.$/),
  });
});
