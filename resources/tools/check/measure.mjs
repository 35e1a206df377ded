// npm run check -- --measure 40: how long the round takes after an edit of one file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SetupError } from '../setup.mjs';
import { changedFiles } from './changed-files.mjs';
import { filesIn } from './tests-here.mjs';

/** A comment for the last line of a file, which makes it no longer, by its ending; others are not edited. */
const COMMENTS = /** @type {Record<string, string>} */ ({
  ts: ' // measured\n',
  tsx: ' // measured\n',
  css: ' /* measured */\n',
  sql: ' -- measured\n',
  html: ' <!-- measured -->\n',
});

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const LINES_OF_FAILURE = 30;

/**
 * Edits files at random, one after the other, and prints the seconds that each round took, with median and worst.
 * @param {number} count
 * @param {number} seed the same one chooses the same files again
 * @returns {Promise<number>} 1 if a round failed
 * @throws {SetupError} when something has changed already, which would be tested each time
 */
export async function measure(count, seed) {
  if (changedFiles().length > 0)
    throw new SetupError('Commit first: what has changed would be tested each time.');
  console.log(`seed ${seed}`);
  const times = [];
  let failed = 0;
  for (const file of someOf(['src-main', 'src-renderer', 'src-server'].flatMap(filesIn), count, seed)) {
    const { seconds, code, output } = await timeOf(file);
    times.push(seconds);
    if (code !== 0) failed = 1;
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${code === 0 ? 'passed' : 'FAILED'}  ${file}`);
    if (code !== 0) console.log(output.split('\n').slice(-LINES_OF_FAILURE).join('\n'));
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  console.log(
    `median ${median.toFixed(1)} s, worst ${(times.at(-1) ?? 0).toFixed(1)} s, of ${times.length} files`,
  );
  return failed;
}

/**
 * Edits a file, runs the round, and undoes the edit, whatever happens meanwhile.
 * @param {string} file
 */
async function timeOf(file) {
  const path = join(ROOT, file);
  const before = readFileSync(path, 'utf8');
  const startedMs = performance.now();
  writeFileSync(path, before.trimEnd() + (COMMENTS[ending(file)] ?? ''));
  const child = spawn(process.execPath, ['resources/tools/check.mjs'], { cwd: ROOT, stdio: 'pipe' });
  const stop = () => {
    writeFileSync(path, before);
    child.kill();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  for (const signal of SIGNALS) process.off(signal, stop);
  writeFileSync(path, before);
  return { seconds: (performance.now() - startedMs) / 1000, code, output };
}

/**
 * @param {readonly string[]} files
 * @param {number} count
 * @param {number} seed
 */
function someOf(files, count, seed) {
  const left = files.filter((file) => ending(file) in COMMENTS).sort();
  let state = seed % 2147483647 || 1;
  return Array.from({ length: Math.min(count, left.length) }, () => {
    state = (state * 48271) % 2147483647;
    return left.splice(state % left.length, 1)[0] ?? '';
  });
}

/** @param {string} file */
function ending(file) {
  return file.split('.').at(-1) ?? '';
}
