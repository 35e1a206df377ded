import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { licences } from '../../resources/tools/licences.mjs';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'posthorn-'));
  write('package.json', { devDependencies: {} });
  write('package-lock.json', { packages: {} });
});
afterEach(() => rm(root, { recursive: true }));

function write(path: string, content: object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
}

/** What the plugins write for builds of these modules. */
function listOf(program: readonly string[], pages: readonly string[]) {
  const { ofProgram, ofPages } = licences(root);
  const written: string[] = [];
  const context = { emitFile: ({ source }: { source: string }) => written.push(source) };
  for (const [plugin, modules] of [[ofProgram, program] as const, [ofPages, pages] as const]) {
    const moduleIds = modules.map((path) => join(root, path));
    const generate = plugin.generateBundle as (this: object, options: object, bundle: object) => void;
    generate.call(context, {}, { 'index.js': { type: 'chunk', moduleIds } });
  }
  return written.map((source) => JSON.parse(source));
}

it('lists each package in the program and its pages once, and both versions where there are two', () => {
  write('node_modules/a/package.json', { name: 'a', version: '1.0.0', license: 'MIT' });
  write('node_modules/@x/b/package.json', { name: '@x/b', version: '3.1.0', license: { type: 'ISC' } });
  write('node_modules/@x/b/node_modules/a/package.json', { name: 'a', version: '2.0.0' });
  const pages = ['node_modules/a/one.js', 'node_modules/a/two.js', 'src/page.ts'];
  expect(listOf(['node_modules/@x/b/index.js', 'node_modules/@x/b/node_modules/a/index.js'], pages)).toEqual([
    [
      { name: '@x/b', version: '3.1.0', licence: 'ISC', text: null },
      { name: 'a', version: '1.0.0', licence: 'MIT', text: null },
      { name: 'a', version: '2.0.0', licence: 'not said', text: null },
    ],
  ]);
});
