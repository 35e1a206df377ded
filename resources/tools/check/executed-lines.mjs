// From what V8 counted to lines of the sources: a function is known by the line on which it begins, whichever program
// it was built into.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { ROOT } from '../setup.mjs';

/** @typedef {{ functionName: string, ranges: readonly { startOffset: number, count: number }[] }} CountedFunction */
/** @typedef {{ url: string, functions: readonly CountedFunction[] }} CountedScript */
/** @typedef {Readonly<Record<string, readonly number[]>>} ByFile numbers, ascending, by a path below the checkout */

/** The files that the loop chooses tests for. */
const OF_HERE = /^(?:src-[^/]+|resources\/tools)\/.*\.(?:ts|tsx|mjs)$/;

const EXPORT = '() => { try { return ';

/** @type {Map<string, { starts: number[], map: SourceMap } | null>} */
const builtFiles = new Map();

/**
 * Where the functions begin that ran; a script itself, which runs whenever it is loaded, is none of them.
 * @param {readonly CountedFunction[]} functions
 * @returns {number[]} offsets
 */
export function offsetsOf(functions) {
  return functions
    .filter(({ functionName, ranges: [body] }) => body?.count && (functionName || body.startOffset > 0))
    .map(({ ranges }) => ranges[0]?.startOffset ?? 0);
}

/**
 * @param {ByFile} built offsets in files that have a source map beside them; others are left out
 * @returns {ByFile} lines of their sources
 */
export function linesOfBuilt(built) {
  const found = Object.entries(built).map(([file, offsets]) => {
    if (!builtFiles.has(file)) builtFiles.set(file, readBuilt(resolve(ROOT, file)));
    const known = builtFiles.get(file);
    return known ? linesOf(offsets, known, dirname(resolve(ROOT, file))) : {};
  });
  return mergeByFile(found);
}

/**
 * Of a module as Vite gives it to Node, whose exports are functions that are called when they are read: that is none of
 * its own functions.
 * @param {readonly number[]} offsets
 * @param {string} code with its source map as a comment
 * @param {string} folder to which the names in the map are relative
 * @returns {ByFile} nothing for code without a map
 */
export function linesOfCode(offsets, code, folder) {
  const [, data] = /\/\/# sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)/.exec(code) ?? [];
  if (!data) return {};
  const map = new SourceMap(JSON.parse(Buffer.from(data, 'base64').toString()));
  const own = offsets.filter((offset) => !code.startsWith(EXPORT, offset));
  return linesOf(own, { starts: lineStarts(code), map }, folder);
}

/**
 * @param {readonly ByFile[]} all
 * @returns {ByFile}
 */
export function mergeByFile(all) {
  /** @type {Record<string, Set<number>>} */
  const merged = {};
  for (const byFile of all)
    for (const [file, numbers] of Object.entries(byFile)) {
      merged[file] ??= new Set();
      for (const number of numbers) merged[file].add(number);
    }
  return Object.fromEntries(
    Object.entries(merged).map(([file, numbers]) => [file, [...numbers].sort((a, b) => a - b)]),
  );
}

/**
 * @param {readonly number[]} offsets
 * @param {{ starts: readonly number[], map: SourceMap }} code
 * @param {string} folder
 * @returns {ByFile}
 */
function linesOf(offsets, { starts, map }, folder) {
  return mergeByFile(
    offsets.map((offset) => {
      const line = lineAt(starts, offset);
      const entry = map.findEntry(line, offset - (starts[line] ?? 0));
      if (!('originalSource' in entry) || !entry.originalSource) return {};
      const file = relative(ROOT, resolve(folder, entry.originalSource)).replaceAll('\\', '/');
      return OF_HERE.test(file) ? { [file]: [entry.originalLine + 1] } : {};
    }),
  );
}

/** @param {string} file */
function readBuilt(file) {
  if (!existsSync(`${file}.map`)) return null;
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  if (!map.sources.some((/** @type {string} */ name) => /(?:^|\/)(?:src-|resources\/tools)/.test(name)))
    return null;
  return { starts: lineStarts(readFileSync(file, 'utf8')), map: new SourceMap(map) };
}

/** @param {string} code */
function lineStarts(code) {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * @param {readonly number[]} starts
 * @param {number} offset
 */
function lineAt(starts, offset) {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
