import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { hexHash } from '../catalog/public-site/page-files';
import { isObject, own } from '../json-schema/plain-json';
import { assertWritable } from './assert-writable';
import { CliError } from './cli-error';
import { EXIT } from './exit-code';

/** Lists the files that we wrote to a published folder, so that the next run knows which are ours. */
const LIST = '.posthorn-files.json';
const FOREIGN_SHOWN = 3;

/** A file of the folder. */
export interface SiteFile {
  readonly path: string;
  /** Identifies what its content is made from: the same text means the same content. Null: nothing does. */
  readonly source: string | null;
  content(): string | Uint8Array;
}

/** What a run has written: what it was made from, and the hash of its content. Null: not known. */
interface WrittenFile {
  readonly source: string | null;
  readonly hash: string | null;
}

/** Our files of a run, by path. */
type Written = ReadonlyMap<string, WrittenFile>;

/**
 * Writes a folder of files, completely or not at all: it is built next to the old one, and then replaces it. If the old
 * one contains files that are not ours, the write is refused, or with `force` our files are moved in one by one and the
 * others stay; files of an earlier run that this one did not write are removed in both cases. A run interrupted during
 * the swap leaves both folders next to the target; the next run first puts one of them in place. A file that is made
 * from the same source as before, and has not been changed since, is taken over with its time, so that copying the folder
 * elsewhere copies only what is new.
 * @returns the paths of all files, and how many of them were made anew
 * @throws CliError in plain words
 */
