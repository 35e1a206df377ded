import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../support/new-folder';
import { startTestServer, type TestServer } from '../support/start-test-server';
import { startedOnce } from '../support/started';

/**
 * The live end-to-end test that the vendor of the clients runs against its own service, unchanged from the installed
 * packages: `src/KitchenSink.test.ts`, which imports the sources of the client next to it. It reads
 * SVIX_TOKEN and SVIX_SERVER_URL, and skips itself without them. The packages 1.99 and 2.5 carry it. 1.24 was
 * published without its sources, so it has no such test.
 */

const packageFolder = (name: string) => resolve(import.meta.dirname, '../../node_modules', name);
const SAMPLE = 'src/KitchenSink.test.ts';

let server: TestServer;
const folder = startedOnce(newFolder);
beforeAll(async () => {
  server = await startTestServer({ config: { workstation: false } });
});
afterAll(async () => {
  await server.remove();
});

/** Bundles the test and everything it imports, unchanged, into a program. Returns its path. */
async function compile(name: string): Promise<string> {
  const root = packageFolder(name);
  await build({
    configFile: false,
    logLevel: 'silent',
    root,
    ssr: { noExternal: true },
    build: {
      ssr: join(root, SAMPLE),
      outDir: folder.file(name),
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'sample.mjs' } },
    },
  });
  return folder.file(name, 'sample.mjs');
}

/** Runs a program and returns its exit code and output. */
const run = (path: string): Promise<{ code: number; output: string }> =>
  new Promise((done) => {
    // Without the variable that marks the child processes of a test runner.
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    const env = { ...inherited, SVIX_TOKEN: server.adminToken, SVIX_SERVER_URL: server.baseUrl };
    execFile(process.execPath, ['--test-reporter=tap', path], { env }, (error, out, faults) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output: out + faults }),
    );
  });

test.each(['svix-1', 'svix'])('the live sample in the package %s passes, twice in a row', async (name) => {
  const path = await compile(name);
  for (let round = 1; round <= 2; round++) {
    const { code, output } = await run(path);
    expect(output).toMatch(/ok 1 - endpoint crud/);
    expect([code, output.includes('# skipped 0'), output.includes('# fail 0')]).toEqual([0, true, true]);
  }
  const { data } = (await server.call('GET', '/event-type')).json;
  expect(data.map((eventType: { name: string }) => eventType.name)).toEqual(['event.ended', 'event.started']);
});

test('the oldest package carries no sample', () => {
  expect(existsSync(join(packageFolder('svix-1-24'), SAMPLE))).toBe(false);
});
