import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { scriptsIn } from '../../resources/tools/check/take-children.mjs';
import { EXECUTED } from './executed-folder';

const SHELL = resolve(import.meta.dirname, '../../src-main');

/** Files that run in the page, where `hostile-page.spec.ts` and `page-calls.spec.ts` see them act. */
const IN_THE_PAGE = ['preload.ts', 'pressed-link.ts'];

/** What a file has that can run: its functions and classes. */
function namesIn(file: string): string[] {
  const text = readFileSync(join(SHELL, file), 'utf8');
  const named = text.matchAll(/^(?:export )?(?:async )?(?:function|class) (\w+)/gm);
  return [...named].map(([, name]) => name ?? '');
}

test('the specs of the desktop program execute every file of the shell', () => {
  const noted = readdirSync(EXECUTED).map((name) => join(EXECUTED, name));
  const scripts = noted.flatMap((file) => scriptsIn(file));
  const functions = scripts
    .filter(({ url }) => url.includes('/out/main/'))
    .flatMap((script) => script.functions);
  const ran = new Set(
    functions.filter(({ ranges }) => ranges[0]?.count).map((counted) => counted.functionName),
  );
  const files = readdirSync(SHELL).filter((name) => name.endsWith('.ts') && !IN_THE_PAGE.includes(name));
  expect(files.length).toBeGreaterThan(20);
  const idle = files.filter((file) => !namesIn(file).some((name) => ran.has(name)));
  expect(idle).toEqual([]);
  // Three megabytes for each process. The folder stays: one that a test left to end by itself may still write to it.
  for (const file of noted) rmSync(file);
});
