import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'openapi-typescript-codegen';
import { generateApi } from 'swagger-typescript-api';
import { expect, onTestFinished, test } from 'vitest';
import { withSharedParts } from '../../../src-server/http/description/shared-parts';
import { api } from '../../support/described-api';
import { newFolder } from '../../support/new-folder';

/** The compiler as its users start it. */
const TSC = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** As each generator reads it: each gets its own, since they may change it. */
const description = () => JSON.parse(JSON.stringify(withSharedParts(api)));

/** What `tsc --strict` has to say about the files in a folder; '' if nothing. */
async function compiled(folder: string): Promise<string> {
  const options = { compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const compile = promisify(execFile)(process.execPath, [TSC, '-p', folder]);
  return compile.then(
    () => '',
    (cause: { readonly stdout: string }) => cause.stdout.slice(0, 2000),
  );
}

const GENERATORS: readonly (readonly [name: string, write: (folder: string) => Promise<unknown>])[] = [
  [
    'openapi-typescript-codegen',
    (output) => generate({ input: description(), output, httpClient: 'fetch', useOptions: true }),
  ],
  [
    'swagger-typescript-api',
    (output) => generateApi({ spec: description(), output, fileName: 'client.ts', silent: true }),
  ],
];

test.each(GENERATORS)(
  'a client that %s makes from the description compiles',
  { timeout: 300_000 },
  async (_, write) => {
    const { path, remove } = await newFolder();
    onTestFinished(remove);
    const folder = join(path, 'client');
    await mkdir(folder);
    await write(folder);
    expect(await compiled(folder)).toBe('');
    // It would say so.
    await writeFile(join(folder, 'wrong.ts'), `export const wrong: number = 'text';`);
    expect(await compiled(folder)).toContain('wrong.ts(1,14): error TS2322');
  },
);
