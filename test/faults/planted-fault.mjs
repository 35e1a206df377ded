import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * A slip that somebody tired might make, and that neither lint nor types notice.
 * @typedef {{
 *   readonly name: string,
 *   readonly room: string,
 *   readonly file: string,
 *   readonly old: string,
 *   readonly planted: string,
 *   readonly harm: string,
 *   readonly foundIn: string,
 * }} Fault room: the part of the program; file and foundIn: paths in the checkout; old: a part of the file that occurs
 * once, and `planted` what takes its place; harm: what goes wrong, and for whom; foundIn: a test file that is known to
 * find it
 */

/**
 * The text of a file with the fault in.
 * @param {string} text
 * @param {Fault} fault
 * @throws {Error} when the old text does not occur exactly once: the file has moved on, and the fault has to follow
 */
export function withFault(text, { name, file, old, planted }) {
  const pieces = text.split(old);
  if (pieces.length !== 2)
    throw new Error(`${name}: its old text occurs ${pieces.length - 1} times in ${file}, and not once`);
  return pieces.join(planted);
}

/**
 * Plants a fault, until it is taken out again or this process ends, for whatever reason but SIGKILL.
 * @param {string} root the checkout
 * @param {Fault} fault
 * @returns {() => void} takes it out: the file is as it was
 * @throws {Error} when the file differs from the last commit, or the fault no longer fits it
 */
export function plant(root, fault) {
  const ask = ['status', '--porcelain', '--', fault.file];
  // What a run left that was killed is found here too.
  if (execFileSync('git', ask, { cwd: root, encoding: 'utf8' }) !== '')
    throw new Error(
      `${fault.file} differs from the last commit: commit it, or git checkout -- ${fault.file}`,
    );
  const path = join(root, fault.file);
  const before = readFileSync(path);
  const after = withFault(before.toString('utf8'), fault);
  const restore = () => writeFileSync(path, before);
  const end = () => process.exit(1);
  process.on('exit', restore);
  for (const signal of SIGNALS) process.on(signal, end);
  writeFileSync(path, after);
  return () => {
    restore();
    process.off('exit', restore);
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
