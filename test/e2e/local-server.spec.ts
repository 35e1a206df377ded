import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LocalServer } from '../../src-main/local-server';
import type { ServerAddress, ServerLoad } from '../../src-main/server-messages';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';

/** The desktop's own server, with everything real except Electron: the built process, its messages, its database. */

const ENTRY = resolve(import.meta.dirname, '../../out/main/server-entry.js');
const PARENT_PORT = resolve(import.meta.dirname, '../support/parent-port.mjs');

let dataDir: string;
test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-local-'));
});
test.afterEach(() => rm(dataDir, { recursive: true, force: true }));

function setUp(nodeOptions: readonly string[] = []) {
  const children: ChildProcess[] = [];
  let output = '';
  let tellRestarted: (address: ServerAddress) => void = () => {};
  const restarted = new Promise<ServerAddress>((done) => {
    tellRestarted = done;
  });
  let hearLoad: (load: ServerLoad) => void = () => {};
  /** Resolves with the next load that fits. */
  const loadWhere = (fits: (load: ServerLoad) => boolean) =>
    new Promise<ServerLoad>((done) => {
      hearLoad = (load) => fits(load) && done(load);
    });
  const server = new LocalServer({
    args: ['--log-level', 'silent', '--data-dir', dataDir],
    preferredPort: 0,
    secretKey: 'ab'.repeat(32),
    fork: () => {
      const child = fork(ENTRY, {
        execArgv: [...nodeOptions, '--import', PARENT_PORT],
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
      children.push(child);
      return {
        send: (message) => child.send(message),
        onMessage: (listener) => child.on('message', listener),
        onExit: (listener) => child.on('exit', (code) => listener(code ?? 1)),
        kill: () => child.kill('SIGKILL'),
      };
    },
    after: (delayMs, task) => {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
    onRestarted: tellRestarted,
    onGivenUp: () => {},
    onLoad: (load) => hearLoad(load),
    onStopping: () => {},
    onCertificate: () => {},
    onTroubles: () => {},
    onDown: () => {},
  });
  return { server, children, restarted, loadWhere, output: () => output };
}

async function eventTypes({ baseUrl, adminToken }: ServerAddress): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/event-type/`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  return response.status;
}

test(
  'a killed server process restarts with the same port and token, and stops with exit code 0',
  AT_NIGHT,
  async () => {
    const { server, children, restarted } = setUp();
    const address = await server.start();
    expect(await eventTypes(address)).toBe(200);
    children[0]?.kill('SIGKILL');
    const again = await restarted;
    expect(again).toEqual(address);
    expect(await eventTypes(again)).toBe(200);
    await server.stop();
    expect(children).toHaveLength(2);
    expect(children[1]?.exitCode).toBe(0);
  },
);

test('a server process that is slow to start says so every second, and is waited for', AT_NIGHT, async () => {
  const tokenFile = join(dataDir, 'admin-token');
  execFileSync('mkfifo', [tokenFile]); // to read it takes until somebody has written to it
  const { server, children } = setUp();
  const started = server.start();
  for (let sign = 0; sign < 3; sign++)
    expect(await once(children[0] as ChildProcess, 'message')).toEqual([{ kind: 'starting' }, undefined]);
  await writeFile(tokenFile, 'late\n');
  expect(await started).toMatchObject({ adminToken: 'late' });
  await server.stop();
  expect(children[0]?.exitCode).toBe(0);
});

test('a server process that cannot start reports the reason', AT_NIGHT, async () => {
  const first = setUp();
  await first.server.start();
  const second = setUp();
  await expect(second.server.start()).rejects.toThrow('already using the data folder');
  await first.server.stop();
});

test('the server process reports its load, and pauses and resumes all sending on request', async () => {
  const { server, loadWhere } = setUp();
  const { baseUrl, adminToken } = await server.start();
  const idle = { inFlight: 0, waiting: 0, networkSentence: null, attention: 0 };
  expect(await loadWhere(() => true)).toEqual({ ...idle, sendingPaused: false });
  const paused = loadWhere(({ sendingPaused }) => sendingPaused);
  server.pauseSending(true);
  expect(await paused).toEqual({ ...idle, sendingPaused: true });
  const response = await fetch(`${baseUrl}/api/v1/sending`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect(await response.json()).toMatchObject({ paused: true });
  server.sleep();
  server.wake();
  const resumed = loadWhere(({ sendingPaused }) => !sendingPaused);
  server.pauseSending(false);
  await resumed;
  await server.stop();
});

test('V8 pretenures no objects in the server process (decision 0011)', async () => {
  // With these, V8 writes a line for each place in the code whose objects it counts, and a line for each collection.
  const { server, output } = setUp(['--trace-pretenuring-statistics', '--trace-gc']);
  const address = await server.start();
  const atStart = output().length;
  for (let round = 0; round < 40; round++)
    expect(await Promise.all(Array.from({ length: 25 }, () => eventTypes(address)))).toContain(200);
  await server.stop();
  const lines = output().slice(atStart).split('\n');
  expect(lines.filter((line) => line.includes('Scavenge')).length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('pretenuring:'))).toEqual([]);
});
