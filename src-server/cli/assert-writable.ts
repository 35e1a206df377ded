import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderAround, isDataFolder } from '../storage/files/is-data-folder';
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
  const around = dataFolderAround(target);
  if (around !== null) throw intoData(around, out);
  for (const path of new Set(paths.flatMap(foldersOf))) {
    const folder = join(target, path);
    if ((await lstat(folder).catch(() => null))?.isSymbolicLink()) {
      throw new CliError(
        EXIT.no,
        `${join(out, path)} is a link to another folder. Remove it, or choose another folder.`,
      );
    }
    if (isDataFolder(folder)) throw intoData(folder, out);
  }
}

function intoData(folder: string, out: string): CliError {
  return new CliError(
    EXIT.no,
    `${out} would write into ${folder}, the data of a server. Choose another folder.`,
  );
}

/** `a` and `a/b` of `a/b/c.html`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
