// A plugin of the build: beside each file that compresses, the same in brotli and gzip, for the server to hand out.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = /\.(?:js|css|json|svg|ttf|wasm)$/;
/** Smaller ones are one packet either way. */
const MIN_BYTES = 1024;
/** The last step of brotli's quality costs ten times the time of the one before; the code editor would take half a minute. */
const BEST_BELOW_BYTES = 1_000_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** @returns {import('vite').Plugin} */
export function precompress() {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const names = (await readdir(folder)).filter((name) => TEXTS.test(name));
      await Promise.all(names.map((name) => compressFile(join(folder, name))));
    },
  };
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  const quality = bytes.length < BEST_BELOW_BYTES ? 11 : 9;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [brotli, zipped] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}
