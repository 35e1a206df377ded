import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { programForTest } from './build-for-test';
import { STALL_MAX_MS } from './longest-stall';
import { type ApiResponse, type CallOptions, callServer } from './start-test-server';

const PROBE = pathToFileURL(resolve(import.meta.dirname, 'stall-probe.mjs')).href;
const ADMIN_TOKEN = 'test-admin-token-0123456789abcdef';

/** How often a stall must recur to count: a garbage collection or a busy machine does not cause one every time. */
const MAX_ATTEMPTS = 4;

/** A server with worker threads in its own process, whose event loop is measured. */
export interface MeasuredServer {
  readonly baseUrl: string;
  readonly adminToken: string;
  /** Calls the API, like the method of a test server. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  /** The longest time that its event loop was held since the last call, in milliseconds. */
  longestStallMs(): Promise<number>;
  /**
   * How long this work holds the event loop: repeated while that is more than allowed; the minimum of all runs. What
   * held it before the first run counts in that run, and costs a second one.
   * @param allowedMs good enough: no further run
   */
  stallOf(work: () => Promise<unknown>, allowedMs?: number): Promise<number>;
  /** Stops it and removes its folders. */
  remove(): Promise<void>;
}

/** Starts the built server, with its worker, on a free port. */
export async function startMeasuredServer(): Promise<MeasuredServer> {
  const program = await programForTest();
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-'));
  const flags = ['serve', '--port', '0', '--data-dir', dataDir, '--workstation', '--retry-schedule', 'none'];
  flags.push('--max-endpoints', '10000'); // one application has thousands
  const child = spawn(process.execPath, ['--import', PROBE, join(program.folder, 'posthorn.js'), ...flags], {
    env: { ...process.env, POSTHORN_ADMIN_TOKEN: ADMIN_TOKEN },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const baseUrl = await addressOf(child.stdout, ended);
  const remove = async () => {
    child.kill('SIGTERM');
    await ended;
    await program.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  const longestStallMs = async () => {
    const message = once(child, 'message');
    child.send('read');
    const [{ longestMs }] = (await message) as [{ readonly longestMs: number }];
    return longestMs;
  };
  const stallOf = async (work: () => Promise<unknown>, allowedMs = STALL_MAX_MS) => {
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < MAX_ATTEMPTS && least > allowedMs; n += 1) {
      await work();
      least = Math.min(least, await longestStallMs());
    }
    return least;
  };
  const server = { baseUrl, adminToken: ADMIN_TOKEN };
  return {
    ...server,
    call: (method, path, body, options) => callServer(server, method, path, body, options),
    longestStallMs,
    stallOf,
    remove,
  };
}

async function addressOf(output: Readable | null, ended: Promise<unknown>): Promise<string> {
  let text = '';
  const ready = new Promise<string>((found) => {
    output?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const address = /^ready (http:\S+)$/m.exec(text)?.[1];
      if (address) found(address);
    });
  });
  const failed = ended.then(() =>
    Promise.reject(new Error(`the server ended before it was ready:\n${text}`)),
  );
  return Promise.race([ready, failed]);
}
