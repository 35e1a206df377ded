// From a record to the map: for each file, the few tests that tell the most about it in the least time.
import { fileOf } from './tests-here.mjs';

/** @typedef {import('./test-map.mjs').TestMap} TestMap */
/** @typedef {import('./test-record.mjs').RecordedTest} RecordedTest */

/** Of one file. */
const MOST_TESTS = 8;
const MOST_SECONDS = 60;
/** What a test costs besides its own time: loading what it imports, and for a browser test the build and a browser. */
const OVERHEAD_S = { unit: 1, browser: 5 };
/** A function that a test executed already is worth this much of one that none did. */
const SECOND_LOOK = 0.4;
/** A further test must tell this much, as a share of what the first one tells for its cost. */
const LEAST_SHARE = 0.05;

/**
 * @param {readonly RecordedTest[]} record
 * @param {TestMap} previous its choices stay where they are of tests that are still there and were not recorded again
 * @param {(file: string) => boolean} isThere says it of a file with tests, and of one that tests execute
 * @returns {TestMap}
 */
export function condense(record, previous, isThere) {
  const recordedFiles = new Set(record.map(({ test }) => fileOf(test)));
  const stays = (/** @type {string} */ test) => !recordedFiles.has(fileOf(test)) && isThere(fileOf(test));
  const useful = record.filter(({ failed }) => !failed);
  const byFile = candidatesByFile(useful);
  const files = new Set([...byFile.keys(), ...Object.keys(previous.tests).filter(isThere)]);
  /** @type {Record<string, readonly string[]>} */
  const tests = {};
  for (const file of files) {
    const kept = (previous.tests[file] ?? []).filter(stays);
    const chosen = [...cover(byFile.get(file) ?? []), ...kept].slice(0, MOST_TESTS);
    if (chosen.length > 0) tests[file] = chosen;
  }
  const seconds = { ...previous.seconds };
  for (const { test, ms } of useful) seconds[test] = ms / 1000;
  return { seconds, tests };
}

/**
 * @typedef {object} Candidate
 * @property {string} test
 * @property {number} seconds
 * @property {number} cost
 * @property {readonly number[]} lines of the file
 */

/**
 * The names of the tests to run for a file, in the order of what they tell: functions that no test before executed,
 * the more the fewer tests execute them, for their time and for how much else they execute.
 * @param {readonly Candidate[]} candidates
 * @returns {string[]}
 */
export function cover(candidates) {
  /** @type {Map<number, number>} */
  const worth = new Map();
  for (const { lines } of candidates) for (const line of lines) worth.set(line, (worth.get(line) ?? 0) + 1);
  for (const [line, count] of worth) worth.set(line, 1 / Math.sqrt(count));
  const left = new Set(candidates);
  const chosen = [];
  let [secondsLeft, first] = [MOST_SECONDS, 0];
  while (chosen.length < MOST_TESTS) {
    const best = mostTelling(left, worth, secondsLeft);
    if (!best || best.tells < first * LEAST_SHARE) break;
    first ||= best.tells;
    chosen.push(best.candidate.test);
    left.delete(best.candidate);
    secondsLeft -= best.candidate.seconds;
    for (const line of best.candidate.lines) worth.set(line, (worth.get(line) ?? 0) * SECOND_LOOK);
  }
  return chosen;
}

/**
 * @param {ReadonlySet<Candidate>} candidates
 * @param {ReadonlyMap<number, number>} worth of each line
 * @param {number} secondsLeft
 */
function mostTelling(candidates, worth, secondsLeft) {
  /** @type {{ candidate: Candidate, tells: number } | null} */
  let best = null;
  for (const candidate of candidates) {
    if (candidate.seconds > secondsLeft) continue;
    const tells = candidate.lines.reduce((sum, line) => sum + (worth.get(line) ?? 0), 0) / candidate.cost;
    if (!best || tells > best.tells) best = { candidate, tells };
  }
  return best;
}

/**
 * @param {readonly RecordedTest[]} record
 * @returns {Map<string, Candidate[]>}
 */
function candidatesByFile(record) {
  /** @type {Map<string, Candidate[]>} */
  const byFile = new Map();
  for (const { test, ms, ran } of record) {
    const seconds = ms / 1000;
    const overhead = test.includes('.spec.ts') ? OVERHEAD_S.browser : OVERHEAD_S.unit;
    const breadth = Math.sqrt(Object.keys(ran).length);
    const cost = Math.sqrt(seconds + overhead) * breadth;
    for (const [file, lines] of Object.entries(ran)) {
      const known = byFile.get(file) ?? [];
      known.push({ test, seconds, cost, lines });
      byFile.set(file, known);
    }
  }
  return byFile;
}
