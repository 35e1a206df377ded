import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readRelease } from '../../resources/tools/packaging-config.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

interface Job {
  readonly needs?: readonly string[];
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string }[];
}

const { jobs }: { readonly jobs: Readonly<Record<string, Job>> } = parse(
  readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'),
);

describe('the release', () => {
  it('packages on Linux, macOS and Windows, and on both processors where there are two', () => {
    expect(jobs.package?.strategy?.matrix.os).toEqual([
      expect.stringMatching(/^ubuntu-[\d.]+$/),
      expect.stringMatching(/^ubuntu-.*-arm$/),
      expect.stringMatching(/^macos-\d+$/),
      expect.stringMatching(/^macos-.*-intel$/),
      expect.stringMatching(/^windows-/),
    ]);
  });

  it('runs nothing that is not here', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const commands = Object.values(jobs)
      .flatMap(({ steps }) => steps.map(({ run = '' }) => run))
      .join('\n');
    const run = [...commands.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(run).toContain('package');
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
    const files = [...commands.matchAll(/resources\/[\w./-]+/g)].map(([path]) => path);
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('starts what was packaged before it is kept, and signs before it drafts', () => {
    const position = (job: string, part: string) =>
      (jobs[job]?.steps ?? []).findIndex(({ run }) => run?.includes(part));
    expect(position('package', 'npm run package')).toBeGreaterThan(0);
    expect(position('package', 'smoke-package.mjs')).toBe(position('package', 'npm run package') + 1);
    expect(position('draft', 'sign-updates.mjs')).toBeGreaterThan(0);
    expect(position('draft', 'gh release create')).toBeGreaterThan(position('draft', 'sign-updates.mjs'));
    expect(jobs.draft?.needs).toEqual(['package', 'server']);
  });

  it('gives packaging every setting that it reads', () => {
    const names: string[] = [];
    readRelease(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void names.push(String(name)) }));
    expect(names.length).toBeGreaterThan(3);
    expect(Object.keys(jobs.package?.env ?? {}).sort()).toEqual(names.sort());
  });
});
