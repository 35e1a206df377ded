// What Playwright writes about a run as JSON.
import { OF } from './test-record.mjs';

/**
 * @typedef {object} BrowserTest
 * @property {string} test its name: `test/e2e/FILE › TITLE`
 * @property {string} file
 * @property {string} title with those of the groups around it
 * @property {number} ms 0 when it did not run
 * @property {'passed' | 'failed' | 'skipped' | 'listed'} outcome
 */

/**
 * @param {unknown} report null when it wrote none
 * @returns {BrowserTest[]}
 */
export function testsInReport(report) {
  const { suites = [] } = /** @type {{ suites?: Suite[] }} */ (report ?? {});
  return suites.flatMap((file) => testsIn(file, `test/${file.title}`, ''));
}

/**
 * @param {Suite} suite
 * @param {string} file
 * @param {string} before the titles around it
 * @returns {BrowserTest[]}
 */
function testsIn({ suites = [], specs = [] }, file, before) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => {
      const last = results.at(-1);
      const full = before + title;
      return {
        test: file + OF + full,
        file,
        title: full,
        ms: last?.duration ?? 0,
        outcome: outcomeOf(last),
      };
    }),
  );
  return [...own, ...suites.flatMap((suite) => testsIn(suite, file, before + suite.title + OF))];
}

/**
 * @param {Result | undefined} last
 * @returns {BrowserTest['outcome']}
 */
function outcomeOf(last) {
  if (!last) return 'listed';
  return last.status === 'passed' || last.status === 'skipped' ? last.status : 'failed';
}

/** @typedef {{ title: string, suites?: Suite[], specs?: Spec[] }} Suite */
/** @typedef {{ title: string, tests: { results: Result[] }[] }} Spec */
/** @typedef {{ status: string, duration: number }} Result */
