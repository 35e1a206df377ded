import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { databasePath } from './database-path';
import { LOCK_FILE } from './folder-lock';

/** Whether a server keeps its data there. */
export function isDataFolder(folder: string): boolean {
  return existsSync(databasePath(folder)) || existsSync(join(folder, LOCK_FILE));
}

/** The data folder of a server that a path is in, or is itself. Null: none. */
export function dataFolderAround(path: string): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    if (isDataFolder(folder)) return folder;
    if (dirname(folder) === folder) return null;
  }
}
