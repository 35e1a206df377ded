// npm test: from any state of the checkout to one line that says how many checks passed and failed.
//
//   npm test
//   npm test -- --other-node     also the unit tests and a start without a window, on the other Node that is supported
import './node-version.mjs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { findElectron } from './electron.mjs';
import { ensureOtherNode, OTHER_NODE } from './other-node.mjs';
import { ensurePostgres } from './postgres.mjs';
import {
  ensureBuilt,
  ensureInstalled,
  ensurePrograms,
  ROOT,
  readText,
  run,
  runPackage,
  SetupError,
  say,
} from './setup.mjs';
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
  console.log(`  ${mark.padEnd(7)}${name.padEnd(15)}${summaryLine(counts)}${skipped}`);
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
  await ensurePrograms(['curl', 'openssl'], 'to run the code that pages show');
  await ensurePostgres();
  // On a person's machine it would be a service that nobody asked for.
  if (process.env.CI)
    await ensurePrograms(['caddy'], 'to read the configuration of the proxy before several nodes');
  rmSync(REPORTS, { recursive: true, force: true });
  await unitTests();
  await browserTests();
  if (process.argv.includes('--other-node')) await otherNode();
}

async function otherNode() {
  const node = await ensureOtherNode();
  if (!node) {
    record('other Node', `Node ${OTHER_NODE} could not be installed.`, failedOnce());
    return;
  }
  await unitTests(node);
  say(`sending messages with the official client, on Node ${OTHER_NODE}`);
  const code = await run(node, ['resources/tools/demo.mjs', '--client', '2']);
  record(`start, ${major(OTHER_NODE)}`, '', code === 0 ? { passed: 1, failed: 0, skipped: 0 } : failedOnce());
}

/** @param {string} version of Node */
function major(version) {
  return `Node ${version.split('.')[0]}`;
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

/** @param {string} [node] the binary of another Node */
async function unitTests(node) {
  say(`running the unit, server and specification tests${node ? ` on Node ${OTHER_NODE}` : ''}`);
  const report = join(REPORTS, node ? 'vitest-other-node.json' : 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  // What Node there is does not change what PostgreSQL answers.
  const projects = node ? ['--project=server', '--project=apart'] : [];
  const args = [program, 'run', '--config', 'test/vitest.config.ts', ...projects, ...reporters];
  const code = await run(node ?? process.execPath, args);
  record(node ? `unit, ${major(OTHER_NODE)}` : 'unit', '', countVitest(readJson(report), code));
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
  if (!findElectron())
    say('SKIPPED: the desktop program in a real Electron, because there is no Electron binary here');
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
