import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files';

/** From here on the rule holds; many commits before it are too large. */
const SINCE = '2026-11-27T16:54:00Z';
const MAX_FILES = 40;
/** Written by a program: pictures, the lock file, and what recordings leave. */
const GENERATED = /\.png$|^package-lock\.json$|^resources\/tools\/check\/test-map\.json$/;

describe('the commits of this checkout', () => {
  const commits = existsSync(join(ROOT, '.git')) ? readCommits() : [];

  it('change at most 40 files each, besides what was moved unchanged or generated', () => {
    const large = commits.filter(({ files }) => files.length > MAX_FILES);
    expect(large.map(({ subject, files }) => `${files.length} files: ${subject}`)).toEqual([]);
  });

  it('have a subject with an area and what changes, in small letters', () => {
    const odd = commits.filter(({ subject }) => !/^[a-z][\w .-]*: [^A-Z\s].*[^.\s]$/.test(subject));
    expect(odd.map(({ subject }) => subject)).toEqual([]);
  });
});

function readCommits(): readonly { readonly subject: string; readonly files: readonly string[] }[] {
  const format = ['--no-merges', `--since=${SINCE}`, '--format=commit %s', '--name-status', '-M100%'];
  const text = execFileSync('git', ['log', ...format], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
  return text
    .split(/^commit /m)
    .slice(1)
    .map((commit) => {
      const [subject = '', ...lines] = commit.split('\n');
      const changes = lines.filter((line) => line !== '' && !line.startsWith('R100'));
      const files = changes.map((line) => line.split('\t').at(-1) ?? '');
      return { subject, files: files.filter((file) => !GENERATED.test(file)) };
    });
}
