// npm test: from any state of the checkout to one line that says how many checks passed and failed.
//
//   npm test                     the gate: everything, with what PostgreSQL and another Node may change
//   npm run test:all             the nightly form: all tests over HTTP on PostgreSQL too, all unit tests on the other Node,
//                                and the browser tests that hold a promise of the gate in a further way
//   npm test -- --part unit      one part of either: unit, browser or other-node
import './node-version.mjs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './browser.mjs';
import { findElectron } from './electron.mjs';
import { ensureOtherNode, OTHER_NODE, TESTED_ON_OTHER_NODE } from './other-node.mjs';
import { ensurePostgres } from './postgres.mjs';
import {
  ensureBuilt,
  ensurePackages,
  ensurePrograms,
  ensureSqlite,
  isSqliteMissing,
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
  filesOfPlaywright,
  filesOfVitest,
  summaryLine,
  troubleOfPlaywright,
  troubleOfVitest,
} from './test-counts.mjs';
import { WITHOUT_NIGHT } from './without-night.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {import('./test-counts.mjs').Trouble} Trouble */
/** @typedef {import('./test-counts.mjs').TimedFile} TimedFile */

const REPORTS = join(ROOT, 'out/test-report');
const SLOWEST = 10;
/** A step that checks nothing, and takes time. */
const NONE = { passed: 0, failed: 0, skipped: 0 };
const { all: isAll, part: only } = parseArgs({
  options: { all: { type: 'boolean' }, part: { type: 'string' } },
}).values;
const PARTS = { unit: unitTests, browser: browserTests, 'other-node': testsOnOtherNode };
/**
 * One stage after another, the parts of each side by side: half of the time, the few files that the gate runs on the other
 * Node wait for locks and processes. In full they measure time, which the pages would distort.
 * @type {(keyof typeof PARTS)[][]}
 */
const STAGES = isAll ? [['unit'], ['browser'], ['other-node']] : [['unit'], ['browser', 'other-node']];

/** @type {{ name: string, counts: Counts, seconds: number }[]} */
const results = [];
/** @type {Trouble[]} */
const troubles = [];
/** @type {TimedFile[]} */
const files = [];
let lastMs = performance.now();
// What one part needs is installed beside what comes before that part.
let browserInstalled = Promise.resolve();
/** @type {ReturnType<typeof ensureOtherNode>} */
let otherNode = Promise.resolve(null);
try {
  await runAll();
} catch (cause) {
  if (!(cause instanceof SetupError)) console.error(cause);
  record('set-up', failedOnce(), cause instanceof SetupError ? cause.message : String(cause));
}
// What is still being installed would write below the last line.
await Promise.allSettled([browserInstalled, otherNode]);
printResults();

async function runAll() {
  if (only && !(only in PARTS)) {
    throw new SetupError(`There is no part ${only}: the parts are ${Object.keys(PARTS).join(', ')}.`);
  }
  const isWanted = (/** @type {string} */ part) => !only || only === part;
  // What only the tests need is installed meanwhile.
  const programs = ensureSystemPrograms();
  browserInstalled = programs.then(installTestedBrowser);
  browserInstalled.catch(() => undefined); // awaited below, unless the packages fail first
  if (isWanted('other-node')) otherNode = ensureOtherNode();
  await ensurePackages();
  record('packages', NONE);
  const [isSound] = await Promise.all([checkAndBuild(), programs, ensureSqlite()]);
  if (!isSound) {
    say('the tests were not run: first mend what is above ("npm run format" mends most of what lint says)');
    return;
  }
  record('other set-up', NONE);
  rmSync(REPORTS, { recursive: true, force: true });
  for (const stage of STAGES) {
    const parts = stage.filter((part) => isWanted(part)).map((part) => PARTS[part]());
    // One that cannot begin does not end before the other, which would write below the last line.
    await Promise.allSettled(parts);
    await Promise.all(parts);
  }
}

/** @returns {Promise<boolean>} whether lint, format and types are as they should be */
async function checkAndBuild() {
  // Seconds before minutes: an unformatted line is reported at once, and the rest would have to run again anyway.
  const isBeside = isSqliteMissing();
  const biome = '@biomejs/biome/bin/biome';
  const lint = await check('lint', 'checking lint and format', biome, ['check', '.'], { isBeside });
  // Several checkers, as is usual, each infer the same types, and take twice the time of the processor that the build needs.
  const oneChecker = ['-b', '--singleThreaded'];
  const types = check('types and build', 'checking types', 'typescript/bin/tsc', oneChecker);
  await Promise.all([types, ensureBuilt()]);
  return lint && (await types);
}

/** What tests run besides packages of npm and a browser. */
async function ensureSystemPrograms() {
  await ensurePrograms(['curl', 'openssl'], 'to run the code that pages show');
  if (only !== 'browser') await ensurePostgres();
  // On a person's machine it would be a service that nobody asked for.
  if (process.env.CI)
    await ensurePrograms(['caddy'], 'to read the configuration of the proxy before several nodes');
}

async function installTestedBrowser() {
  // Also beside another browser, which could not compare the pictures.
  if (process.env.CI) await ensurePrograms(['chromium-headless-shell'], 'to test the pages');
}

