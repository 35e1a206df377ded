import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const TOOLS = resolve(import.meta.dirname, '../../resources/tools');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program with a Node that says it has this version. */
function runOn(version: string, program: string) {
  const preload = join(folder, 'version.cjs');
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  return spawnSync(process.execPath, ['--require', preload, join(TOOLS, program)], { encoding: 'utf8' });
}

test.each(['start.mjs', 'test.mjs', 'dev.mjs', 'check.mjs', 'demo.mjs'])(
  '%s ends on an older Node with one sentence that names what to install',
  (program) => {
    const { status, stdout, stderr } = runOn('20.18.3', program);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'posthorn: Node 20.18.3 is too old: install Node 24 (https://nodejs.org), or at least 20.19.\n',
    );
  },
);

test.each(['20.19.0', '22.12.0', '24.0.0'])('Node %s is recent enough', (version) => {
  const { status, stderr } = runOn(version, 'node-version.mjs');
  expect([status, stderr]).toEqual([0, '']);
});
