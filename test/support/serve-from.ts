import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

const TOKEN = 'test-admin-token-0123456789abcdef';
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Packaged', version: '1' },
  webhooks: {
    'packaged.event': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {},
      },
    },
  },
};

/** A server started by a command that came out of a package. */
export interface ServedFrom {
  readonly baseUrl: string;
  health(): Promise<unknown>;
  /** The HTML of a page. */
  page(path: string): Promise<string>;
  /** Imports a document, which happens in a worker thread with packages of its own; the names of what was created. */
  importInWorker(): Promise<unknown>;
  /** Asks it to stop; its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Runs `<command> serve` on a free port, with a new data folder in `cwd`, and nothing in its environment but `env`.
 *
 * @throws Error with its output if it ends before it is ready
 */
export async function serveFrom(
  command: string,
  options: {
    readonly env: NodeJS.ProcessEnv;
    readonly cwd: string;
    /** The whole command line, instead of `serve` with a free port and a new data folder. */
    readonly exactly?: readonly string[];
  },
): Promise<ServedFrom> {
  const dataDir = await mkdtemp(join(options.cwd, 'data-'));
  const args = options.exactly ?? ['serve', '--port', '0', '--data-dir', dataDir];
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...options.env, POSTHORN_ADMIN_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const baseUrl = await new Promise<string>((done, failed) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, address] = /^ready (\S+)$/m.exec(output) ?? [];
        if (address) done(address);
      });
    child.once('error', failed);
    void ended.then((code) => failed(new Error(`ended with code ${code} before it was ready:\n${output}`)));
  });
  return {
    baseUrl,
    health: async () => (await fetch(`${baseUrl}/api/v1/health`)).json(),
    page: async (path) => (await fetch(`${baseUrl}${path}`)).text(),
    importInWorker: async () => {
      const response = await fetch(`${baseUrl}/api/v1/event-type/import/openapi`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ specRaw: JSON.stringify(DOCUMENT) }),
      });
      return ((await response.json()) as { data?: { modified?: unknown } }).data?.modified;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
