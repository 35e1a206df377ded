import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newServerFolder, startServer, stopServer } from '../../resources/tools/postgres-server.mjs';
import { slotOf } from '../../src-server/cluster/slots';
import type { NodesOut } from '../../src-server/contract/node';
import { type CutProxy, startCutProxy } from '../support/cut-proxy';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';

/** A node in its own process, with its own way to the database. */
export interface RunningNode extends RunningPosthorn {
  readonly proxy: CutProxy;
  signal(name: NodeJS.Signals): void;
}

/** Nodes that share a database on a PostgreSQL of their own. */
export interface RunningNodes {
  /** The folder of the PostgreSQL. */
  readonly folder: string;
  /** Those that were started and not ended by `end`. */
  readonly list: readonly RunningNode[];
  start(options?: { readonly clockSteps?: boolean }): Promise<RunningNode>;
  /** Ends a node with this signal. */
  end(node: RunningNode, signal: NodeJS.Signals): Promise<void>;
  /** Waits until all of `list` are alive and share all slots evenly. */
  settled(): Promise<void>;
  /** The node that sends to an endpoint. Undefined: nobody does. */
  ownerOf(endpointId: string): Promise<RunningNode | undefined>;
  /** Ends everything and removes it. */
  dispose(): Promise<void>;
}

/** How long each part of a test may take on a slow machine. */
export const PATIENCE_MS = 60_000;
const ALL_SLOTS = 256;
const RESPONSE_MS = 10_000;
const ENV = {
  POSTHORN_CLUSTER_SECRET: 'a cluster secret of the crash tests',
  POSTHORN_SECRET_KEY: '5a'.repeat(32),
};
const CLOCK = join(import.meta.dirname, 'step-clock.mjs');

export async function startNodes(count: number, args: readonly string[] = []): Promise<RunningNodes> {
  const folder = newServerFolder();
  const url = await startServer(folder);
  const list: RunningNode[] = [];
  const started: { node: RunningNode; dir: string }[] = [];

  async function start(options: { readonly clockSteps?: boolean } = {}): Promise<RunningNode> {
    const dir = await mkdtemp(join(tmpdir(), 'posthorn-node-'));
    const proxy = await startCutProxy(dir, folder);
    const running = await startPosthorn({
      dataDir: join(dir, 'data'),
      args: ['--database', url.replace(folder, dir), ...args],
      env: { ...ENV, ...(options.clockSteps ? { NODE_OPTIONS: `--import ${CLOCK}` } : {}) },
    });
    const node = {
      ...running,
      proxy,
      signal: (name: NodeJS.Signals) => void process.kill(running.pid, name),
    };
    list.push(node);
    started.push({ node, dir });
    return node;
  }

  for (let n = 0; n < count; n++) await start();
  return {
    folder,
    list,
    start,
    async end(node, signal) {
      list.splice(list.indexOf(node), 1);
      await node.stop(signal);
    },
    settled: () => until('all nodes share all slots evenly', () => isEven(list)),
    async ownerOf(endpointId) {
      const [row] = await query<{ address: string }>(
        url,
        `SELECT address FROM slot JOIN node ON node.id = owner WHERE n = ${slotOf(endpointId)}`,
      );
      return list.find(({ baseUrl }) => baseUrl === row?.address);
    },
    async dispose() {
      await Promise.all(started.map(({ node }) => node.kill()));
      for (const { node, dir } of started) {
        await node.proxy.close();
        await rm(dir, { recursive: true, force: true });
      }
      await stopServer(folder);
    },
  };
}

/** What a node knows of all of them, from its memory: it answers without a database. */
export async function nodesOf({ baseUrl, adminToken }: RunningNode): Promise<NodesOut['data']> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const response = await fetch(`${baseUrl}/api/v1/nodes`, {
    headers,
    signal: AbortSignal.timeout(RESPONSE_MS),
  });
  return ((await response.json()) as NodesOut).data;
}

/** Waits until `isTrue`. @throws Error that says what did not become true */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await isTrue()); ) {
    if (performance.now() > end) throw new Error(`it did not become true that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isEven(list: readonly RunningNode[]): Promise<boolean> {
  const views = await Promise.all(list.map(nodesOf));
  return views.every((view) => {
    const alive = view.filter(({ state }) => state === 'alive');
    const slots = alive.map((node) => node.slots);
    const isWhole = slots.reduce((sum, count) => sum + count, 0) === ALL_SLOTS;
    return alive.length === list.length && isWhole && Math.max(...slots) - Math.min(...slots) <= 1;
  });
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}
