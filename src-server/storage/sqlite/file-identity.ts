import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** Whether the names of an open database still lead to its files. */
interface FileIdentity {
  /** Names, without their folder, that lead to nothing or to another file. Empty: all is well. */
  lost(): readonly string[];
}

const ALWAYS_THERE: FileIdentity = { lost: () => [] };

/**
 * Remembers the files of a database. Call it once SQLite has opened all three. A deleted file still works for a process
 * that has it open and is gone with that process, so writes to it are not safe. A check takes a few microseconds, which
 * is nothing compared to a commit. On Windows an open file can be neither deleted nor replaced.
 */
export function rememberFiles(path: string): FileIdentity {
  if (process.platform === 'win32') return ALWAYS_THERE;
  const known = [path, `${path}-wal`, `${path}-shm`].map((file) => [file, identify(file)] as const);
  return {
    lost: () => known.flatMap(([file, before]) => (identify(file) === before ? [] : [basename(file)])),
  };
}

function identify(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
