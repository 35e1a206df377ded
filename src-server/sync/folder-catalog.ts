/**
 * A folder on the computer of the server as the catalog of a connection, in the form in which `catalog export --dir`
 * writes one: a pull reads it, and a push writes its files, one by one.
 *
 * Promises: no link below the folder is followed; a file is replaced as a whole, and only if it says what was read
 * before; what is wrong with a file is said with its path, and its line where the document is broken; reading is done in
 * pieces, and what costs by its content in workers.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apiError } from '../base/errors';
import { writeWhole } from '../base/write-whole';
import { FLAG_SETS, flagSetsIn } from '../working-copy/flag-sets-text';
import { FLAG_SETS_FILE, IS_YAML, TYPES_FOLDER } from '../working-copy/folder-files';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import { listFolder, readTextFile, tagOfText } from './folder-files';
import { createFolderReader } from './folder-reader';
import { codeOf, FolderFault, type FolderRules, lookAt, openFolder } from './folder-root';
import type { NoResponse, RemoteCatalog, TaggedWrite } from './remote-catalog';

/** The file has changed since it was read. */
class FileMoved extends Error {}

export function createFolderCatalog(run: RunCopyTask, rules: FolderRules): RemoteCatalog {
  const reader = createFolderReader(run);

  async function writeSets(root: string, body: string, etag: string | null): Promise<void> {
    const path = join(root, FLAG_SETS_FILE);
    assertSame(await readTextFile(path), etag);
    if (flagSetsIn(body).length === 0) return removeFile(path);
    await putFile(
      path,
      etag,
      await run('writeFolderFile', { of: 'flag-sets', text: '', body, isYaml: true }),
    );
  }

  async function writeType(root: string, name: string, { write, etag }: TaggedWrite, gone: AbortSignal) {
    const path = await reader.placeOf(root, name, gone);
    const folder = join(root, TYPES_FOLDER);
    const isThere = (await lookAt(folder)) !== null;
    const before = await readTextFile(path);
    assertSame(before, etag);
    if (write.act === 'remove') {
      await removeFile(path);
      return reader.notePlace(root, name, null);
    }
    if (!isThere) await written(folder, () => mkdir(folder, { recursive: true }));
    const isYaml = IS_YAML.test(path);
    const file = { of: 'type', text: before ?? '', body: write.body, isYaml } as const;
    await putFile(path, etag, await run('writeFolderFile', file));
    reader.notePlace(root, name, path);
  }

  return {
    async readAll({ baseUrl, gone }) {
      try {
        const root = await openFolder(baseUrl, rules);
        const { types, tag } = await listFolder(root);
        const found = new Map(await reader.readTypes(root, types, gone));
        const { content } = await reader.readSets(root);
        if (content && !found.has(FLAG_SETS)) found.set(FLAG_SETS, content);
        return { found, tag, installation: null };
      } catch (cause) {
        if (!(cause instanceof FolderFault)) throw cause;
        throw apiError('remote_unreachable', cause.message);
      }
    },
    readTag: ({ baseUrl }) =>
      answered('cut', async () => {
        const { tag } = await listFolder(await openFolder(baseUrl, rules));
        return { kind: 'tag', tag } as const;
      }),
    async read({ baseUrl, gone }, name) {
      const root = await rootOf(baseUrl);
      return typeof root === 'string' ? answered('refused', () => reader.readType(root, name, gone)) : root;
    },
    async write({ baseUrl, gone }, name, tagged) {
      const root = await rootOf(baseUrl);
      if (typeof root !== 'string') return root;
      const { write, etag } = tagged;
      try {
        return await answered('refused', async () => {
          if (write.act === 'replace-flag-sets') await writeSets(root, write.body, etag);
          else await writeType(root, name, tagged, gone);
          return { kind: 'accepted', status: 200 } as const;
        });
      } catch (cause) {
        if (cause instanceof FileMoved) return { kind: 'moved' };
        throw cause;
      }
    },
  };

  /** Without the folder, nothing else can be attempted either. */
  function rootOf(baseUrl: string): Promise<string | NoResponse> {
    return answered('cut', () => openFolder(baseUrl, rules));
  }
}

/** What came of it, or why it was not possible. */
async function answered<T>(kind: NoResponse['kind'], work: () => Promise<T>): Promise<T | NoResponse> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof FolderFault) return { kind, detail: cause.message };
    throw cause;
  }
}

/** Replaces a file that still says what was read, at the last moment too. */
function putFile(path: string, etag: string | null, text: string): Promise<void> {
  return written(path, () => writeWhole(path, text, async () => assertSame(await readTextFile(path), etag)));
}

function removeFile(path: string): Promise<void> {
  return written(path, () => rm(path, { force: true }));
}

/** @throws FolderFault that names the file */
async function written(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof FolderFault || cause instanceof FileMoved) throw cause;
    throw new FolderFault(`${path} cannot be written (${codeOf(cause)}).`);
  }
}

function assertSame(text: string | null, etag: string | null): void {
  if (tagOfText(text) !== etag) throw new FileMoved();
}
