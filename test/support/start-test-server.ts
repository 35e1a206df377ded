import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src-server/base/log';
import type { ServerConfig } from '../../src-server/config';
import { type RunningServer, type ServerParts, startServer } from '../../src-server/server';
import type { Database } from '../../src-server/storage/database';
import { databasePath } from '../../src-server/storage/files/database-path';
import { openDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { responseFaults } from './described-api';
import { newMigratedFile } from './new-migrated-file';
import { createPostgres, type PostgresForTest } from './postgres-for-tests';
import { sendRequest } from './send-request';

/** A real server in this process, on a free port and its own folder, with the window's consent to loopback. */
export interface TestServer extends RunningServer {
  readonly dataDir: string;
  /**
   * Calls the API as the admin, or as the holder of `token` (null: nobody).
   * @throws Error if the response does not match the API's description
   */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  /**
   * Creates something as the admin, and returns its id.
   * @throws Error if it was not created
   */
  create(path: string, body: unknown): Promise<string>;
  /** The token of a new portal link for an application; `wishes` is the body of the request. */
  portalToken(appId: string, wishes?: object): Promise<string>;
  /** Another connection to its database, for what the API does not say. */
  openDatabase(): Promise<Database>;
  /**
   * Stops it, if it runs, and starts it again on the same folder and another port. From then on, its members are the
   * new ones.
   * @param changed the options that differ from those before
   */
  restart(changed?: TestServerOptions): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export interface CallOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent verbatim instead of a JSON body. */
  readonly raw?: string | Uint8Array;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is JSON; tests access it freely. */
  // biome-ignore lint/suspicious/noExplicitAny: a response may be anything, and tests find out what
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

/** What the nodes of tests share. */
export const CLUSTER_SECRET = 'the nodes of one test share this secret';

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.config?.dataDir ?? (await mkdtemp(join(tmpdir(), 'posthorn-')));
  const postgres = options.config?.database === undefined ? await postgresOf(dataDir) : null;
  const database = postgres?.url ?? options.config?.database ?? null;
  if (database === null && options.config?.dataDir === undefined)
    await newMigratedFile(databasePath(dataDir));
  const running = await startServer(
    { ...CONFIG, clusterSecret: database && CLUSTER_SECRET, ...options.config, dataDir, database },
    { uiDir: null, renderCatalog: null, log: createLog('silent'), ...options.parts },
  );
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop();
    return stopped;
  };
  const post = async (path: string, body: unknown) => {
    const { status, text, json } = await callServer(running, 'POST', path, body);
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
    return json;
  };
  return {
    ...running,
    stop,
    dataDir,
    create: async (path, body) => (await post(path, body)).id,
    portalToken: async (appId, wishes = {}) => (await post(`/auth/app-portal-access/${appId}`, wishes)).token,
    openDatabase: () => postgres?.open() ?? openDatabase(databasePath(dataDir)),
    call: (method, path, body, callOptions) => callServer(running, method, path, body, callOptions),
    async restart(changed = {}) {
      await stop();
      const config = { ...options.config, ...changed.config, dataDir };
      Object.assign(this, await startTestServer({ config, parts: { ...options.parts, ...changed.parts } }));
    },
    async remove() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
      databases.delete(dataDir);
      await postgres?.remove();
    },
  };
}

/** The databases of servers that were started here, by their data folder. */
const databases = new Map<string, PostgresForTest>();

/** In a run whose servers use PostgreSQL, the database that belongs to a data folder. Null: it is a file there. */
async function postgresOf(dataDir: string): Promise<PostgresForTest | null> {
  if (process.env.POSTHORN_TEST_ENGINE !== 'postgres') return null;
  const known = databases.get(dataDir) ?? (await createPostgres());
  databases.set(dataDir, known);
  return known;
}

/** Calls the API of a server, and checks the response against its description. */
export async function callServer(
  server: Pick<RunningServer, 'baseUrl' | 'adminToken'>,
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<ApiResponse> {
  const token = options.token === undefined ? server.adminToken : options.token;
  const content = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const { status, headers, text } = await sendRequest(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: content,
  });
  const type = headers.get('content-type') ?? '';
  const json = type.includes('json') && text !== '' ? JSON.parse(text) : undefined;
  // Whatever the test is about: every response must match its description.
  const faults = type.startsWith('text/plain')
    ? responseFaults(method, path, status, text, type)
    : responseFaults(method, path, status, json);
  if (faults.length > 0) throw new Error(`not as described:\n${faults.join('\n')}\n${text.slice(0, 2000)}`);
  return { status, headers, text, json };
}
