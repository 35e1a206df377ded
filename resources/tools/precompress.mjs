// A step of the build: next to each compressible file, writes the same in brotli and gzip, for the server to send.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = /\.(?:html|js|css|json|svg|ttf)$/;
/** Smaller ones are one packet either way. */
const MIN_BYTES = 1024;
/** Pages of documentation are not part of a first screen, and the best quality takes twice as long for three percent. */
const QUALITY_OF_PAGES = 10;
/** It takes ten times as long as the next; for the code editor alone, that would double the build time. */
const BEST_QUALITY = 11;
const BEST_BELOW_BYTES = 1_000_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Compresses every file in these folders and below them, in the threads of Node. Most files are the same as in the build
 * before: what was made of them is kept by their content, since making it takes as long as the build itself.
 * @param {readonly string[]} folders
 * @param {string} kept folder of what was made before; afterwards it has what was used now
 */
export async function precompress(folders, kept) {
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { withFileTypes: true, recursive: true })),
  );
  const files = entries.flat().filter((entry) => entry.isFile() && TEXTS.test(entry.name));
  const next = `${kept}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  const compressed = compressOnce(kept, next);
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name), compressed)));
  await rm(kept, { recursive: true, force: true });
  await rename(next, kept);
}

/**
 * @param {string} file
 * @param {(bytes: Buffer, ending: 'br' | 'gz', quality: number) => Promise<string>} compressed where the result is
 */
async function compressFile(file, compressed) {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  const best = file.endsWith('.html') ? QUALITY_OF_PAGES : BEST_QUALITY;
  const quality = bytes.length < BEST_BELOW_BYTES ? best : 9;
  for (const ending of /** @type {const} */ (['br', 'gz']))
    await copyFile(await compressed(bytes, ending, quality), `${file}.${ending}`);
}

/**
 * @param {string} kept
 * @param {string} next gets what is used now
 */
function compressOnce(kept, next) {
  /** @type {Map<string, Promise<string>>} */
  const made = new Map();
  return (/** @type {Buffer} */ bytes, /** @type {'br' | 'gz'} */ ending, /** @type {number} */ quality) => {
    const name = `${createHash('sha256').update(bytes).digest('hex')}-${quality}.${ending}`;
    const file = join(next, name);
    const make = async () => {
      await copyFile(join(kept, name), file).catch(async () => {
        await writeFile(file, await (ending === 'br' ? brotli(bytes, quality) : toGzip(bytes, { level: 9 })));
      });
      return file;
    };
    const encoding = made.get(name) ?? make();
    made.set(name, encoding);
    return encoding;
  };
}

/**
 * @param {Buffer} bytes
 * @param {number} quality
 */
function brotli(bytes, quality) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return toBrotli(bytes, { params });
}
