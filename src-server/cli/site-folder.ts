import { randomBytes } from 'node:crypto';
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isObject, own } from '../json-schema/plain-json';
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

/** What an earlier run has left, by path: what our files were made from, if that is known. */
type Written = ReadonlyMap<string, string | null>;

/**
 * Writes a folder of files, completely or not at all: it is built next to the old one, and then replaces it. If the old
 * one contains files that are not ours, the write is refused, or with `force` our files are moved in one by one and the
 * others stay; files of an earlier run that this one did not write are removed in both cases. A run interrupted during
 * the swap leaves both folders next to the target; the next run first puts one of them in place. A file that is made
 * from the same source as before is taken over as it is, with its time, so that copying the folder elsewhere copies only
 * what is new.
 * @returns the paths of all files, and how many of them were made anew
 * @throws CliError in plain words
 */
export async function writeSite(
  out: string,
  files: AsyncIterable<SiteFile>,
  force: boolean,
): Promise<{ readonly paths: readonly string[]; readonly made: number }> {
  const target = await realpath(out).catch(() => resolve(out));
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
    if (foreign.length > 0) await moveInto(target, next, paths, new Set(before.ours.keys()));
    else await swap(target, next, before.exists);
    return { paths, made };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (cause instanceof CliError || typeof code !== 'string') throw cause;
    throw new CliError(EXIT.no, `${out} cannot be written (${code}).`);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
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
  const ours = new Map<string, string | null>();
  try {
    const found = await readdir(target, { recursive: true, withFileTypes: true });
    const files = found
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(target, join(entry.parentPath, entry.name)).split(sep).join('/'));
    if (files.includes(LIST)) {
      const list = JSON.parse(await readFile(join(target, LIST), 'utf8'));
      const sources = isObject(list.sources) ? list.sources : {};
      for (const path of Array.isArray(list.files) ? list.files.map(String) : []) {
        const source = own(sources, path);
        ours.set(path, typeof source === 'string' ? source : null);
      }
      ours.set(LIST, null);
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

async function fill(folder: string, files: AsyncIterable<SiteFile>, before: string, ours: Written) {
  await mkdir(folder);
  const written = new Map<string, string | null>();
  let made = 0;
  for await (const { path, source, content } of files) {
    const to = join(folder, path);
    await mkdir(dirname(to), { recursive: true });
    const isSame = source !== null && ours.get(path) === source;
    if (!isSame || !(await takeOver(join(before, path), to))) {
      await writeFile(to, content());
      made += 1;
    }
    written.set(path, source);
  }
  await writeFile(join(folder, LIST), listOf(written));
  return { written, made };
}

/** Copies a file with its time, so that the old folder stays whole until the swap. False: it is gone. */
async function takeOver(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    const { atime, mtime } = await stat(from);
    await utimes(to, atime, mtime);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw cause;
  }
}

function listOf(written: Written): string {
  const sources = Object.fromEntries([...written].filter(([, source]) => source !== null));
  return `${JSON.stringify({ files: [...written.keys()], sources })}\n`;
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
  await writeFile(
    join(target, LIST),
    `${JSON.stringify({ files: [...new Set([...before, ...written])] })}\n`,
  );
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
