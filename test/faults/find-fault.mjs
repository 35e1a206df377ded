import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { testList } from '../../resources/tools/check/run-browser-tests.mjs';
import { ensureBuilt, ROOT, readText } from '../../resources/tools/setup.mjs';
import { troubleOfPlaywright, troubleOfVitest } from '../../resources/tools/test-counts.mjs';
import { WITHOUT_NIGHT } from '../../resources/tools/without-night.mjs';

/** Where each run writes what it printed, and its reports. */
const OUT = join(ROOT, 'out/faults');
/** Found by these, a fault is found by luck: none of them says what the program should do. */
const BY_LUCK = ['test/architecture/**', 'test/tools/planted-faults.test.ts'];

/**
 * What a run says about the fault that is planted: the title of the first test that failed, and why; null: all passed.
 * @typedef {{ readonly title: string, readonly why: string } | null} Finding
 */
/**
 * @typedef {{ readonly name: string, readonly signal: AbortSignal }} Run name: of the fault; signal: ends the run
 */

/**
 * Runs tests until one fails: those of Vitest, and then the browser tests, with the program built with the fault in.
 * @param {Run} run
 * @param {readonly string[] | null} tests files of tests, or `SPEC › TITLE`; null: all
 * @param {{ atNight?: boolean }} [options] atNight: true to run what only the nightly run does, too
 * @returns {Promise<Finding>}
 */
export async function findWithTests(run, tests, { atNight = false } = {}) {
  const isSpec = (/** @type {string} */ test) => test.includes('.spec.ts');
  const found = await findWithVitest(
    run,
    tests?.filter((test) => !isSpec(test)),
  );
  return found ?? findInBrowser(run, atNight ? {} : WITHOUT_NIGHT, tests?.filter(isSpec));
}

/**
 * @param {Run} run
 * @param {readonly string[]} [files] absent: all
 * @returns {Promise<Finding>}
 */
async function findWithVitest(run, files) {
  if (files?.length === 0) return null;
  const report = join(OUT, `${run.name}.vitest.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const excluded = BY_LUCK.map((pattern) => `--exclude=${pattern}`);
  const args = ['run', '--config', 'test/vitest.config.ts', '--bail=1', ...excluded, ...reporters];
  const code = await runPackage(run, ['vitest/vitest.mjs', ...args, ...(files ?? [])], report);
  return findingOf(run, code, troubleOfVitest(readJson(report)));
}

/**
 * @param {Run} run
 * @param {Readonly<Record<string, string>>} env
 * @param {readonly string[]} [specs] files, or `FILE › TITLE`; absent: all
 * @returns {Promise<Finding>}
 */
async function findInBrowser(run, env, specs) {
  if (specs?.length === 0) return null;
  await ensureBuilt();
  const report = join(OUT, `${run.name}.playwright.json`);
  const args = ['test', '--config', 'test/playwright.config.ts', '-x', '--ignore-snapshots'];
  const list = join(OUT, `${run.name}.tests.txt`);
  if (specs) writeFileSync(list, testList(specs));
  const more = ['--reporter=line,json', ...(specs ? ['--no-deps', '--test-list', list] : [])];
  const code = await runPackage(run, ['@playwright/test/cli.js', ...args, ...more], report, env);
  return findingOf(run, code, troubleOfPlaywright(readJson(report)));
}

/**
 * Lint and types: a fault that they find is none to plant.
 * @param {Run} run
 * @param {string} file
 * @returns {Promise<Finding>}
 */
export async function findWithCompiler(run, file) {
  const report = `see out/faults/${run.name}.log`;
  if ((await runPackage(run, ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', file])) !== 0)
    return { title: 'lint', why: report };
  return (await runPackage(run, ['typescript/bin/tsc', '-b'])) === 0 ? null : { title: 'types', why: report };
}

/**
 * @param {Run} run
 * @param {number} code
 * @param {readonly import('../../resources/tools/test-counts.mjs').Trouble[]} troubles
 * @returns {Finding}
 */
function findingOf({ name }, code, troubles) {
  const trouble = troubles.find(({ passedAgain }) => !passedAgain);
  if (trouble)
    return { title: trouble.title.replace(`${ROOT}/`, ''), why: stripVTControlCharacters(trouble.why) };
  if (code === 0) return null;
  throw new Error(`the tests ended with code ${code}, and none failed: see out/faults/${name}.log`);
}

/**
 * @param {Run} run
 * @param {readonly string[]} command a file below node_modules, and its arguments
 * @param {string} [report] where the JSON goes
 * @param {Readonly<Record<string, string>>} [more] of the environment
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
function runPackage({ name, signal }, [file = '', ...args], report, more) {
  if (report) rmSync(report, { force: true });
  const log = openSync(join(OUT, `${name}.log`), 'a');
  const env = { ...process.env, ...more, ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}) };
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
    ...{ cwd: ROOT, env, signal },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('close', (code) => done(code ?? 1));
  });
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readText(file) ?? 'null');
}
