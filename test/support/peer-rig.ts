import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../src-server/base/clock';
import { createLog } from '../../src-server/base/log';
import type { Cluster } from '../../src-server/cluster/interface/cluster';
import type { OtherNodes } from '../../src-server/cluster/interface/other-nodes';
import { createPeers } from '../../src-server/cluster/node/peers';
import type { LiveTraffic } from '../../src-server/contract/live-event';
import type { Delivery } from '../../src-server/delivery/delivery';
import type { OtherSenders } from '../../src-server/delivery/endpoints/send-right';
import { createApp } from '../../src-server/http/pipeline/app';
import { BodyRoom } from '../../src-server/http/pipeline/body-room';
import { ReadTurns } from '../../src-server/http/pipeline/read-turns';
import { RouteTable } from '../../src-server/http/pipeline/route-table';
import type { Route } from '../../src-server/http/route';
import { createLiveBus, type SharedLiveBus } from '../../src-server/live/live-bus';
import { noEndpoints } from '../../src-server/live/merge-delivery-states';
import type { Traffic } from '../../src-server/live/traffic';
import type { EndpointStore } from '../../src-server/storage/endpoint-store';
import type { NodeRow } from '../../src-server/storage/node-table';

export const SECRET = 'a secret of at least thirty-two characters';
export const APP_ID = 'app_1';

/** Everything that the engine of a node was told. */
export interface Reported {
  readonly stored: ReadonlyMap<string, number>[];
  readonly madeDue: (readonly [endpointId: string, count: number])[];
  readonly forgiven: string[];
  readonly canceled: (readonly [endpointId: string, ids: readonly number[]])[];
}

/** One of several nodes, with a real HTTP server and an engine that only remembers. */
export interface PeerNode {
  readonly id: string;
  readonly url: string;
  readonly reported: Reported;
  readonly others: OtherSenders;
  readonly otherNodes: OtherNodes;
  readonly liveBus: SharedLiveBus;
  readonly watch: Traffic['watch'];
  /** Tells what this node measures to those who watch the endpoint. */
  measure(endpoint: LiveTraffic): void;
  /** Endpoints whose traffic is watched in the memory of this node. */
  watched(): readonly string[];
  /** Requests that came in, without their query. */
  readonly requests: string[];
  /** Endpoints that its engine has not read yet. */
  readonly unknown: Set<string>;
  /** Calls its listeners, as after a beat. */
  beat(): Promise<void>;
  /** Slots of this node have become free. */
  free(): void;
  /** Resolves when it is asked to beat before it is time. */
  readonly beatsNow: Promise<void>;
  /** What the node answers instead of anything else. Null: nothing, and the connection is cut. */
  disturb: (() => number | null) | null;
  /** Does what it is asked, and cuts the connection instead of answering. */
  losesReplies: boolean;
  /** Takes requests, and says nothing. */
  isSilent: boolean;
  /** From now on this node, and no other, takes somebody else for the sender of an endpoint. */
  believes(endpointId: string, owner: number): void;
  /** Reading endpoints takes until this resolves. */
  reading: Promise<void>;
  stop(): Promise<void>;
}

interface PeerRig {
  readonly nodes: readonly PeerNode[];
  /** Who sends to an endpoint, by position. Absent: nobody. */
  readonly owners: Map<string, number>;
  /** By uid. */
  readonly uids: Map<string, string>;
  /** Endpoints for which what is due waits for ten minutes. */
  readonly delayed: Set<string>;
  /** Those that are known to all. */
  readonly dead: Set<number>;
  stop(): Promise<void>;
}

interface RigParts {
  readonly count?: number;
  readonly clock?: Clock;
  readonly secrets?: readonly string[];
  /** Operations of each node; `own` is its name. */
  readonly rows?: (own: string) => readonly Route[];
}

