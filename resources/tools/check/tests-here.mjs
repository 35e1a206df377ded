// The files of tests in the checkout.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../setup.mjs';

/** @returns {string[]} those that execute something; the tests of the architecture only read, and run every time */
export function testFiles() {
  return filesIn('test').filter(isTest).sort();
}

/**
 * Whether tests are chosen from this file.
 * @param {string} path
 */
export function isTest(path) {
  return isSpec(path) || (/^test\/.*\.test\.tsx?$/.test(path) && !path.startsWith('test/architecture/'));
}

/**
 * Whether Playwright runs it.
 * @param {string} path
 */
export function isSpec(path) {
  return /^test\/(?:e2e|electron)\/[^/]+\.spec\.ts$/.test(path);
}

/**
 * The file of a test by its name in the map: `FILE › TITLE` for one of a browser, else the file itself.
 * @param {string} test
 */
export function fileOf(test) {
  return test.split(' › ')[0] ?? '';
}

/**
 * Its project in Playwright.
 * @param {string} spec
 */
export function projectOf(spec) {
  return spec.startsWith('test/electron/') ? 'electron-double' : 'e2e';
}

/**
 * @param {string} folder
 * @returns {string[]} paths below the checkout, with forward slashes
 */
export function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
