import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'posthorn-tests-';
/** With less memory than this, nothing changes: a container has 64 MiB there unless somebody asked for more. */
const ENOUGH_BYTES = 2 ** 31;

/**
 * Makes this process and its children keep temporary files in memory, if there is room and nobody chose a place with
 * TMPDIR. The tests write thousands of small databases, each with many waits for the disk. A server killed by a test
 * leaves the same files behind either way; only a power failure would make a difference.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || freeBytes() < ENOUGH_BYTES) return;
  removeLeftBehind();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** What a killed run could not remove: in memory it would stay until the next reboot. */
function removeLeftBehind(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // A process of another user is alive too.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
