// Totals of the test runners' reports. Anything a report leaves open counts as a failure: a runner that died, a file
// that did not load, an exit code that no test explains.

import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 4;
const MOST_CHARACTERS = 400;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {unknown} report vitest's JSON report; null when it wrote none
 * @param {number} exitCode of vitest
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  const files = /** @type {{ testResults?: VitestFile[] } | null} */ (report)?.testResults ?? [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const states = file.assertionResults.map((test) => test.status);
    const failed = states.filter((state) => state === 'failed').length;
    const passed = states.filter((state) => state === 'passed').length;
    counts.passed += passed;
    counts.skipped += states.length - passed - failed;
    // A file that did not load, or whose setup failed, has no failed test to show for it.
    counts.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
  }
  return unexplained(counts, exitCode);
}

/**
 * @param {unknown} report Playwright's JSON report; null when it wrote none
 * @param {number} exitCode of Playwright
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  const { stats, errors } = /** @type {PlaywrightReport} */ (report ?? {});
  return unexplained(
    {
      // A test that passed only at its second attempt has passed, and Playwright names it.
      passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      failed: (stats?.unexpected ?? 0) + (errors?.length ?? 0),
      skipped: stats?.skipped ?? 0,
    },
    exitCode,
  );
}

/**
 * @param {Counts} counts
 * @returns {string} `3 passed, 0 failed`
 */
export function summaryLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Tests that failed, and tests that passed only when retried.
 *
 * @param {unknown} report vitest's JSON report
 * @returns {Trouble[]}
 */
export function troubleOfVitest(report) {
  const files = /** @type {{ testResults?: VitestFile[] } | null} */ (report)?.testResults ?? [];
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.flatMap((test) => {
      const failedOnce = (test.failureMessages?.length ?? 0) > 0;
      if (!failedOnce) return [];
      const title = `${name}: ${test.fullName}`;
      return [{ title, passedAgain: test.status === 'passed', why: firstLines(test.failureMessages?.[0]) }];
    });
    const silent = status === 'failed' && tests.length === 0;
    return silent ? [{ title: `${name}`, passedAgain: false, why: firstLines(message) }] : tests;
  });
}

/**
 * The same for the browser tests.
 *
 * @param {unknown} report Playwright's JSON report
 * @returns {Trouble[]}
 */
export function troubleOfPlaywright(report) {
  const { suites = [] } = /** @type {{ suites?: PlaywrightSuite[] }} */ (report ?? {});
  return suites.flatMap(troubleOfSuite);
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {Trouble[]}
 */
function troubleOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.flatMap(({ status, results }) => {
      if (status !== 'unexpected' && status !== 'flaky') return [];
      const { error, errorLocation } = results.find((result) => result.error) ?? {};
      const where = errorLocation ? `${basename(errorLocation.file)}:${errorLocation.line}: ` : '';
      const why = `${where}${firstLines(error?.message)}`;
      return [{ title: `${file}:${line}: ${title}`, passedAgain: status === 'flaky', why }];
    }),
  );
  return [...own, ...suites.flatMap(troubleOfSuite)];
}

/**
 * How long each test file took, by the clock: files run side by side.
 *
 * @param {unknown} report vitest's JSON report
 * @returns {TimedFile[]}
 */
export function filesOfVitest(report) {
  const files = /** @type {{ testResults?: VitestFile[] } | null} */ (report)?.testResults ?? [];
  return files.map(({ name = '', startTime = 0, endTime = 0 }) => ({ file: name, ms: endTime - startTime }));
}

/**
 * The same for the browser tests, by the sum of what their tests took.
 *
 * @param {unknown} report Playwright's JSON report
 * @returns {TimedFile[]}
 */
export function filesOfPlaywright(report) {
  const { suites = [] } = /** @type {{ suites?: PlaywrightSuite[] }} */ (report ?? {});
  const times = new Map();
  for (const { file, ms } of suites.flatMap(timesOfSuite)) times.set(file, (times.get(file) ?? 0) + ms);
  return [...times].map(([file, ms]) => ({ file, ms }));
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {TimedFile[]}
 */
function timesOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration = 0 }) => ({ file, ms: duration }))),
  );
  return [...own, ...suites.flatMap(timesOfSuite)];
}

/**
 * What went wrong, where, and what was there instead: the first line alone is the same for every expectation.
 *
 * @param {string | undefined} text
 */
function firstLines(text) {
  const lines = stripVTControlCharacters(text ?? '').split('\n');
  const printed = lines.map((line) => line.trim()).filter((line) => line !== '');
  return printed.slice(0, MOST_LINES).join(' | ').slice(0, MOST_CHARACTERS);
}

/**
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
function unexplained(counts, exitCode) {
  const silent = exitCode === 0 && counts.passed + counts.failed + counts.skipped > 0;
  return counts.failed > 0 || silent ? counts : { ...counts, failed: 1 };
}

/** @typedef {{ title: string, passedAgain: boolean, why: string }} Trouble */
/** @typedef {{ file: string, ms: number }} TimedFile */
/**
 * @typedef {{
 *   name?: string,
 *   status: string,
 *   message?: string,
 *   startTime?: number,
 *   endTime?: number,
 *   assertionResults: { status: string, fullName?: string, failureMessages?: string[] }[],
 * }} VitestFile
 */
/**
 * @typedef {{
 *   error?: { message?: string },
 *   errorLocation?: { file: string, line: number },
 *   duration?: number,
 * }} PlaywrightResult
 */
/**
 * @typedef {{
 *   suites?: PlaywrightSuite[],
 *   specs?: {
 *     file: string,
 *     line: number,
 *     title: string,
 *     tests: { status: string, results: PlaywrightResult[] }[],
 *   }[],
 * }} PlaywrightSuite
 */
/**
 * @typedef {{
 *   stats?: { expected?: number, unexpected?: number, flaky?: number, skipped?: number },
 *   errors?: unknown[],
 * }} PlaywrightReport
 */
