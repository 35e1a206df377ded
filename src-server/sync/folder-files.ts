import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { FLAG_SETS_FILE, IS_DOCUMENT, TYPES_FOLDER } from '../working-copy/folder-files';
import { codeOf, FolderFault, lookAt } from './folder-root';
import { MOST_EVENT_TYPES } from './remote-catalog';

/** Bytes of one file: more than any event type has. */
const FILE_MAX_BYTES = 4 * 1024 * 1024;
/** Names in the folder of the event types, with those that are no documents. */
const MOST_NAMES = 40_000;
const TREE_MAX_BYTES = 128 * 1024 * 1024;

/** What is in the folder of a catalog, before any of it is read. */
export interface FolderListing {
  /** The paths of the files of event types, sorted. */
  readonly types: readonly string[];
  /** Changes with each file that is added, removed or written. */
  readonly tag: string;
}

/** Lists a folder; each file is looked at, and none is opened. @throws FolderFault */
export async function listFolder(root: string): Promise<FolderListing> {
  const names = await namesIn(join(root, TYPES_FOLDER));
  const hash = createHash('sha256');
  const types: string[] = [];
  let bytes = 0;
  const look = async (path: string) => {
    const found = await lookAt(path);
    if (found === null) return false;
    if (!found.isFile()) throw new FolderFault(`${path} is not a file.`);
    hash.update(`${path}\n${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}\n`);
    if (found.size > FILE_MAX_BYTES) throw tooLarge(path);
    bytes += found.size;
    if (bytes > TREE_MAX_BYTES)
      throw new FolderFault(`${root} has more than ${TREE_MAX_BYTES / 1024 / 1024} MiB of event types.`);
    return true;
  };
  for (const name of names) {
    const path = join(root, TYPES_FOLDER, name);
    if (await look(path)) types.push(path);
  }
  await look(join(root, FLAG_SETS_FILE));
  return { types, tag: hash.digest('hex') };
}

/** The documents in a folder, sorted. Empty where there is no such folder. */
async function namesIn(dir: string): Promise<readonly string[]> {
  const found = await lookAt(dir);
  if (found === null) return [];
  if (!found.isDirectory()) throw new FolderFault(`${dir} is not a folder.`);
  const names: string[] = [];
  let count = 0;
  try {
    for await (const { name } of await opendir(dir, { bufferSize: 256 })) {
      count += 1;
      if (count > MOST_NAMES) break;
      if (IS_DOCUMENT.test(name)) names.push(name);
    }
  } catch (cause) {
    throw new FolderFault(`${dir} cannot be read (${codeOf(cause)}).`);
  }
  if (count > MOST_NAMES) throw new FolderFault(`${dir} has more than ${MOST_NAMES} files.`);
  if (names.length > MOST_EVENT_TYPES)
    throw new FolderFault(`${dir} has more than ${MOST_EVENT_TYPES} event types.`);
  return names.sort();
}

/** The text of a file. Null: there is none. @throws FolderFault for a link, and for what is too large */
export async function readTextFile(path: string): Promise<string | null> {
  if ((await lookAt(path)) === null) return null;
  // Not every system has them; a link or a pipe that takes its place right now is no file to read.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new FolderFault(`${path} is not a file.`);
      if (found.size > FILE_MAX_BYTES) throw tooLarge(path);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof FolderFault) throw cause;
    if (codeOf(cause) === 'ENOENT') return null;
    throw new FolderFault(`${path} cannot be read (${codeOf(cause)}).`);
  }
}

/** Identifies what a file says. Null: there is none. */
export function tagOfText(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text).digest('hex');
}

function tooLarge(path: string): FolderFault {
  return new FolderFault(
    `${path} is larger than ${FILE_MAX_BYTES / 1024 / 1024} MiB: it is not an event type.`,
  );
}
