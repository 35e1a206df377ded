import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_FOLDER } from '../data-folder';
import { LOCK_FILES } from './folder-lock';

/** Group and others: none of them may read, write or enter. */
const OTHERS = 0o077;
/** Set on folders that several accounts share, such as /tmp. */
const STICKY = 0o1000;

/** What was open to other accounts, by its path below the data folder; "." is the folder itself. */
interface Tightened {
  readonly closed: readonly string[];
  /** Still open: it belongs to another account, or the file system has no permissions. */
  readonly open: readonly string[];
}

/**
 * Creates the data folder if needed, and closes it and its files, including backups, to all accounts but the owner's:
 * an older version, a copy or an unpacked archive may have left them open. The lock is left alone, because `lockFolder`
 * must know whether it was open. On Windows nothing is done: there the folder inherits its permissions from the
 * account's profile.
 * @throws Error with a sentence for the user when accounts share the folder
 */
export async function tightenFolder(folder: string): Promise<Tightened> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return { closed: [], open: [] };
  const { mode } = await stat(folder);
  if (mode & STICKY) {
    throw new Error(
      `The folder ${folder} is shared by several accounts. Choose a --data-dir of its own, for example a folder inside it.`,
    );
  }
  const loose: string[] = mode & OTHERS ? ['.'] : [];
  loose.push(...(await looseIn(folder, '')));
  const closed: string[] = [];
  const open: string[] = [];
  for (const name of loose) ((await close(join(folder, name))) ? closed : open).push(name);
  return { closed, open };
}

/** Links are not followed: they may lead to anybody's files. */
async function looseIn(folder: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = join(below, entry.name);
    const isBackups = entry.isDirectory() && name === BACKUP_FOLDER;
    if (LOCK_FILES.has(name) || !(entry.isFile() || isBackups)) continue;
    // Gone meanwhile: a backup being deleted.
    const mode = (await lstat(join(folder, name)).catch(() => null))?.mode ?? 0;
    if (mode & OTHERS) found.push(name);
    if (isBackups) found.push(...(await looseIn(folder, name)));
  }
  return found;
}

async function close(path: string): Promise<boolean> {
  try {
    await chmod(path, (await stat(path)).mode & 0o7777 & ~OTHERS);
    return ((await stat(path)).mode & OTHERS) === 0;
  } catch {
    return false;
  }
}
