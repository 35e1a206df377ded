import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { mostOpenFiles } from '../../../src-server/base/open-files';

test.skipIf(process.platform === 'win32')('the most open files are what the system allows a process', () => {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  expect(mostOpenFiles()).toBe(limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit));
});
