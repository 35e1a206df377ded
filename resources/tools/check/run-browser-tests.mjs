// Runs browser tests by their names in the map.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readText, runPackage } from '../setup.mjs';
import { testsInReport } from './playwright-report.mjs';
import { projectOf } from './tests-here.mjs';

/** @typedef {import('./playwright-report.mjs').BrowserTest} BrowserTest */

/**
 * @param {readonly string[]} tests names of tests, or of files as a whole
 * @param {{ folder: string, args?: readonly string[], env?: Record<string, string>, quiet?: boolean }} options folder:
 *   for what the run leaves behind
 * @returns {Promise<{ code: number, ran: readonly BrowserTest[] }>} a test that is not there any more is not in `ran`
 */
export async function runBrowserTests(tests, { folder, args = [], env = {}, quiet = false }) {
  mkdirSync(folder, { recursive: true });
  const list = join(folder, 'tests.txt');
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  writeFileSync(list, testList(tests));
  const config = ['test', '--config', 'test/playwright.config.ts', '--no-deps', '--test-list', list];
  const output = ['--output', join(folder, 'results')];
  const code = await runPackage('@playwright/test/cli.js', [...config, ...output, ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
    quiet,
  });
  return { code, ran: testsInReport(JSON.parse(readText(report) ?? 'null')) };
}

/**
 * The file for `--test-list`: `[e2e] › e2e/FILE › TITLE`, below the folder of the configuration.
 * @param {readonly string[]} tests names of tests, or of files as a whole
 */
export function testList(tests) {
  return tests.map((test) => `[${projectOf(test)}] › ${test.replace(/^test\//, '')}\n`).join('');
}

/** @returns {Promise<readonly BrowserTest[]>} every browser test there is */
export async function listBrowserTests() {
  const folder = join(ROOT, 'out/test-report/listed');
  const report = join(folder, 'report.json');
  mkdirSync(folder, { recursive: true });
  const projects = ['--project', 'e2e', '--project', 'electron-double', '--no-deps'];
  const args = ['test', '--config', 'test/playwright.config.ts', ...projects, '--list', '--reporter', 'json'];
  await runPackage('@playwright/test/cli.js', args, {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    quiet: true,
  });
  return testsInReport(JSON.parse(readText(report) ?? 'null'));
}