/**
 * A program whose exit code is one check.
 * @param {string} name
 * @param {string} purpose
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Parameters<typeof runPackage>[2]} [options]
 * @returns {Promise<boolean>} whether all is well
 */
async function check(name, purpose, file, args, options) {
  say(purpose);
  const code = await runPackage(file, args, options);
  record(name, code === 0 ? passedOnce() : failedOnce());
  return code === 0;
}

async function unitTests() {
  say('running the unit, server and specification tests');
  // Every test of a store runs, so that the last one can see that each store was called on both engines.
  const env = {
    POSTHORN_STORE_CALLS: join(REPORTS, 'store-calls'),
    ...(isAll ? { POSTHORN_TEST_ALL: '1' } : WITHOUT_NIGHT),
  };
  await vitest('unit', process.execPath, [], env);
}

async function testsOnOtherNode() {
  const node = await otherNode;
  if (!node) {
    record('other Node', failedOnce(), `Node ${OTHER_NODE} could not be installed.`);
    return;
  }
  const name = `Node ${OTHER_NODE.split('.')[0]}`;
  say(`running ${isAll ? 'the unit tests' : 'what may depend on it'} on ${name}`);
  // What Node there is does not change what PostgreSQL answers.
  const projects = ['--project=server', '--project=apart', ...(isAll ? ['--project=alone'] : [])];
  // Limited to ten messages a second, it hardly uses the processor.
  say('sending messages with the official client meanwhile');
  const startMs = performance.now();
  const sent = run(node, ['resources/tools/demo.mjs', '--client', '2']);
  await vitest(`unit, ${name}`, node, isAll ? projects : [...projects, ...TESTED_ON_OTHER_NODE], {});
  record(`start, ${name}`, (await sent) === 0 ? passedOnce() : failedOnce(), '', startMs);
}

/**
 * @param {string} name
 * @param {string} node
 * @param {readonly string[]} more
 * @param {Record<string, string>} env
 */
async function vitest(name, node, more, env) {
  const file = join(REPORTS, `${name.replace(', ', '-').replace(' ', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [program, 'run', '--config', 'test/vitest.config.ts', ...reporters, ...more];
  const modules = join(REPORTS, 'transformed-modules');
  const startMs = performance.now();
  const code = await run(node, args, { env: { POSTHORN_TRANSFORMED_MODULES: modules, ...env } });
  const report = readJson(file);
  record(name, countVitest(report, code), '', startMs);
  troubles.push(...troubleOfVitest(report));
  files.push(...filesOfVitest(report));
}

async function browserTests() {
  await browserInstalled;
  const browser = await ensureBrowser();
  if (!browser) {
    const advice = 'Install Chromium or Chrome, or set CHROMIUM_PATH.';
    record(
      'browser',
      failedOnce(),
      `There is no browser to test the pages with, and none could be installed. ${advice}`,
    );
    return;
  }
  say(`running the browser tests in ${browser}`);
  if (!findElectron())
    say('SKIPPED: the desktop program in a real Electron, because there is no Electron binary here');
  const file = join(REPORTS, 'playwright.json');
  const args = ['test', '--config', 'test/playwright.config.ts'];
  const env = {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(isAll ? { POSTHORN_TEST_ALL: '1' } : WITHOUT_NIGHT),
  };
  const startMs = performance.now();
  const code = await runPackage('@playwright/test/cli.js', args, { env });
  const report = readJson(file);
  record('browser', countPlaywright(report, code), '', startMs);
  troubles.push(...troubleOfPlaywright(report));
  files.push(...filesOfPlaywright(report));
}

/**
 * Notes a result, and how long it took: since the one before, unless it began at another time.
 * @param {string} name
 * @param {Counts} counts
 * @param {string} [message] printed
 */
function record(name, counts, message, sinceMs = lastMs) {
  if (message) console.error(`posthorn: ${message}`);
  const nowMs = performance.now();
  results.push({ name, counts, seconds: (nowMs - sinceMs) / 1000 });
  lastMs = nowMs;
}

function printResults() {
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  if (slowest.length > 0) console.log(`The ${slowest.length} files that took longest:`);
  for (const { file, ms } of slowest)
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file.replace(`${ROOT}/`, '')}`);
  for (const { name, counts, seconds } of results) {
    const mark = counts.failed > 0 ? 'FAILED' : 'ok';
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    const time = `${Math.round(seconds)} s`.padStart(7);
    const says = counts === NONE ? '' : `  ${summaryLine(counts)}${skipped}`;
    console.log(`  ${mark.padEnd(7)}${name.padEnd(15)}${time}${says}`);
  }
  // Last, so that nobody who looks at the end of a run misses them.
  for (const { title, passedAgain, why } of troubles) {
    const says = passedAgain ? 'passed only when it was tried again' : 'FAILED';
    console.log(`  ${says}: ${title.replace(`${ROOT}/`, '')}\n    ${why}`);
  }
  const total = results.reduce((sum, { counts }) => add(sum, counts), NONE);
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(summaryLine(total));
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
function passedOnce() {
  return { passed: 1, failed: 0, skipped: 0 };
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
