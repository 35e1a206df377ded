// npm run check -- --record: runs the tests and notes what each executes, for the map by which tests are chosen.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '../browser.mjs';
import { ensureBuilt, ROOT, readText, runPackage, SetupError, say } from '../setup.mjs';
import { mergeByFile } from './executed-lines.mjs';
import { listBrowserTests, runBrowserTests } from './run-browser-tests.mjs';
import { takeChildren } from './take-children.mjs';
import { keepNotes, RECORD, readNotes } from './test-record.mjs';
import { isSpec, testFiles } from './tests-here.mjs';

/** @typedef {import('./playwright-report.mjs').BrowserTest} BrowserTest */

/** These measure how long a request holds the event loop, which counting calls makes longer. */
const MEASURING = 'test/server/hostile/';
/** As many browser tests at a time as a usual run has workers. */
const AT_A_TIME = 2;

/**
 * Records tests; what was recorded of others stays.
 * @param {readonly string[]} paths beginnings of the paths of their files; all of them if there is none
 * @param {{ onlyMissing: boolean }} options those that have been recorded are left out, as after an interruption
 * @returns {Promise<string[]>} the names of those that failed
 */
export async function recordTests(paths, { onlyMissing }) {
  const wanted = testFiles().filter(
    (file) =>
      !file.startsWith(MEASURING) && (paths.length === 0 || paths.some((path) => file.startsWith(path))),
  );
  const files = wanted.filter((file) => !isSpec(file) && !(onlyMissing && readNotes(file)));
  const specs = new Set(wanted.filter(isSpec));
  // For the build too, which makes source maps then.
  process.env.POSTHORN_RECORD_FOLDER = RECORD;
  await ensureBuilt();
  const failed = files.length > 0 ? await recordUnitTests(files) : [];
  if (specs.size > 0) failed.push(...(await recordSpecs(specs, onlyMissing)));
  return failed;
}

/** @param {readonly string[]} files */
async function recordUnitTests(files) {
  for (const file of files) rmSync(join(RECORD, `${file}.json`), { force: true });
  say(`recording ${files.length} files of unit tests`);
  const projects = ['--project', 'server', '--project', 'apart', '--project', 'alone'];
  const args = ['run', '--config', 'test/vitest.config.ts', '--retry', '1', ...projects];
  await runPackage('vitest/vitest.mjs', [...args, ...files]);
  const failed = files.filter((file) => {
    const notes = readNotes(file);
    if (notes) keepNotes(file, notes);
    return notes === null || Object.values(notes).some((note) => note.failed);
  });
  // They were kept for their source maps.
  for (const name of readdirSync(join(ROOT, 'out')))
    if (name.startsWith('test-build-')) rmSync(join(ROOT, 'out', name), { recursive: true });
  rmSync(join(RECORD, 'children'), { recursive: true, force: true });
  return failed;
}

/**
 * @param {ReadonlySet<string>} specs
 * @param {boolean} onlyMissing
 */
async function recordSpecs(specs, onlyMissing) {
  const browser = await ensureBrowser();
  if (!browser) throw new SetupError('There is no browser to record the browser tests with.');
  process.env.CHROMIUM_PATH = browser;
  const all = (await listBrowserTests()).filter(({ file }) => specs.has(file));
  for (const spec of specs) {
    const titles = new Set(all.filter(({ file }) => file === spec).map(({ title }) => title));
    const known = Object.entries((onlyMissing && readNotes(spec)) || {});
    keepNotes(spec, Object.fromEntries(known.filter(([title]) => titles.has(title))));
  }
  const waiting = all.filter(({ file, title }) => !readNotes(file)?.[title]);
  /** @type {string[]} */
  const failed = [];
  const work = async (/** @type {number} */ place) => {
    for (let test = waiting.shift(); test; test = waiting.shift()) {
      const { outcome, ms } = await recordBrowserTest(test, join(RECORD, `place-${place}`));
      if (outcome === 'failed') failed.push(test.test);
      say(`${outcome} after ${(ms / 1000).toFixed(1)} s, ${waiting.length} to go: ${test.test}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, (_, place) => work(place)));
  return failed;
}

/**
 * Each test has a run to itself: all that its processes executed is its own, and one that can only run after another
 * fails here, and is never chosen.
 * @param {BrowserTest} test
 * @param {string} folder
 */
async function recordBrowserTest({ test, file, title }, folder) {
  rmSync(folder, { recursive: true, force: true });
  const { ran } = await runBrowserTests([test], {
    folder,
    args: ['--workers', '1', '--reporter', 'json', '--retries', '1', '--trace', 'off'],
    env: { POSTHORN_RECORD_FOLDER: folder },
    quiet: true,
  });
  const { ms, outcome } = ran[0] ?? { ms: 0, outcome: /** @type {const} */ ('failed') };
  const pages = JSON.parse(readText(join(folder, 'pages.json')) ?? '{}');
  const built = mergeByFile([pages, takeChildren(join(folder, 'children'))]);
  if (outcome !== 'skipped')
    keepNotes(file, { ...readNotes(file), [title]: { ms, failed: outcome === 'failed', ran: {}, built } });
  rmSync(folder, { recursive: true, force: true });
  return { ms, outcome };
}
