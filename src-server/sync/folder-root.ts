import type { Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolderAround } from '../storage/files/is-data-folder';
import { TYPES_FOLDER } from '../working-copy/folder-files';

/** Which folders may be connections of this server. */
export interface FolderRules {
  /** Whether only the person at this computer can reach the server: a folder is that person's. */
  readonly isAllowed: boolean;
  /** The data folder of this server. */
  readonly dataDir: string;
}

/** Why a folder cannot be used, in a sentence for people. */
export class FolderFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FolderFault';
  }
}

const NOT_HERE =
  'This server does not read folders. Only one that runs on your own computer does: with --workstation, listening on a loopback address. On the command line, "posthorn pull --dir" and "posthorn sync --dir" merge a folder with any instance.';

/**
 * Where the folder of a connection really is. A link that leads to it is followed once, when the connection is saved;
 * below it, and when something else stands in its place later, none is.
 * @param address its `file:` URL
 * @throws FolderFault
 */
export async function findFolder(address: string, { isAllowed, dataDir }: FolderRules): Promise<string> {
  if (!isAllowed) throw new FolderFault(NOT_HERE);
  const path = pathIn(address);
  const real = await realpath(path).catch((cause: unknown) => {
    throw new FolderFault(
      codeOf(cause) === 'ENOENT'
        ? `${path} does not exist. Make the folder, or correct the path.`
        : `${path} cannot be read (${codeOf(cause)}).`,
    );
  });
  if (!(await stat(real)).isDirectory())
    throw new FolderFault(`${path} is a file. Give the folder of a catalog.`);
  const data = await realpath(dataDir).catch(() => dataDir);
  for (const folder of [real, join(real, TYPES_FOLDER)]) {
    if (isInside(data, folder) || dataFolderAround(folder) !== null)
      throw new FolderFault(`${path} is in the data folder of a server. Choose another folder.`);
  }
  return real;
}

/** The same for a connection that is saved. @throws FolderFault */
export async function openFolder(address: string, rules: FolderRules): Promise<string> {
  const path = pathIn(address);
  const real = await findFolder(address, rules);
  if (real !== path) throw new FolderFault(`${path} is now a link to ${real}. Connect that folder instead.`);
  return real;
}

/** What stands at a path of the folder, without following a link. Null: nothing. @throws FolderFault for a link */
export async function lookAt(path: string): Promise<Stats | null> {
  const found = await lstat(path).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return null;
    throw new FolderFault(`${path} cannot be read (${codeOf(cause)}).`);
  });
  if (found?.isSymbolicLink())
    throw new FolderFault(`${path} is a link, and is not followed. Replace it with what it leads to.`);
  return found;
}

export function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? String(cause);
}

function pathIn(address: string): string {
  try {
    const url = new URL(address);
    if (url.search === '' && url.hash === '') {
      const path = fileURLToPath(url);
      // A separator at the end says nothing.
      return path.length > 1 && path.endsWith(sep) && !/^[a-z]:\\$/i.test(path) ? path.slice(0, -1) : path;
    }
  } catch {
    // Said below.
  }
  throw new FolderFault(
    'This is not the path of a folder on the computer of the server. Enter an absolute one, like /home/me/catalog',
  );
}

function isInside(outer: string, path: string): boolean {
  const way = relative(outer, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
