import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'posthorn-tests-';
/** Less is left alone: a container has 64 MiB there when nobody asked for more. */
const ENOUGH_BYTES = 2 ** 31;

/**
 * Makes this process and its children keep temporary files in memory, where there is room and nobody chose a place
 * with TMPDIR. The tests write thousands of small databases, each with many waits for the disk. A server that a test
 * ends with a signal leaves the same files behind either way; only the power of the machine would tell the difference.
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

/** What a run that was killed could not remove: in memory it would stay until the machine starts again. */
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
    // Somebody else's is alive too.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
