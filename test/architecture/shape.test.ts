import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DESKTOP_CALLS } from '../../src-main/contract/desktop-api';
import { ROOT, type SourceFile, sourceFiles, withoutComments } from './source-files';

const files = sourceFiles('src-main', 'src-renderer', 'src-server', 'test');
const sources = files.filter((file) => file.path.startsWith('src-'));

/** A larger file is too much to read at once; the few exceptions, and why. */
const MAX_LINES = 400;
const MEDIAN_LINES = 90;
/** A component, or a hook of one, fits two screens: what is longer is several. */
const FUNCTION_LINES = 120;

/** More files side by side are a list that nobody reads from end to end. */
const MAX_FILES = 40;
/** Lists in which every file is the same kind of thing, and is found by its name. */
const ONE_KIND = [
  'src-renderer/ui',
  'src-server/contract',
  'src-server/contract/operations',
  'src-server/http/routes',
  'src-server/storage/migrations',
];

describe('the shape of the checkout', () => {
  it('has exactly the known names at the top', () => {
    expect(topLevel()).toEqual([
      'LICENSE',
      'README.md',
      'electron.vite.config.ts',
      'package-lock.json',
      'package.json',
      'resources',
      'src-main',
      'src-renderer',
      'src-server',
      'test',
      'tsconfig.json',
    ]);
  });

  it('has no file too long to read', () => {
    expect(
      files.filter((file) => lines(file) > MAX_LINES).map((file) => `${file.path}: ${lines(file)}`),
    ).toEqual([]);
  });

  it('has more than 40 files side by side only where they are of one kind', () => {
    const large = [...filesByFolder()].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder);
    expect(large.sort()).toEqual(ONE_KIND);
  });

  it('has mostly small source files', () => {
    const sizes = sources.map(lines).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(MEDIAN_LINES);
  });

  it('has no component or other function of the pages that is too long to read', () => {
    const withBody = (head: string, length: number, end: string) => ({
      path: 'x.tsx',
      text: `${head}\n${'  act();\n'.repeat(length)}${end}\n`,
    });
    const fixtures = [
      withBody('export function Short({\n  a,\n}: Props) {', FUNCTION_LINES - 4, '}'),
      withBody('export function Long({\n  a,\n}: Props) {', FUNCTION_LINES - 3, '}'),
      withBody('const Row = memo(function Row() {', FUNCTION_LINES - 1, '});'),
      withBody('const table = {', FUNCTION_LINES, '};'),
    ];
    expect(fixtures.flatMap(longFunctions)).toEqual([
      `x.tsx: Long, ${FUNCTION_LINES + 1} lines`,
      `x.tsx: Row, ${FUNCTION_LINES + 1} lines`,
    ]);
    const pages = sources.filter(({ path }) => path.startsWith('src-renderer/'));
    expect(pages.flatMap(longFunctions)).toEqual([]);
  });

  it('draws the fields of an endpoint in one place for the admin and for the portal', () => {
    const drawn = sources.filter(({ text }) => /<EndpointFields\s/.test(text));
    expect(drawn.map(({ path }) => path)).toEqual([
      'src-renderer/admin/features/applications/endpoint-form.tsx',
      'src-renderer/portal/endpoints/endpoint-form.tsx',
    ]);
    const ownControl = /<(TextField|Choice|EventTypePicker|Checkbox|Switch)\b/;
    expect(ownControl.test('<TextField label="URL" />')).toBe(true);
    expect(drawn.filter(({ text }) => ownControl.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('goes on after a change by whenDone, since a callback of mutate is lost with the component', () => {
    const callback = /\.mutate\([^;]*\bon(Success|Settled|Error)\b/;
    expect(callback.test('save.mutate(draft, { onSuccess: onClose });')).toBe(true);
    expect(sources.filter(({ text }) => callback.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('exports by name, never a default', () => {
    expect(sources.filter(hasDefaultExport).map((file) => file.path)).toEqual([]);
    expect(hasDefaultExport({ path: 'x.ts', text: 'export default 1;' })).toBe(true);
    expect(hasDefaultExport({ path: 'x.ts', text: "export { a as default } from './a';" })).toBe(true);
  });

  it('names files in kebab-case, after one thing and not after everything', () => {
    const odd = files.filter(({ path }) => {
      const name = (path.split('/').at(-1) ?? '').replace(/(\.test|\.spec|\.config|\.d)?\.tsx?$/, '');
      return (
        !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ||
        /^(index|utils?|helpers?|common|manager|types|misc)$/.test(name)
      );
    });
    expect(odd.map((file) => file.path)).toEqual([]);
  });

  it('has no two style sheets of one name, whose classes would be the same', () => {
    const names = readdirSync(join(ROOT, 'src-renderer'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.module.css'))
      .map((path) => basename(path));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('never silences the compiler', () => {
    const silenced = /@ts-(ignore|nocheck|expect-error)/;
    expect(sources.filter((file) => silenced.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it('keeps the bridge to the desktop small', () => {
    expect(DESKTOP_CALLS.length).toBeLessThanOrEqual(15);
  });
});

describe('the packages', () => {
  const manifest = readJson('package.json');
  const lock = readJson('package-lock.json');

  it('have exact versions', () => {
    const inexact = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(inexact).toEqual([]);
  });

  it('are locked without the address of a registry, and with a checksum', () => {
    const locked = Object.entries(lock.packages ?? {}).filter(([path]) => path !== '');
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(([, entry]) => entry.resolved).map(([path]) => path)).toEqual([]);
    const unchecked = locked.filter(([, entry]) => !entry.integrity && !entry.inBundle && !entry.link);
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });
});

/** How many files lie directly in each folder of the program. */
function filesByFolder(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const top of ['src-main', 'src-renderer', 'src-server']) {
    for (const entry of readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const folder = relative(ROOT, entry.parentPath).replaceAll('\\', '/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return counts;
}

/** The visible names at the top level, without what .gitignore excludes. */
function topLevel(): string[] {
  const ignored = new Set(readFileSync(join(ROOT, '.gitignore'), 'utf8').split(/\/?\n/));
  return readdirSync(ROOT)
    .filter((name) => !name.startsWith('.') && !ignored.has(name))
    .sort();
}

/** Top-level functions over the limit. The formatter ends each with a brace in the first column. */
function longFunctions({ path, text }: SourceFile): string[] {
  const starts = /^(?:export )?(?:async )?(?:function (\w+).*[({<]|const (\w+).*(?:=> |function.*)\{)$/gm;
  return [...text.matchAll(starts)].flatMap(({ index, 1: name, 2: constant }) => {
    const rest = text.slice(index);
    const count = rest.slice(0, rest.search(/^\}\)?;?$/m)).split('\n').length;
    return count > FUNCTION_LINES ? [`${path}: ${name ?? constant}, ${count} lines`] : [];
  });
}

function lines(file: SourceFile): number {
  return file.text.split('\n').length - 1;
}

function hasDefaultExport(file: SourceFile): boolean {
  return /\bexport\s+default\b|\bas\s+default\b/.test(withoutComments(file.text));
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly packages?: Record<
    string,
    { resolved?: string; integrity?: string; inBundle?: boolean; link?: boolean }
  >;
}

function readJson(name: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Manifest;
}
