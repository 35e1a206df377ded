import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { LocalServer } from '../../src-main/local-server';
import type { ServerAddress } from '../../src-main/server-messages';

/** The desktop's own server, with everything real except Electron: the built process, its messages, its database. */

const ENTRY = resolve(import.meta.dirname, '../../out/main/server-entry.js');
const PARENT_PORT = resolve(import.meta.dirname, '../support/parent-port.mjs');

let dataDir: string;
test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-local-'));
});
test.afterEach(() => rm(dataDir, { recursive: true, force: true }));

function setUp() {
  const children: ChildProcess[] = [];
  let tellRestarted: (address: ServerAddress) => void = () => {};
  const restarted = new Promise<ServerAddress>((done) => {
    tellRestarted = done;
  });
  const server = new LocalServer({
    args: ['--log-level', 'silent', '--data-dir', dataDir],
    preferredPort: 0,
    secretKey: 'ab'.repeat(32),
    fork: () => {
      const child = fork(ENTRY, { execArgv: ['--import', PARENT_PORT], stdio: 'inherit' });
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
  });
  return { server, children, restarted };
}

async function eventTypes({ baseUrl, adminToken }: ServerAddress): Promise<number> {
  const answer = await fetch(`${baseUrl}/api/v1/event-type/`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  return answer.status;
}

test('the server process starts, survives being killed on the same port with the same token, and ends cleanly', async () => {
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
});

test('a server process that cannot start says why', async () => {
  const first = setUp();
  await first.server.start();
  const second = setUp();
  await expect(second.server.start()).rejects.toThrow('already using the data folder');
  await first.server.stop();
});
