// The quick round before a commit, for the files that have changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '../browser.mjs';
import { ROOT, runPackage, say } from '../setup.mjs';
import { chooseTests, secondsOf, smokeTests, testsOfFile } from './choose-tests.mjs';
import { readImporters } from './import-graph.mjs';
import { runBrowserTests } from './run-browser-tests.mjs';
import { readTestMap } from './test-map.mjs';
import { isSpec, testFiles } from './tests-here.mjs';

/** Of the tests together; two run at a time. */
const MOST_SECONDS = 90;
const LINT_SETTINGS = ['.biome.json', 'package-lock.json'];

/** @returns {import('./choose-tests.mjs').Known} */
export function readKnown() {
  return { map: readTestMap(), importers: readImporters(), testFiles: testFiles() };
}

/**
 * What would run for each of these files, and why.
 * @param {readonly string[]} files paths below the checkout
 */
export function explain(files) {
  const known = readKnown();
  for (const file of files) {
    console.log(file);
    const tests = testsOfFile(file, known);
    if (tests.length === 0) console.log('  no test of its behaviour');
    for (const { test, why } of [...tests, ...smokeTests([file], known)])
      console.log(line(secondsOf(test, known), test, why));
  }
  const { chosen, dropped } = chooseTests(files, known, MOST_SECONDS);
  const sum = chosen.reduce((total, { seconds }) => total + seconds, 0);
  console.log(`together ${chosen.length} tests, about ${Math.ceil(sum)} s, two at a time`);
  sayDropped(dropped);
}

/**
 * What runs for these files, besides the rules of the architecture: files of unit tests, and browser tests by their names.
 * @param {readonly string[]} files
 */
export function testsOfCheck(files) {
  return chooseTests(files, readKnown(), MOST_SECONDS).chosen.map(({ test }) => test);
}

/**
 * @param {readonly string[]} files paths of those that have changed
 * @returns {Promise<number>} 0 if all is well
 */
export async function runCheck(files) {
  const checked = await Promise.all([lint(files), types()]);
  if (checked.some((code) => code !== 0)) return 1;
  const { chosen, dropped } = chooseTests(files, readKnown(), MOST_SECONDS);
  for (const { seconds, test, reasons } of chosen) console.log(line(seconds, test, because(reasons)));
  sayDropped(dropped);
  const tests = chosen.map(({ test }) => test);
  const units = await unitTests(tests.filter((test) => !test.includes('.spec.ts')));
  const browser = await browserTests(tests.filter((test) => test.includes('.spec.ts')));
  return units || browser;
}

/** @param {readonly string[]} files */
function lint(files) {
  const isWhole = files.some((file) => LINT_SETTINGS.includes(file));
  say(`checking lint${isWhole ? '' : ' of what has changed'}`);
  const there = files.filter((file) => existsSync(join(ROOT, file)));
  if (!isWhole && there.length === 0) return 0;
  const lenient = ['--no-errors-on-unmatched', '--files-ignore-unknown=true'];
  return runPackage('@biomejs/biome/bin/biome', ['check', ...lenient, ...(isWhole ? ['.'] : there)]);
}

function types() {
  say('checking types');
  return runPackage('typescript/bin/tsc', ['-b']);
}

/** @param {readonly string[]} files */
function unitTests(files) {
  say('running the rules of the architecture and unit tests');
  const projects = ['--project', 'server', '--project', 'apart', '--project', 'alone'];
  const all = ['test/architecture/', ...files];
  return runPackage('vitest/vitest.mjs', ['run', '--config', 'test/vitest.config.ts', ...projects, ...all]);
}

/** @param {readonly string[]} tests */
async function browserTests(tests) {
  if (tests.length === 0) return 0;
  const browser = await ensureBrowser();
  if (!browser) {
    say(
      'the browser tests did NOT run: there is no browser. Install Chromium or Chrome, or set CHROMIUM_PATH.',
    );
    return 1;
  }
  say('running browser tests');
  const folder = join(ROOT, 'out/test-report/check');
  const { code, ran } = await runBrowserTests(tests, { folder, env: { CHROMIUM_PATH: browser } });
  const gone = tests.filter((test) => !isSpec(test) && !ran.some(({ test: title }) => title === test));
  for (const test of gone) say(`no longer there, so record its file anew with -- --record: ${test}`);
  return code;
}

/** @param {readonly import('./choose-tests.mjs').Chosen[]} dropped */
function sayDropped(dropped) {
  for (const { seconds, test, reasons } of dropped)
    console.log(line(seconds, test, `LEFT OUT, there was no time. It ${because(reasons)}`));
}

/** @param {readonly string[]} reasons */
function because([first = '', ...others]) {
  return others.length > 0 ? `${first}, and ${others.length} more` : first;
}

/**
 * @param {number} seconds
 * @param {string} test
 * @param {string} why
 */
function line(seconds, test, why) {
  return `  ${`${seconds} s`.padStart(6)}  ${test}\n          ${why}`;
}
