// npm run check -- --record: a recording, and the map that follows from everything recorded so far.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from '../setup.mjs';
import { condense } from './condense.mjs';
import { recordTests } from './record-tests.mjs';
import { readTestMap, writeTestMap } from './test-map.mjs';
import { readRecord } from './test-record.mjs';

/**
 * @param {readonly string[]} paths
 * @param {{ onlyMissing: boolean }} options
 * @returns {Promise<number>} 1 if a test failed; it is in no choice then
 */
export async function recordMap(paths, options) {
  const failed = await recordTests(paths, options);
  const map = condense(readRecord(), readTestMap(), (file) => existsSync(join(ROOT, file)));
  writeTestMap(map);
  say(`the map names tests for ${Object.keys(map.tests).length} files`);
  for (const test of failed) say(`FAILED, and is chosen for nothing: ${test}`);
  return failed.length > 0 ? 1 : 0;
}