/** Several nodes in this process that know each other, as if they had one database. */
export async function startPeers(parts: RigParts = {}): Promise<PeerRig> {
  const { count = 2, clock = systemClock, secrets = [], rows = () => [] } = parts;
  const owners = new Map<string, number>();
  const uids = new Map<string, string>();
  const delayed = new Set<string>();
  const dead = new Set<number>();
  const table: NodeRow[] = [];
  const nodes: PeerNode[] = [];
  const stateOf = () => table.map((node, n) => ({ ...node, diedAt: dead.has(n) ? 1 : null }));

  for (let n = 0; n < count; n++) {
    const id = `node-${n}`;
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    table.push(nodeRow(id, url));
    const listeners: (() => Promise<void>)[] = [];
    const freed: (() => void)[] = [];
    let beatNow = () => {};
    const beatsNow = new Promise<void>((resolve) => {
      beatNow = resolve;
    });
    const beliefs = new Map<string, number>();
    const ownerOf = (endpointId: string) =>
      stateOf()[beliefs.get(endpointId) ?? owners.get(endpointId) ?? -1] ?? null;
    const cluster = {
      sendRight: {
        covers: (endpointId) => owners.get(endpointId) === n,
        mayStart: () => true,
        fenceOf: () => null,
      },
      selfId: () => id,
      state: () => ({ nodes: stateOf(), slots: [], now: 0 }),
      ownerOf,
      isSelf: (node) => node.id === id,
      onBeat: (listener) => void listeners.push(listener),
      onFreed: (listener) => void freed.push(listener),
      beatNow: () => beatNow(),
    } as Partial<Cluster> as Cluster;
    const log = createLog('silent');
    const peers = createPeers({ cluster, secret: secrets[n] ?? SECRET, clock, log });
    const reported: Reported = { stored: [], madeDue: [], forgiven: [], canceled: [] };
    const unknown = new Set<string>();
    const liveBus = createLiveBus(clock);
    const watches = new Map<
      object,
      { ids: readonly string[]; tell: (all: readonly LiveTraffic[]) => void }
    >();
    const traffic: Pick<Traffic, 'watch' | 'deliveryState' | 'unwritten' | 'waiting' | 'flow' | 'view'> = {
      watch(ids, tell) {
        const watch = {};
        watches.set(watch, { ids, tell });
        return () => watches.delete(watch);
      },
      deliveryState(ids) {
        const idle = [...ids].length;
        return { counts: { ...noEndpoints(), idle }, endpoints: [], omitted: 0, waiting: 0 };
      },
      unwritten: (ids, at) =>
        [...ids].map((endpointId) => ({ ...MINUTE, endpointId, at, sends: 10 ** n, succeeded: 10 ** n })),
      waiting: () => 10 ** n,
      flow: (id) => ({ waitMs: delayed.has(id) ? 600_000 : 10 ** n, retries: n, isRecent: true }),
      view: (endpointId) => ({ appId: APP_ID, endpointId, state: 'delayed' }) as never,
    };
    const served = peers.serve({
      delivery: {
        storedElsewhere(counts) {
          reported.stored.push(counts);
          return [...counts.keys()].filter((endpointId) => unknown.has(endpointId));
        },
        madeDueElsewhere: (...call) => void reported.madeDue.push(call),
        forgiveHere: (endpointId) => void reported.forgiven.push(endpointId),
        async cancelHere(...call) {
          reported.canceled.push(call);
          return call[1].length;
        },
        takeOver: () => Promise.resolve(),
        handOver: () => Promise.resolve(),
        abandon: () => undefined,
        sweep: () => Promise.resolve(),
        async learn(endpointIds) {
          await node.reading;
          for (const endpointId of endpointIds) unknown.delete(endpointId);
        },
        endpointIds: () => owners.keys(),
        endpointIdsOf: () => [...owners.keys()],
        heldForMs: () => null,
        explain: async (message, endpoints) =>
          endpoints.map((endpoint) => ({
            state: 'waiting',
            sentence: `${id} says why ${message.id} waits for ${endpoint.id}`,
            ahead: null,
            estimatedAt: null,
            nextAttemptAt: null,
            again: null,
          })),
      } as Partial<Delivery> as Delivery,
      endpoints: {
        get: async (_app, name) => ({ id: uids.get(name) ?? name }) as never,
      } as Partial<EndpointStore> as EndpointStore,
      explanations: { getEndpoint: async () => undefined },
      messages: { get: async (_app, messageId) => ({ id: messageId }) as never },
      traffic: traffic as Traffic,
      liveBus,
    });
    const requests: string[] = [];
    const node: PeerNode = {
      id,
      url,
      reported,
      others: peers.otherSenders,
      otherNodes: served.otherNodes,
      liveBus,
      watch: served.watch,
      measure(endpoint) {
        for (const { ids, tell } of watches.values()) if (ids.includes(endpoint.endpointId)) tell([endpoint]);
      },
      watched: () => [...watches.values()].flatMap(({ ids }) => ids),
      requests,
      unknown,
      async beat() {
        for (const listener of listeners) await listener();
      },
      free() {
        for (const listener of freed) listener();
      },
      beatsNow,
      disturb: null,
      losesReplies: false,
      isSilent: false,
      believes: (endpointId, owner) => void beliefs.set(endpointId, owner),
      reading: Promise.resolve(),
      async stop() {
        await served.streams.stop();
        await closed(server);
        await served.connections.stop();
      },
    };
    nodes.push(node);
    const app = createApp({
      table: new RouteTable(rows(id)),
      authenticate: async ({ headers }) => {
        if (headers.authorization !== 'Bearer token') throw new Error('no token');
        return { kind: 'admin', tokenId: null, expiresAt: null };
      },
      applications: { get: async () => ({ id: APP_ID }) as never },
      idempotency: (_request, work) => work(),
      workers: { admit: () => Promise.resolve(), run: () => Promise.reject(new Error('no workers here')) },
      readTurns: new ReadTurns(systemClock, 1),
      openResponses: { add: () => undefined },
      bodies: new BodyRoom(),
      clock: systemClock,
      mounts: [served.mount],
      pages: (_request, response) => void response.writeHead(404).end(),
      senderNodes: served.senderNodes,
      log,
    });
    server.on('request', (request, response) => {
      requests.push(`${request.method} ${request.url?.split('?')[0]}`);
      if (node.losesReplies) response.end = () => response.destroy();
      if (node.isSilent) return;
      if (!node.disturb) return app(request, response);
      const status = node.disturb();
      if (status === null) request.destroy();
      else response.writeHead(status, { location: `${url}/elsewhere` }).end();
    });
  }
  return {
    nodes,
    owners,
    uids,
    delayed,
    dead,
    async stop() {
      for (const node of nodes) await node.stop();
    },
  };
}

const MINUTE = {
  arrivals: 0,
  failed: 0,
  queue: 0,
  oldestMs: null,
  delayP50Ms: null,
  delayP95Ms: null,
};

function nodeRow(id: string, address: string): NodeRow {
  const rest = { beat: 1, diedAt: null, isLeaving: false, sendsPerSecond: 0, secretCheck: '' };
  return { id, address, version: '1', schemaVersion: 1, ...rest };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
