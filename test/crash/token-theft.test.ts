import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Connection } from '../../src-server/storage/sqlite/sqlite-connection';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';

const PROGRAM = resolve(import.meta.dirname, '../../out/main/posthorn.js');

let dataDir: string;
let running: RunningPosthorn | null = null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-theft-'));
});

afterEach(async () => {
  await running?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** `posthorn token list` on the folder, as a person runs it. */
function listTokens(): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const args = [PROGRAM, 'token', 'list', '--data-dir', dataDir];
    const child = execFile(process.execPath, args, (_error, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

test('whoever takes the port of a server that was killed gets no token from the command line', async () => {
  running = await startPosthorn({ dataDir });
  const { baseUrl, adminToken } = running;
  const port = Number(new URL(baseUrl).port);
  const env = { POSTHORN_ADMIN_TOKEN: adminToken };
  Object.assign(process.env, env);
  try {
    expect(await listTokens()).toMatchObject({ code: 0 });
    await running.kill();
    // As another account could when everybody could read the lock: then the address was trusted.
    const lock = await Connection.open(join(dataDir, 'posthorn.lock'), 'write');
    await lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    let heard = '';
    const sockets = new Set<Socket>();
    const thief = createServer((socket) => {
      sockets.add(socket);
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        heard += chunk;
        const body = '{"data":[],"done":true,"iterator":null}';
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
      });
    });
    thief.listen(port, '127.0.0.1');
    await once(thief, 'listening');
    const { code, output } = await listTokens();
    for (const socket of sockets) socket.destroy();
    thief.close();
    await lock.close();
    expect(code).toBe(3);
    expect(output).toContain(
      `The program that listens on ${baseUrl} is not the server of the data folder ${dataDir}`,
    );
    expect(heard).toContain('/api/v1/server-proof');
    expect(heard).not.toContain(adminToken);
  } finally {
    delete process.env.POSTHORN_ADMIN_TOKEN;
  }
}, 60_000);
