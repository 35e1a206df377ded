import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../resources/tools/setup.mjs';

/**
 * The tests that `npm run check` runs for a change of this file, but for those of the architecture.
 * @param {string} file
 * @returns {readonly string[]} files of tests
 */
export function testsOfLoop(file) {
  if (!/\.tsx?$/.test(file)) return [];
  const start = basename(file).replace(/\..*/, '.');
  const paths = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  return paths
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && basename(path).startsWith(start));
}

/** The tests that execute this file: until a recording tells, those of the loop. */
export const testsExecuting = testsOfLoop;
