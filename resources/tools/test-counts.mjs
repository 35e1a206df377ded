// What the reports of the test runners add up to. Whatever a report leaves open counts as a failure: a runner that
// died, a file that did not load, an exit code that no test explains.

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
    // A file that did not load, or whose set-up failed, has no failed test to show for it.
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
      // One that passed only at its second try has passed, and Playwright names it.
      passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      failed: (stats?.unexpected ?? 0) + (errors?.length ?? 0),
      skipped: stats?.skipped ?? 0,
    },
    exitCode,
  );
}

/**
 * @param {Counts} counts
 * @returns {string} `3 passed, 0 failed`, and how many were skipped if any were
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
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

/** @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile */
/**
 * @typedef {{
 *   stats?: { expected?: number, unexpected?: number, flaky?: number, skipped?: number },
 *   errors?: unknown[],
 * }} PlaywrightReport
 */
