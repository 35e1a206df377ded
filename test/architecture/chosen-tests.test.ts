import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smokeTests, testsOfFile } from '../../resources/tools/check/choose-tests.mjs';
import { SMOKE_TESTS, TESTS_OF_OTHERS } from '../../resources/tools/check/rooms.mjs';
import { readKnown } from '../../resources/tools/check/run-check.mjs';
import { filesIn } from '../../resources/tools/check/tests-here.mjs';
import { ROOT } from './source-files';
import { WITHOUT_TESTS } from './without-tests';

const known = readKnown();
const files = ['src-main', 'src-renderer', 'src-server'].flatMap(filesIn).sort();
const without = files.filter((file) => testsOfFile(file, known).length === 0);

describe('the tests that npm run check chooses', () => {
  it('are at least one of behaviour for nine of ten source files', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(without.length / files.length).toBeLessThanOrEqual(0.1);
  });

  it('are missing for exactly the files that are listed with a reason', () => {
    expect(without).toEqual(Object.keys(WITHOUT_TESTS).sort());
  });

  it('are there: a file of tests that was moved or removed is recorded anew', () => {
    const named = [
      ...Object.values(known.map.tests).flat(),
      ...[...SMOKE_TESTS, ...TESTS_OF_OTHERS].map(([, test]) => test),
    ];
    const testFiles = new Set(named.map((test) => test.split(' › ')[0] ?? ''));
    expect([...testFiles].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('go through the room of every source file', () => {
    expect(files.filter((file) => smokeTests([file], known).length !== 1)).toEqual([]);
  });
});
