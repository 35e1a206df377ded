// Which tests to run for files that have changed.
import { posix } from 'node:path';
import { SMOKE_TESTS, TESTS_OF_OTHERS } from './rooms.mjs';
import { fileOf, isSpec, isTest } from './tests-here.mjs';

/**
 * What the choice is made from.
 * @typedef {object} Known
 * @property {import('./test-map.mjs').TestMap} map
 * @property {import('./import-graph.mjs').Importers} importers
 * @property {readonly string[]} testFiles those that are there
 */
/** @typedef {{ test: string, why: string }} Reason */
/** @typedef {{ test: string, seconds: number, reasons: readonly string[] }} Chosen */

/** How far from a file its importers are asked for tests. */
const MOST_STEPS = 3;
/** Of tests that only reach a file through others, and of those that import it. */
const MOST_FROM_AFAR = 4;
/** Of a test that was never recorded. */
const UNKNOWN_SECONDS = 5;

/**
 * The tests of behaviour for one file, the best first: those named after it or written for it, as their imports say, those
 * that execute it, or else those of the files that import it.
 * @param {string} file
 * @param {Known} known
 * @returns {Reason[]}
 */
export function testsOfFile(file, known) {
  if (isTest(file))
    return known.testFiles.includes(file) ? [{ test: file, why: 'it has changed itself' }] : [];
  const there = (known.map.tests[file] ?? []).filter((test) => known.testFiles.includes(fileOf(test)));
  const executing = there.map((test) => ({ test, why: 'executes it' }));
  const named = namesakes(file, known).map((test) => ({ test, why: 'is named after it' }));
  const found = [
    ...named,
    ...importing(file, known),
    ...(executing.length > 0 ? executing : fromAfar(file, known)),
  ];
  if (found.length === 0) found.push(...fromTable(file));
  return found.filter(({ test }, at) => found.findIndex((other) => other.test === test) === at);
}

/**
 * One test for each room that a file belongs to.
 * @param {readonly string[]} files
 * @param {Known} known
 * @returns {Reason[]}
 */
export function smokeTests(files, known) {
  const rooms = new Map(
    files.flatMap((file) => SMOKE_TESTS.filter(([room]) => file.startsWith(room)).slice(0, 1)),
  );
  return [...rooms].map(([room, testFile]) => ({
    test: quickestIn(testFile, known),
    why: `goes through ${room}`,
  }));
}

/**
 * The tests for several files within a time: first the best test of each file, then the second best, and so on. What has
 * changed itself and what a room is tried by always runs.
 * @param {readonly string[]} files
 * @param {Known} known
 * @param {number} mostSeconds
 * @returns {{ chosen: Chosen[], dropped: Chosen[] }} dropped: what there was no time for
 */
export function chooseTests(files, known, mostSeconds) {
  const wanted = files.map((file) =>
    testsOfFile(file, known).map((test) => ({ ...test, why: `${test.why}: ${file}` })),
  );
  const always = [
    ...smokeTests(files, known),
    ...wanted.flat().filter(({ test }) => isTest(test) && files.includes(test)),
  ];
  const rounds = Array.from({ length: Math.max(0, ...wanted.map((of) => of.length)) }, (_, at) =>
    wanted.flatMap((of) => of[at] ?? []).sort((a, b) => secondsOf(a.test, known) - secondsOf(b.test, known)),
  );
  /** @type {Map<string, string[]>} */
  const reasons = new Map();
  for (const { test, why } of [...always, ...rounds.flat()])
    reasons.set(test, [...(reasons.get(test) ?? []), why]);
  const isAlways = new Set(always.map(({ test }) => test));
  /** @type {{ chosen: Chosen[], dropped: Chosen[] }} */
  const result = { chosen: [], dropped: [] };
  let left = mostSeconds;
  for (const [test, why] of reasons) {
    const seconds = secondsOf(test, known);
    const fits = isAlways.has(test) || seconds <= left;
    if (fits) left -= seconds;
    (fits ? result.chosen : result.dropped).push({ test, seconds, reasons: why });
  }
  return result;
}

