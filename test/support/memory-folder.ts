import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Less is left alone: a container has 64 MiB there when nobody asked for more. */
const ENOUGH_BYTES = 2 ** 31;

/**
 * Makes this process and its children keep temporary files in memory, where there is room and nobody chose a place
 * with TMPDIR. The tests write thousands of small databases, each with many waits for the disk. A server that a test
 * ends with a signal leaves the same files behind either way; only the power of the machine would tell the difference.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || freeBytes() < ENOUGH_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'posthorn-tests-'));
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