export async function writeSite(
  out: string,
  files: AsyncIterable<SiteFile>,
  force: boolean,
): Promise<{ readonly paths: readonly string[]; readonly made: number }> {
  const target = await realPath(resolve(out));
  await assertWritable(target, [], out);
  await finishSwap(target);
  const before = await look(target, out);
  const foreign = before.files.filter((path) => !before.ours.has(path));
  if (foreign.length > 0 && !force) {
    const more = foreign.length > FOREIGN_SHOWN ? ` and ${foreign.length - FOREIGN_SHOWN} more` : '';
    throw new CliError(
      EXIT.no,
      `${out} contains files that posthorn did not write (${foreign.slice(0, FOREIGN_SHOWN).join(', ')}${more}). Choose another folder, or give --force to keep them.`,
    );
  }
  const next = `${target}.${process.pid}-${randomBytes(4).toString('hex')}.next`;
  try {
    await mkdir(dirname(target), { recursive: true });
    const { written, made } = await fill(next, files, target, before.ours);
    const paths = [...written.keys()];
    if (foreign.length > 0) {
      await assertWritable(target, [...paths, ...before.ours.keys()], out);
      await moveInto(target, next, paths, new Set(before.ours.keys()));
    } else await swap(target, next, before.exists);
    return { paths, made };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (cause instanceof CliError || typeof code !== 'string') throw cause;
    throw new CliError(EXIT.no, `${out} cannot be written (${code}).`);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Where a path leads, whether it exists or not. */
async function realPath(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () =>
    parent === path ? path : join(await realPath(parent), basename(path)),
  );
}

/**
 * Repairs the state after a run that ended between its two renames, as a power cut can cause: the new folder is
 * complete next to the missing target, and is put in place; if there is none, the old folder is restored. Other
 * leftovers of such runs are removed. Those of running processes are left alone.
 */
async function finishSwap(target: string): Promise<void> {
  const folder = dirname(target);
  const names: readonly string[] = await readdir(folder).catch(() => []);
  const left = names.filter((name) => isLeftBy(name, basename(target)));
  if (left.length === 0) return;
  const isComplete = async (name: string) => (await readdir(join(folder, name))).includes(LIST);
  if (!names.includes(basename(target))) {
    for (const old of left.filter((name) => name.endsWith('.old'))) {
      const next = old.slice(0, -'.old'.length);
      const from = left.includes(next) && (await isComplete(next)) ? next : old;
      await rename(join(folder, from), target);
      break;
    }
  }
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
}

/** `site.4711-0a1b2c3d.next` and `.old`, created by a process that no longer exists. */
function isLeftBy(name: string, site: string): boolean {
  if (!name.startsWith(`${site}.`)) return false;
  const pid = /^(\d+)-[0-9a-f]{8}\.next(?:\.old)?$/.exec(name.slice(site.length + 1))?.[1];
  return pid !== undefined && Number(pid) !== process.pid && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What exists: all files, and which of them an earlier run wrote. */
async function look(target: string, out: string) {
  const ours = new Map<string, WrittenFile>();
  try {
    const found = await readdir(target, { recursive: true, withFileTypes: true });
    const files = found
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(target, join(entry.parentPath, entry.name)).split(sep).join('/'));
    if (files.includes(LIST)) {
      const { files: listed, sources, hashes } = readList(await readFile(join(target, LIST), 'utf8'));
      for (const path of Array.isArray(listed) ? listed.map(String) : []) {
        ours.set(path, { source: textIn(sources, path), hash: textIn(hashes, path) });
      }
      ours.set(LIST, { source: null, hash: null });
    }
    return { exists: true, files, ours };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { exists: false, files: [], ours };
    throw new CliError(
      EXIT.no,
      code === 'ENOTDIR' ? `${out} is a file, not a folder.` : `${out} cannot be read (${code ?? cause}).`,
    );
  }
}

/** One that somebody has cut says nothing: all files are then somebody else's. */
function readList(text: string): Readonly<Record<string, unknown>> {
  try {
    const list: unknown = JSON.parse(text);
    return isObject(list) ? list : {};
  } catch {
    return {};
  }
}

function textIn(object: unknown, name: string): string | null {
  const value = isObject(object) ? own(object, name) : undefined;
  return typeof value === 'string' ? value : null;
}

async function fill(folder: string, files: AsyncIterable<SiteFile>, before: string, ours: Written) {
  await mkdir(folder);
  const written = new Map<string, WrittenFile>();
  let count = 0;
  for await (const { path, source, content } of files) {
    const to = join(folder, path);
    await mkdir(dirname(to), { recursive: true });
    const earlier = ours.get(path);
    const isSame = source !== null && earlier?.source === source;
    let hash = isSame ? await takeOver(join(before, path), to, earlier.hash) : null;
    if (hash === null) {
      const made = content();
      const bytes = typeof made === 'string' ? Buffer.from(made) : made;
      await writeFile(to, bytes);
      hash = hexHash(bytes);
      count += 1;
    }
    written.set(path, { source, hash });
  }
  await writeFile(join(folder, LIST), listOf(written));
  return { written, made: count };
}

/**
 * Copies a file with its time, so that the old folder stays whole until the swap.
 * @param hash of what we wrote there
 * @returns the same; null if the file is gone, or no longer what we wrote
 */
async function takeOver(from: string, to: string, hash: string | null): Promise<string | null> {
  try {
    const bytes = await readFile(from);
    if (hexHash(bytes) !== hash) return null;
    await writeFile(to, bytes);
    const { atime, mtime } = await stat(from);
    await utimes(to, atime, mtime);
    return hash;
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return null;
    throw cause;
  }
}

function listOf(written: Written): string {
  const all = [...written];
  const sources = Object.fromEntries(all.map(([path, { source }]) => [path, source]));
  const hashes = Object.fromEntries(all.map(([path, { hash }]) => [path, hash]));
  return `${JSON.stringify({ files: [...written.keys()], sources, hashes })}\n`;
}

/**
 * Two renames: no system offers a single one for a non-empty folder. `finishSwap` handles an interruption in between.
 */
async function swap(target: string, next: string, exists: boolean): Promise<void> {
  const old = `${next}.old`;
  if (exists) await rename(target, old);
  try {
    await rename(next, target);
  } catch (cause) {
    if (exists) await rename(old, target);
    throw cause;
  }
  await rm(old, { recursive: true, force: true });
}

/** The first page last: until then, readers find the old one, whose pages still exist. */
async function moveInto(
  target: string,
  next: string,
  written: readonly string[],
  before: ReadonlySet<string>,
): Promise<void> {
  // An interrupted run must not leave files that the next one takes for somebody else's.
  const both = join(next, `${LIST}.both`);
  await writeFile(both, `${JSON.stringify({ files: [...new Set([...before, ...written])] })}\n`);
  await rename(both, join(target, LIST));
  const order = [...written.filter((path) => path !== 'index.html'), 'index.html'];
  for (const path of order) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await rename(join(next, path), join(target, path));
  }
  const kept = new Set([...written, LIST]);
  const found = await readdir(target, { recursive: true });
  for (const path of found.map((name) => name.split(sep).join('/'))) {
    if (before.has(path) && !kept.has(path)) await rm(join(target, path), { force: true });
  }
  await rename(join(next, LIST), join(target, LIST));
}
