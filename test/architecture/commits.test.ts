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

  it('change at most 40 files each, besides what was generated, or moved with no change but in its imports', () => {
    const large = commits.filter(({ files }) => files.length > MAX_FILES);
    expect(large.map(({ subject, files }) => `${files.length} files: ${subject}`)).toEqual([]);
  });

  it('may change the paths and the order of the imports in a file that is only moved, and nothing else', () => {
    const before = "import { a } from './a';\nimport { b } from '../b/b';\n\nexport const c = a(b);\n";
    const after =
      "import {\n  b,\n} from '../../b/b';\nimport { a } from '../a';\n\nexport const c = a(b);\n";
    expect(withoutPaths(after)).toBe(withoutPaths(before));
    expect(withoutPaths(after.replace('a(b)', 'b(a)'))).not.toBe(withoutPaths(before));
    expect(withoutPaths(after.replace('../a', '../d'))).not.toBe(withoutPaths(before));
  });

  it('have a subject with an area and what changes, in small letters', () => {
    const odd = commits.filter(({ subject }) => !/^[a-z][\w .-]*: [^A-Z\s].*[^.\s]$/.test(subject));
    expect(odd.map(({ subject }) => subject)).toEqual([]);
  });
});

function readCommits(): readonly { readonly subject: string; readonly files: readonly string[] }[] {
  const moved = readMoved();
  return readLog('%H %s', '--name-status').map(([heading, ...lines]) => {
    const [, id = '', subject = ''] = /^(\w+) (.*)$/.exec(heading ?? '') ?? [];
    const changes = lines.filter((line) => line !== '' && !line.startsWith('R100'));
    const files = changes.map((line) => line.split('\t').at(-1) ?? '');
    return { subject, files: files.filter((file) => !GENERATED.test(file) && !moved.has(`${id} ${file}`)) };
  });
}

/** What was moved with no change but in its imports, as `<commit> <new path>`. */
function readMoved(): ReadonlySet<string> {
  const found = readLog('%H', '--patch', '--unified=99999', '--diff-filter=R').flatMap(([id, ...lines]) =>
    lines
      .join('\n')
      .split(/^diff --git /m)
      .filter((patch) => withoutPaths(sideOf(patch, '-')) === withoutPaths(sideOf(patch, '+')))
      .map((patch) => `${id} ${/^rename to (.*)$/m.exec(patch)?.[1]}`),
  );
  return new Set(found);
}

/** The file before (`-`) or after (`+`) a change that was printed with all lines around it. */
function sideOf(patch: string, side: '-' | '+'): string {
  const [, ...lines] = patch.slice(patch.search(/^@@ /m)).split('\n');
  return lines
    .filter((line) => line.startsWith(side) || line.startsWith(' '))
    .map((line) => line.slice(1))
    .join('\n');
}

/** The statements of a file in no order, as if on one line, with no more than the last name of each imported path. */
function withoutPaths(text: string): string {
  return text
    .replace(/(['"`])\.{1,2}\/(?:[^'"`\n]*\/)?([^'"`/\n]+)\1/g, '$2')
    .replace(/\s/g, '')
    .replace(/,\}/g, '}')
    .split(';')
    .sort()
    .join(';');
}

/** The lines of each commit, the first of them in this format. */
function readLog(format: string, ...what: readonly string[]): readonly (readonly string[])[] {
  const args = ['log', '--no-merges', `--since=${SINCE}`, `--format=commit ${format}`, '-M50%', ...what];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 })
    .split(/^commit /m)
    .slice(1)
    .map((commit) => commit.split('\n'));
}
