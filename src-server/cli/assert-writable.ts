import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databasePath } from '../storage/files/database-path';
import { LOCK_FILE } from '../storage/files/folder-lock';
import { CliError } from './cli-error';
import { EXIT } from './exit-code';

/**
 * Refuses to write where files would end up that nobody expects there: in the data folder of a server, or, through a
 * link, in a folder elsewhere.
 * @param target the real path of the folder, and `paths` the files in it, which may exist or not
 * @param out the folder as the user named it
 * @throws CliError in plain words
 */
export async function assertWritable(target: string, paths: readonly string[], out: string): Promise<void> {
  for (let folder = target; ; folder = dirname(folder)) {
    assertNoData(folder, out);
    if (dirname(folder) === folder) break;
  }
  for (const path of new Set(paths.flatMap(foldersOf))) {
    const folder = join(target, path);
    if ((await lstat(folder).catch(() => null))?.isSymbolicLink()) {
      throw new CliError(
        EXIT.no,
        `${join(out, path)} is a link to another folder. Remove it, or choose another folder.`,
      );
    }
    assertNoData(folder, out);
  }
}

function assertNoData(folder: string, out: string): void {
  if (!existsSync(databasePath(folder)) && !existsSync(join(folder, LOCK_FILE))) return;
  throw new CliError(
    EXIT.no,
    `${out} would write into ${folder}, the data of a server. Choose another folder.`,
  );
}

/** `a` and `a/b` of `a/b/c.html`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
