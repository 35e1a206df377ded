// A built server in a process of its own, with a temporary data folder: for the demo and the bench.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ROOT, SetupError, say } from './setup.mjs';

/**
 * @typedef {object} OwnServer
 * @property {string} url `http://127.0.0.1:PORT`
 * @property {string} token an admin token
 * @property {string} dataDir
 * @property {number} pid
 * @property {() => Promise<void>} stop lets requests in flight finish, and removes the data folder if it was created
 * here
 */

/**
 * Builds the server if needed and starts it on a free port; it may deliver to this machine.
 * @param {{ dataDir?: string, args?: readonly string[], env?: Readonly<Record<string, string>> }} [options] dataDir: an
 *   existing folder, which stays; else a new one. args: further flags. env: further variables, or another admin token
 * @returns {Promise<OwnServer>}
 * @throws {SetupError}
 */
export async function startOwnServer(options = {}) {
  await ensureBuilt();
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'posthorn-own-')));
  const token = options.env?.POSTHORN_ADMIN_TOKEN ?? randomBytes(24).toString('hex');
  say('starting a server of its own');
  const program = join(ROOT, 'out/main/posthorn.js');
  const flags = ['serve', '--port', '0', '--data-dir', dataDir, '--allow-target', '127.0.0.0/8'];
  flags.push(...(options.args ?? []));
  const child = spawn(process.execPath, [program, ...flags], {
    env: { ...process.env, ...options.env, POSTHORN_ADMIN_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // It ends when the process that started it does, for whatever reason.
  const leave = () => child.kill('SIGTERM');
  process.once('exit', leave);
  const stop = async () => {
    process.off('exit', leave);
    child.kill('SIGTERM');
    await ended;
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  let output = '';
  /** @type {string | null} */
  const url = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const ready = /^ready (http:\/\/\S+)$/m.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    void ended.then(() => resolve(null));
  });
  if (!url) {
    await stop();
    throw new SetupError('The server ended before it was ready; the lines above say why.');
  }
  return { url, token, dataDir, pid: child.pid ?? 0, stop };
}
