import { join } from 'node:path';
import { fileNameOf } from '../contract/file-name';
import { FLAG_SETS, flagSetsText } from '../working-copy/flag-sets-text';
import {
  type FileContent,
  FLAG_SETS_FILE,
  type FolderFile,
  TYPES_FOLDER,
} from '../working-copy/folder-files';
import type { RemoteContent } from '../working-copy/remote-content';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import { listFolder, readTextFile, tagOfText } from './folder-files';
import { FolderFault, lookAt } from './folder-root';
import { type FoundThere, MOST_CHARACTERS, MOST_EVENT_TYPES, tooMuch } from './remote-catalog';
import { inTaskPieces } from './task-pieces';

/** Reads the catalog in a folder. Everything rejects with FolderFault for what is wrong there. */
export interface FolderReader {
  /** @param gone aborts when the connection is deleted */
  readTypes(
    root: string,
    paths: readonly string[],
    gone: AbortSignal,
  ): Promise<ReadonlyMap<string, RemoteContent>>;
  readSets(root: string): Promise<FoundThere>;
  readType(root: string, name: string, gone: AbortSignal): Promise<FoundThere>;
  /** Where the file of an event type is, or would be. */
  placeOf(root: string, name: string, gone: AbortSignal): Promise<string>;
  /** The file of an event type was written, or removed (null). */
  notePlace(root: string, name: string, path: string | null): void;
}

interface ReadFile extends FolderFile {
  readonly path: string;
}

/** Characters of files that are read before they are looked into. */
const READ_AT_ONCE = 1_000_000;
const TOO_COMPLEX: FileContent = { fault: 'It takes too long to read.' };

export function createFolderReader(run: RunCopyTask): FolderReader {
  /** Files by name of the event type, as the last reading of a folder found them. */
  const places = new Map<string, Map<string, string>>();

  async function contentsOf(files: readonly ReadFile[]): Promise<readonly RemoteContent[]> {
    const contents = await inTaskPieces(
      files.map(({ of, text }): FolderFile => ({ of, text })),
      (some) => run('readFolderFiles', some),
      () => TOO_COMPLEX,
    );
    return contents.map((content, at) => {
      if (!('fault' in content)) return content;
      throw new FolderFault(`${files[at]?.path} cannot be read: ${content.fault}`);
    });
  }

  async function* contentsIn(paths: readonly string[], gone: AbortSignal) {
    let files: ReadFile[] = [];
    let characters = 0;
    for (const [at, path] of paths.entries()) {
      if (gone.aborted) throw new FolderFault('The connection was deleted.');
      const text = await readTextFile(path);
      if (text !== null) files.push({ of: 'type', path, text });
      characters += text?.length ?? 0;
      if (characters < READ_AT_ONCE && at < paths.length - 1) continue;
      for (const [index, content] of (await contentsOf(files)).entries())
        yield { path: files[index]?.path ?? '', content };
      files = [];
      characters = 0;
    }
  }

  async function readTypes(root: string, paths: readonly string[], gone: AbortSignal) {
    const found = new Map<string, RemoteContent>();
    const files = new Map<string, string>();
    let kept = 0;
    for await (const { path, content } of contentsIn(paths, gone)) {
      const { name, text } = content;
      const other = files.get(name);
      if (other !== undefined) throw new FolderFault(`${path} and ${other} are both called ${name}.`);
      files.set(name, path);
      found.set(name, content);
      kept += text.length;
      if (found.size > MOST_EVENT_TYPES || kept > MOST_CHARACTERS) throw tooMuch();
    }
    places.set(root, files);
    return found;
  }

  async function placeOf(root: string, name: string, gone: AbortSignal): Promise<string> {
    if (!places.has(root)) {
      const { types } = await listFolder(root);
      await readTypes(root, types, gone);
    }
    return places.get(root)?.get(name) ?? join(root, TYPES_FOLDER, `${fileNameOf(name)}.json`);
  }

  async function readSets(root: string): Promise<FoundThere> {
    const path = join(root, FLAG_SETS_FILE);
    const text = await readTextFile(path);
    if (text === null) return found({ name: FLAG_SETS, text: flagSetsText([]), untold: [] }, null);
    const [content = null] = await contentsOf([{ of: 'flag-sets', path, text }]);
    return found(content, text);
  }

  return {
    readTypes,
    placeOf,
    readSets,
    async readType(root, name, gone) {
      const path = await placeOf(root, name, gone);
      await lookAt(join(root, TYPES_FOLDER));
      const text = await readTextFile(path);
      if (text === null) return name === FLAG_SETS ? readSets(root) : found(null, null);
      const [content = null] = await contentsOf([{ of: 'type', path, text }]);
      if (content?.name === name) return found(content, text);
      // It was there: somebody has given the file another name of an event type.
      if (places.get(root)?.has(name)) return found(null, null);
      throw new FolderFault(`${path} is the file of ${content?.name}. Rename it first.`);
    },
    notePlace(root, name, path) {
      if (path === null) places.get(root)?.delete(name);
      else places.get(root)?.set(name, path);
    },
  };
}

function found(content: RemoteContent | null, text: string | null): FoundThere {
  return { kind: 'found', content, etag: tagOfText(text) };
}
