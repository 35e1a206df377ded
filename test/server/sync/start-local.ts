import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from '../../../src-server/access/principal';
import { systemClock } from '../../../src-server/base/clock';
import { apiError, notFound } from '../../../src-server/base/errors';
import { createIds } from '../../../src-server/base/id';
import { createLog } from '../../../src-server/base/log';
import { createApp } from '../../../src-server/http/pipeline/app';
import { BodyRoom } from '../../../src-server/http/pipeline/body-room';
import { createForwardMount } from '../../../src-server/http/pipeline/forward';
import { ReadTurns } from '../../../src-server/http/pipeline/read-turns';
import { RouteTable } from '../../../src-server/http/pipeline/route-table';
import { connectionRoutes } from '../../../src-server/http/routes/connections';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { createConnectionStore } from '../../../src-server/storage/installation/connection-store';
import { migrate } from '../../../src-server/storage/sqlite/migrate';
import { openDatabase, type SqliteDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { createConnections } from '../../../src-server/sync/connections';
import {
  createRemoteClient,
  DEFAULT_REMOTE_TIMEOUTS,
  type RemoteTimeouts,
} from '../../../src-server/sync/remote-client';
import { createSecretBox } from '../../../src-server/sync/secret-box';
import { loadSecretKey } from '../../../src-server/sync/secret-key';

/** A server with nothing but connections and forwarding. */
export interface LocalServer {
  readonly url: string;
  readonly db: SqliteDatabase;
  /** Calls it as the admin, or with another token. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

const PRINCIPALS: Record<string, Principal> = {
  'Bearer local-admin': { kind: 'admin', tokenId: null, expiresAt: null },
  'Bearer local-reader': {
    ...{ kind: 'limited', tokenKind: 'reader', tokenId: 'tok_1' },
    ...{ featureFlags: [], expiresAt: null },
  },
};

/** Starts it on a free port with its own data folder. */
export async function startLocal(timeouts: Partial<RemoteTimeouts> = {}): Promise<LocalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  const db = await openDatabase(join(folder, 'posthorn.db'));
  await migrate(db);
  const client = createRemoteClient({
    ...DEFAULT_REMOTE_TIMEOUTS,
    ...{ connectMs: 2_000, headersMs: 5_000, bodyMs: 5_000 },
    ...timeouts,
  });
  const connections = createConnections({
    store: createConnectionStore(db),
    client,
    folders: { isAllowed: false, dataDir: folder },
    box: createSecretBox(await loadSecretKey(folder, null)),
    clock: systemClock,
    newId: createIds(systemClock),
  });
  const authenticate = async ({ headers }: IncomingMessage) => {
    const principal = PRINCIPALS[headers.authorization ?? ''];
    if (!principal) throw apiError('authentication_failed', 'Invalid token');
    return principal;
  };
  const app = createApp({
    table: new RouteTable(connectionRoutes({ connections })),
    authenticate,
    applications: createApplicationStore(db),
    idempotency: (_request, run) => run(),
    workers: { admit: () => Promise.resolve(), run: () => Promise.reject(new Error('no workers here')) },
    readTurns: new ReadTurns(systemClock, 1),
    openResponses: { add: () => undefined },
    bodies: new BodyRoom(),
    clock: systemClock,
    mounts: [
      createForwardMount({ authenticate, connections, client, openResponses: { add: () => undefined } }),
    ],
    pages: () => {
      throw notFound();
    },
    log: createLog('silent'),
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    db,
    call: (method, path, body, headers = {}) =>
      fetch(url + path, {
        method,
        headers: {
          authorization: 'Bearer local-admin',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close() {
      await client.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await db.close();
      await rm(folder, { recursive: true });
    },
  };
}
