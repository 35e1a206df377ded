// Who imports whom, by the texts of the files: also style sheets, workers and what is read as text.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../setup.mjs';
import { filesIn } from './tests-here.mjs';

/** @typedef {ReadonlyMap<string, readonly string[]>} Importers the files that import a file, by its path */

const FOLDERS = ['src-main', 'src-renderer', 'src-server', 'test', 'resources/tools'];
const CODE = /\.(?:tsx?|mjs|html)$/;
const NAMED = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bURL\(|\bsrc=)\s*['"](\.{1,2}\/[^'"?#]+)/g;
const ENDINGS = ['', '.ts', '.tsx', '.mjs'];

/** @returns {Importers} of the files in the checkout */
export function readImporters() {
  const paths = FOLDERS.flatMap(filesIn);
  const texts = paths
    .filter((path) => CODE.test(path))
    .map((path) => /** @type {const} */ ([path, readFileSync(join(ROOT, path), 'utf8')]));
  return importersOf(texts, new Set(paths));
}

/**
 * @param {readonly (readonly [path: string, text: string])[]} files
 * @param {ReadonlySet<string>} paths of everything that can be imported
 * @returns {Importers}
 */
export function importersOf(files, paths) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [path, text] of files) {
    for (const [, name = ''] of text.matchAll(NAMED)) {
      const wanted = posix.join(posix.dirname(path), name);
      const found = ENDINGS.map((ending) => wanted + ending).find((path) => paths.has(path));
      if (found === undefined || found === path) continue;
      const known = importers.get(found) ?? [];
      if (!known.includes(path)) importers.set(found, [...known, path]);
    }
  }
  return importers;
}
