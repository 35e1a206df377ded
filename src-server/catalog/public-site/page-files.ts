import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A page as a file in the folder. */
export interface PageFile {
  readonly name: string;
  /** ETag of its content. */
  readonly etag: string;
  /** Size of the file, and of its brotli and gzip forms; null: that form does not exist. */
  readonly bytes: readonly [plain: number, brotli: number | null, gzip: number | null];
}

/** A page of the catalog. */
export interface ListedPage {
  /** Null: it is the first page, or a file next to it. */
  readonly eventType: string | null;
  /** Null: it is not made yet. */
  readonly file: PageFile | null;
}

/** Which file is which page; a file that it does not list is not part of the catalog. */
export interface PageList {
  /** Identifies what the pages were made from. */
  readonly fingerprint: string;
  /** Names of the event types shown. */
  readonly eventTypes: readonly string[];
  /** By the path of the page. */
  readonly pages: Readonly<Record<string, ListedPage>>;
}

const LIST = 'catalog.json';
/** Smaller files fit one packet either way. */
const COMPRESSED_MIN_BYTES = 1024;
/** A page is made while somebody waits to see it: much faster than the best quality, and hardly larger. */
const BROTLI_QUALITY = 5;
/** Readable only by the account of the server, like everything in the data folder. */
const MODE = 0o600;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes a page under a name derived from its sources and its content, so that old and new pages exist side by side,
 * and an existing page is never made again.
 * @param source hexadecimal digits that identify what it was made from
 */
export async function writePage(
  folder: string,
  { source, path, text, compress }: { source: string; path: string; text: string; compress: boolean },
): Promise<PageFile> {
  const content = Buffer.from(text);
  const etag = hexHash(content);
  const name = `${source}-${etag}${path.slice(path.lastIndexOf('.'))}`;
  const isWorthIt = compress && content.length >= COMPRESSED_MIN_BYTES;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [brotli, zipped] = isWorthIt
    ? await Promise.all([toBrotli(content, { params }), toGzip(content)])
    : [null, null];
  if (brotli) await put(folder, `${name}.br`, brotli);
  if (zipped) await put(folder, `${name}.gz`, zipped);
  await put(folder, name, content);
  return { name, etag, bytes: [content.length, brotli?.length ?? null, zipped?.length ?? null] };
}

/** Puts the list in place, which makes it effective; a crash leaves the old one or the new one. */
export async function writePageList(folder: string, list: PageList): Promise<void> {
  const next = join(folder, `${LIST}.next`);
  const file = await open(next, 'w', MODE);
  try {
    await file.writeFile(JSON.stringify(list));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, join(folder, LIST));
}

/** Null: there is no readable one. */
export async function readPageList(folder: string): Promise<PageList | null> {
  try {
    return JSON.parse(await readFile(join(folder, LIST), 'utf8'));
  } catch {
    return null;
  }
}

/** Sizes of a page and its compressed forms on disk. A missing page has size 0. */
export async function sizesOf(folder: string, name: string): Promise<PageFile['bytes']> {
  const sizeOf = (file: string) =>
    stat(join(folder, file)).then(
      ({ size }) => size,
      () => null,
    );
  return [(await sizeOf(name)) ?? 0, await sizeOf(`${name}.br`), await sizeOf(`${name}.gz`)];
}

/** Names of all files in the folder that do not belong to the list. */
export async function strayFiles(folder: string, { pages }: PageList): Promise<readonly string[]> {
  const known = new Set([LIST]);
  for (const { file } of Object.values(pages)) {
    if (file) known.add(file.name).add(`${file.name}.br`).add(`${file.name}.gz`);
  }
  return (await readdir(folder)).filter((name) => !known.has(name));
}

/** The first 32 hexadecimal digits of SHA-256. */
export function hexHash(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('hex').slice(0, 32);
}

/** Writes the file completely or not at all. */
async function put(folder: string, name: string, content: Uint8Array): Promise<void> {
  const next = join(folder, `${name}.next`);
  await writeFile(next, content, { mode: MODE });
  await rename(next, join(folder, name));
}
