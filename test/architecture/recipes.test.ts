import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src-main/contract/commands';
import { LAYERS } from './layer-rules';
import { ROOT, sourceFiles, withoutComments } from './source-files';

const files = sourceFiles('src-main', 'src-renderer', 'src-server');
const text = (path: string) => withoutComments(files.find((file) => file.path === path)?.text ?? '');
const namesIn = (code: string, pattern: RegExp) => [...code.matchAll(pattern)].map(([, name]) => name ?? '');

describe('what the recipes of CONTRIBUTING ask for', () => {
  it('holds for screens: each that is listed has a route, and each route a screen', () => {
    const listed = namesIn(text('src-renderer/admin/app/screens.ts'), /^ {2}(\w+): \(\) =>/gm);
    const routed = namesIn(text('src-renderer/admin/app/routes.tsx'), /\blazily\('(\w+)'/g);
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.toSorted()).toEqual([...new Set(routed)].toSorted());
  });

  it('holds for features: each has its row among the layers', () => {
    const folders = readdirSync(join(ROOT, 'src-renderer/admin/features'));
    const rows = LAYERS.flatMap(
      ([place]) => /^src-renderer\/admin\/features\/([^/]+)\/$/.exec(place)?.[1] ?? [],
    );
    expect(rows.toSorted()).toEqual(folders.toSorted());
  });

  it('holds for commands: something offers each that the table names, and nothing another', () => {
    const admin = files.filter(({ path }) => path.startsWith('src-renderer/admin/'));
    const offered = admin.flatMap((file) =>
      namesIn(withoutComments(file.text), /\buseCommand\(\s*'([\w-]+)'/g),
    );
    expect([...new Set(offered)].toSorted()).toEqual(COMMANDS.map(({ id }) => id).toSorted());
  });

  it('holds for migrations: their numbers follow each other', () => {
    const numbers = readdirSync(join(ROOT, 'src-server/storage/migrations')).map((name) =>
      Number(name.slice(0, 4)),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));
  });

  it('holds for queries: data never draws', () => {
    const drawing = files.filter(({ path }) => /^src-renderer\/admin\/data\/.*\.tsx$/.test(path));
    expect(drawing.map(({ path }) => path)).toEqual([]);
  });
});
