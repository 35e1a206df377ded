// npm test: from any state of the checkout to one line that says how many checks passed and failed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { findElectron } from './electron.mjs';
import { ensureBuilt, ensureInstalled, ROOT, readText, runPackage, SetupError, say } from './setup.mjs';
import {
  countPlaywright,
  countVitest,
  summaryLine,
  troubleOfPlaywright,
  troubleOfVitest,
} from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {import('./test-counts.mjs').Trouble} Trouble */

const REPORTS = join(ROOT, 'out/test-report');

/** @type {[name: string, counts: Counts][]} */
const results = [];
/** @type {Trouble[]} */
const troubles = [];
try {
  await runAll();
} catch (cause) {
  if (!(cause instanceof SetupError)) console.error(cause);
  record('set-up', cause instanceof SetupError ? cause.message : String(cause), failedOnce());
}
for (const { title, passedAgain, why } of troubles) {
  const says = passedAgain ? 'passed only when it was tried again' : 'FAILED';
  console.log(`  ${says}: ${title.replace(`${ROOT}/`, '')}\n    ${why}`);
}
for (const [name, counts] of results) {
  const mark = counts.failed > 0 ? 'FAILED' : 'ok';
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`  ${mark.padEnd(7)}${name.padEnd(12)}${summaryLine(counts)}${skipped}`);
}
const total = results.reduce((sum, [, counts]) => add(sum, counts), { passed: 0, failed: 0, skipped: 0 });
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(summaryLine(total));

async function runAll() {
  await ensureInstalled();
  // Seconds before minutes: an unformatted line is reported at once, and the rest would have to run again anyway.
  const lint = await check('lint', 'checking lint and format', '@biomejs/biome/bin/biome', ['check', '.']);
  const types = await check('types', 'checking types', 'typescript/bin/tsc', ['-b']);
  if (!lint || !types) {
    say('the tests were not run: first mend what is above ("npm run format" mends most of what lint says)');
    return;
  }
  await ensureBuilt();
  rmSync(REPORTS, { recursive: true, force: true });
  await unitTests();
  await browserTests();
}

/**
 * A program whose exit code is one check.
 * @param {string} name
 * @param {string} purpose
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether all is well
 */
async function check(name, purpose, file, args) {
  say(purpose);
  const code = await runPackage(file, args);
  record(name, '', { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
  return code === 0;
}

async function unitTests() {
  say('running the unit, server and specification tests');
  const report = join(REPORTS, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runPackage('vitest/vitest.mjs', [
    'run',
    '--config',
    'test/vitest.config.ts',
    ...reporters,
  ]);
  record('unit', '', countVitest(readJson(report), code));
  troubles.push(...troubleOfVitest(readJson(report)));
}

async function browserTests() {
  const browser = await ensureBrowser();
  if (!browser) {
    const advice = 'Install Chromium or Chrome, or set CHROMIUM_PATH.';
    record(
      'browser',
      `There is no browser to test the pages with, and none could be installed. ${advice}`,
      failedOnce(),
    );
    return;
  }
  say(`running the browser tests in ${browser}`);
  if (!findElectron()) say('SKIPPED: the tests of the window, because there is no Electron binary here');
  const report = join(REPORTS, 'playwright.json');
  const args = ['test', '--config', 'test/playwright.config.ts'];
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await runPackage('@playwright/test/cli.js', args, { env });
  record('browser', '', countPlaywright(readJson(report), code));
  troubles.push(...troubleOfPlaywright(readJson(report)));
}

/**
 * @param {string} name
 * @param {string} message printed when not empty
 * @param {Counts} counts
 */
function record(name, message, counts) {
  if (message) console.error(`posthorn: ${message}`);
  results.push([name, counts]);
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** @returns {Counts} */
function failedOnce() {
  return { passed: 0, failed: 1, skipped: 0 };
}

/**
 * @param {string} file
 * @returns {unknown} null when it is not there
 */
function readJson(file) {
  return JSON.parse(readText(file) ?? 'null');
}
