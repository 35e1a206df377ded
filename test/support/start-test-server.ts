import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src-server/base/log';
import type { ServerConfig } from '../../src-server/config';
import { type RunningServer, type ServerParts, startServer } from '../../src-server/server';
import { answerText } from './answer-text';
import { answerFaults } from './described-api';

/** A real server in this process, on a free port and its own folder, with the window's consent to loopback. */
export interface TestServer extends RunningServer {
  readonly dataDir: string;
  /**
   * Calls the API as the admin, or as the holder of `token` (null: nobody).
   * @throws Error if the answer does not match the API's description
   */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Stops it and restarts it on the same folder and another port. */
  restart(): Promise<TestServer>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export interface CallOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent verbatim instead of a JSON body. */
  readonly raw?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is JSON; tests access it freely. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer may be anything, and tests find out what
  readonly json: any;
}

export interface TestServerOptions {
  readonly config?: Partial<ServerConfig>;
  readonly parts?: Partial<ServerParts>;
}

const CONFIG: Omit<ServerConfig, 'dataDir'> = {
  port: 0,
  host: '127.0.0.1',
  adminToken: null,
  metricsToken: null,
  allowTargets: [],
  workstation: true,
  retryScheduleS: [],
  requestTimeoutS: 5,
  retentionDays: 90,
  disableAfterHours: 120,
  logLevel: 'silent',
};

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.config?.dataDir ?? (await mkdtemp(join(tmpdir(), 'posthorn-')));
  const running = await startServer(
    { ...CONFIG, ...options.config, dataDir },
    { uiDir: null, renderCatalog: null, log: createLog('silent'), ...options.parts },
  );
  return {
    ...running,
    dataDir,
    call: (method, path, body, callOptions) => callServer(running, method, path, body, callOptions),
    async restart() {
      await running.stop();
      return startTestServer({ ...options, config: { ...options.config, dataDir } });
    },
    async remove() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls the API of a server, and checks the answer against its description. */
export async function callServer(
  server: Pick<RunningServer, 'baseUrl' | 'adminToken'>,
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const token = options.token === undefined ? server.adminToken : options.token;
  const content = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(content === undefined ? {} : { body: content as BodyInit }),
    redirect: 'manual',
  });
  const text = await answerText(response);
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  const json = isJson ? JSON.parse(text) : undefined;
  // Whatever the test is about: every answer must match its description.
  const faults = answerFaults(method, path, response.status, json);
  if (faults.length > 0) throw new Error(`not as described:\n${faults.join('\n')}\n${text.slice(0, 2000)}`);
  return { status: response.status, headers: response.headers, text, json };
}