/**
 * How long it takes; a whole spec as long as its tests together.
 * @param {string} test
 * @param {Known} known
 */
export function secondsOf(test, { map }) {
  const own = map.seconds[test];
  if (own !== undefined) return own;
  const within = isSpec(test) ? Object.keys(map.seconds).filter((name) => fileOf(name) === test) : [];
  const sum = within.reduce((total, name) => total + (map.seconds[name] ?? 0), 0);
  return sum || UNKNOWN_SECONDS;
}

/**
 * In `test/server/` for a file of `src-server/`, and so on.
 * @param {string} file
 * @param {Known} known
 */
function namesakes(file, { testFiles }) {
  const [, side] = /^src-(\w+)\//.exec(file) ?? [];
  const name = posix.basename(file).replace(/\..*/, '');
  return testFiles.filter(
    (test) => test.startsWith(`test/${side}/`) && posix.basename(test).replace(/\..*/, '') === name,
  );
}

/**
 * The files of unit tests that import it, the quickest first. What helps tests is imported by too many to say anything.
 * @param {string} file
 * @param {Known} known
 * @returns {Reason[]}
 */
function importing(file, known) {
  if (file.startsWith('test/')) return [];
  return (known.importers.get(file) ?? [])
    .filter((by) => isTest(by) && !isSpec(by))
    .sort((a, b) => secondsOf(a, known) - secondsOf(b, known))
    .slice(0, MOST_FROM_AFAR)
    .map((test) => ({ test, why: 'imports it' }));
}

/**
 * Of the nearest files that import it and have tests: those that most of them name, and take little time.
 * @param {string} file
 * @param {Known} known
 * @returns {Reason[]}
 */
function fromAfar(file, known) {
  let near = [file];
  const seen = new Set(near);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    near = near
      .flatMap((path) => neighbours(path, known))
      .filter((path) => !seen.has(path) && seen.add(path));
    /** @type {Map<string, string[]>} */
    const through = new Map();
    for (const path of near)
      for (const test of isTest(path) ? [quickestIn(path, known)] : (known.map.tests[path] ?? []))
        through.set(test, [...(through.get(test) ?? []), path]);
    const found = [...through].filter(([test]) => known.testFiles.includes(fileOf(test)));
    if (found.length === 0) continue;
    const tells = (/** @type {[string, string[]]} */ [test, files]) =>
      files.length / Math.sqrt(secondsOf(test, known) + 1);
    return found
      .sort((a, b) => tells(b) - tells(a))
      .slice(0, MOST_FROM_AFAR)
      .map(([test, [by = '']]) => ({
        test,
        why: fileOf(test) === by ? 'imports it' : `executes ${by}, which leads to it`,
      }));
  }
  return [];
}

/**
 * A file of tests; of a spec, only its quickest test, if one was recorded.
 * @param {string} testFile
 * @param {Known} known
 */
function quickestIn(testFile, { map }) {
  const within = Object.keys(map.seconds).filter((name) => isSpec(testFile) && fileOf(name) === testFile);
  const [first = testFile] = within.sort((a, b) => (map.seconds[a] ?? 0) - (map.seconds[b] ?? 0));
  return first;
}

/**
 * The files that import it; a page leads to the script that it names.
 * @param {string} file
 * @param {Known} known
 */
function neighbours(file, { importers }) {
  if (!file.endsWith('.html')) return importers.get(file) ?? [];
  return [...importers].filter(([, by]) => by.includes(file)).map(([script]) => script);
}

/**
 * @param {string} file
 * @returns {Reason[]}
 */
function fromTable(file) {
  const row = TESTS_OF_OTHERS.find(([start]) => file.startsWith(start));
  return row ? [{ test: row[1], why: 'is listed for it' }] : [];
}
