// What Node notes of the processes and threads that a test starts, where NODE_V8_COVERAGE names a folder.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../setup.mjs';
import { mergeByFile, offsetsOf } from './executed-lines.mjs';

/** @typedef {import('./executed-lines.mjs').ByFile} ByFile */
/** @typedef {import('./executed-lines.mjs').CountedScript} CountedScript */

/**
 * Which functions of built files ran in those that have ended, and removes what was noted. What is killed leaves nothing.
 * @param {string} folder
 * @returns {ByFile} offsets
 */
export function takeChildren(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const found = names.map((name) => {
    const file = join(folder, name);
    const scripts = scriptsIn(file);
    rmSync(file);
    return mergeByFile(scripts.map(ofBuilt));
  });
  return mergeByFile(found);
}

/**
 * @param {string} file
 * @returns {CountedScript[]} none of a process that was killed while it wrote
 */
export function scriptsIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).result;
  } catch (cause) {
    if (cause instanceof SyntaxError) return [];
    throw cause;
  }
}

/**
 * @param {CountedScript} script
 * @returns {ByFile}
 */
function ofBuilt({ url, functions }) {
  const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)).replaceAll('\\', '/') : '';
  return file.startsWith('out/') ? { [file]: offsetsOf(functions) } : {};
}
