// node resources/tools/smoke-package.mjs: starts the program that `npm run package` left in out/package, as a release
// does on each system before it keeps the installers. It needs a display, and its own Electron: what no test without
// them can show is that the packaged program starts at all, out of an archive and locked by its fuses.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, say } from './setup.mjs';

const START_MS = 60_000;
const STOP_MS = 20_000;
const TOKEN = 'token-of-the-smoke-test-0123456789';
/** Importing a document loads packages in a worker thread, which is the hardest to get out of an archive. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Smoke', version: '1' },
  webhooks: { 'smoke.test': { post: { responses: {} } } },
};

const folder = mkdtempSync(join(tmpdir(), 'posthorn-smoke-'));
try {
  await smoke(findProgram());
  say('the packaged program starts, serves, imports and stops');
} catch (cause) {
  console.error(`posthorn: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns {{ program: string, resources: string }} */
function findProgram() {
  const made = join(ROOT, 'out/package');
  for (const name of readdirSync(made)) {
    const inside = join(made, name);
    for (const [program, resources] of [
      ['posthorn-desktop', 'resources'],
      ['Posthorn.exe', 'resources'],
      ['Posthorn.app/Contents/MacOS/Posthorn', 'Posthorn.app/Contents/Resources'],
    ])
      if (program && resources && existsSync(join(inside, program)))
        return { program: join(inside, program), resources: join(inside, resources) };
  }
  throw new Error('there is no program in out/package: run npm run package first');
}

/** @param {{ program: string, resources: string }} made */
async function smoke({ program, resources }) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/api/v1`;
  // A folder that was unpacked has no helper of root for the sandbox of Chromium; an installed one has.
  const sandbox = process.platform === 'linux' ? ['--no-sandbox'] : [];
  const child = spawn(program, [`--user-data-dir=${join(folder, 'user')}`, ...sandbox], {
    stdio: 'inherit',
    env: {
      ...process.env,
      POSTHORN_ADMIN_TOKEN: TOKEN,
      POSTHORN_DESKTOP_ARGS: JSON.stringify(['--port', String(port), '--data-dir', join(folder, 'data')]),
    },
  });
  const ended = new Promise((done) => child.once('exit', (code) => done(code)));
  try {
    await within(START_MS, 'started', responds(`${base}/health`));
    const response = await fetch(`${base}/event-type/import/openapi`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ specRaw: JSON.stringify(DOCUMENT) }),
    });
    if (!response.ok)
      throw new Error(`an import was answered with ${response.status}: ${await response.text()}`);
    const command = join(resources, 'command/out/main/posthorn.js');
    say(
      `its command is version ${execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' }).trim()}`,
    );
  } finally {
    child.kill();
  }
  // Windows knows no signal that asks: there the process is simply gone.
  const code = await within(STOP_MS, 'stopped', ended);
  if (process.platform !== 'win32' && code !== 0) throw new Error(`the program ended with code ${code}`);
}

/** @param {string} url */
async function responds(url) {
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((done) => setTimeout(done, 250));
  }
}

/**
 * @template T
 * @param {number} ms
 * @param {string} what
 * @param {Promise<T>} event
 * @returns {Promise<T>}
 */
function within(ms, what, event) {
  return Promise.race([
    event,
    new Promise((_, fail) =>
      setTimeout(() => fail(new Error(`the program has not ${what} within ${ms / 1000} s`)), ms).unref(),
    ),
  ]);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
