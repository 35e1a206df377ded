// What a recording keeps in out/executed: for each file of tests, which functions of which files its tests executed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../setup.mjs';
import { linesOfBuilt, mergeByFile } from './executed-lines.mjs';

/** @typedef {import('./executed-lines.mjs').ByFile} ByFile */
/**
 * What one test did. `ran`: lines on which functions begin, by file; `built`: offsets in built files, as long as nobody
 * has looked up their sources.
 * @typedef {{ ms: number, failed: boolean, ran: ByFile, built?: ByFile }} Note
 */
/**
 * A test by its name in the map: a file of Vitest as a whole, a single test of a browser spec (`FILE › TITLE`).
 * @typedef {{ test: string, ms: number, failed: boolean, ran: ByFile }} RecordedTest
 */

/** The folder of the record; below it, a file for each file of tests. */
export const RECORD = join(ROOT, 'out/executed');
/** Between the file of a browser test and its title. */
export const OF = ' › ';

/**
 * @param {string} testFile path below the checkout
 * @returns {Record<string, Note> | null} by the title of the test, '' for a whole file; null when it was not recorded
 */
export function readNotes(testFile) {
  const file = join(RECORD, `${testFile}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * Keeps notes, with the sources of built files, whose maps need not stay.
 * @param {string} testFile
 * @param {Record<string, Note>} notes
 */
export function keepNotes(testFile, notes) {
  const settled = Object.entries(notes).map(([title, { ms, failed, ran, built = {} }]) => [
    title,
    { ms, failed, ran: mergeByFile([ran, linesOfBuilt(built)]) },
  ]);
  const file = join(RECORD, `${testFile}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(Object.fromEntries(settled)));
}

/** @returns {RecordedTest[]} everything that was recorded and whose file of tests is still there */
export function readRecord() {
  return recordedFiles().flatMap((testFile) =>
    Object.entries(readNotes(testFile) ?? {}).map(([title, { ms, failed, ran }]) => ({
      test: title ? testFile + OF + title : testFile,
      ms,
      failed,
      ran,
    })),
  );
}

/**
 * The recorded tests that execute a file, the quickest first.
 * @param {string} file path below the checkout
 * @param {readonly RecordedTest[]} record
 * @returns {{ test: string, ms: number, lines: readonly number[] }[]} with the lines on which the functions begin
 */
export function testsExecuting(file, record = readRecord()) {
  return record
    .flatMap(({ test, ms, failed, ran }) => {
      const lines = ran[file];
      return lines && !failed ? [{ test, ms, lines }] : [];
    })
    .sort((a, b) => a.ms - b.ms);
}

/** @returns {string[]} the files of tests that have been recorded */
function recordedFiles() {
  if (!existsSync(join(RECORD, 'test'))) return [];
  return readdirSync(join(RECORD, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(RECORD, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .map((path) => path.replace(/\.json$/, ''))
    .filter((testFile) => existsSync(join(ROOT, testFile)))
    .sort();
}
