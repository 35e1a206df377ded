import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { call } from './crash-load';
import { type RunningNode, type RunningNodes, until } from './start-nodes';
import { type Oracle, type OracleArrival, surelyOver } from './start-oracle';

/** One application at the oracle, each of whose endpoints gets every message and has the same limit. */
export interface NodeLoad {
  readonly appId: string;
  readonly lanes: readonly Lane[];
  /** Messages per second that each endpoint may get. */
  readonly limit: number;
}

export interface Lane {
  readonly endpointId: string;
  /** Its path at the oracle. */
  readonly path: string;
}

/** A message that a node accepted. */
export interface AcceptedMessage {
  /** `key` of its payload. */
  readonly key: string;
  readonly id: string;
}

/** Messages on their way to the nodes. */
export interface Sending {
  readonly accepted: readonly AcceptedMessage[];
  /** Answers other than 202, in the order in which they came. */
  readonly refusals: readonly {
    readonly status: number;
    readonly retryAfter: string | null;
    readonly text: string;
  }[];
  /** Resolves when this many further messages are accepted. */
  further(count: number): Promise<void>;
  /** Sends no new message, and resolves once all are accepted. */
  stop(): Promise<void>;
}

/** A client gives up on a node that says nothing for so long, and asks the next one. */
const CLIENT_TIMEOUT_MS = 10_000;
const SENDERS = 24;
/** How far the messages are ahead of the limit at the beginning, and what they gain on it from then on. */
const AHEAD_S = 4;
const GAIN = 1.1;

export async function createNodeLoad(
  node: RunningNode,
  oracle: Oracle,
  lanes: number,
  limit: number,
): Promise<NodeLoad> {
  const { id: appId } = await call(node, 'POST', '/app', { name: 'Nodes', rateLimit: limit });
  const created: Lane[] = [];
  for (let n = 0; n < lanes; n++) {
    const path = `/ok/${n}`;
    const url = `${oracle.baseUrl}${path}`;
    created.push({ path, endpointId: (await call(node, 'POST', `/app/${appId}/endpoint`, { url })).id });
  }
  return { appId, lanes: created, limit };
}

/**
 * Sends messages to all nodes in turn, somewhat more than the limit, so that something waits at any moment. Like a
 * client library, it repeats a message with the same idempotency key until a node accepts it.
 */
export function startSending(nodes: RunningNodes, { appId, limit }: NodeLoad): Sending {
  const accepted: AcceptedMessage[] = [];
  const refusals: { status: number; retryAfter: string | null; text: string }[] = [];
  let isStopped = false;
  let count = 0;
  const sender = async () => {
    while (!isStopped) {
      const n = count++;
      const key = `k${n}`;
      accepted.push({ key, id: await sendOne(nodes, appId, n, key, (refusal) => refusals.push(refusal)) });
      if (accepted.length > AHEAD_S * limit) await setTimeout((SENDERS * 1000) / (GAIN * limit));
    }
  };
  const all = Promise.all(Array.from({ length: SENDERS }, sender));
  // A failure is the one of `stop`.
  all.catch(() => undefined);
  return {
    accepted,
    refusals,
    async further(more) {
      const enough = accepted.length + more;
      await until('further messages were accepted', async () => accepted.length >= enough);
    },
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

async function sendOne(
  nodes: RunningNodes,
  appId: string,
  n: number,
  key: string,
  refuse: (refusal: Sending['refusals'][number]) => void,
): Promise<string> {
  const idempotencyKey = `auto_${randomUUID()}`;
  const body = JSON.stringify({ eventType: 'crash', payload: { key } });
  for (let turn = n; ; turn++) {
    const node = nodes.list[turn % nodes.list.length];
    if (!node) throw new Error('there is no node');
    try {
      const response = await fetch(`${node.baseUrl}/api/v1/app/${appId}/msg`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${node.adminToken}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body,
        signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.status === 202) return JSON.parse(text).id;
      refuse({ status: response.status, retryAfter: response.headers.get('retry-after'), text });
      if (response.status < 500) throw new Error(`a message was refused: ${response.status} ${text}`);
    } catch (cause) {
      const isGone =
        cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError');
      if (!isGone) throw cause;
    }
    await setTimeout(50);
  }
}

/** Waits until every accepted message has arrived at every endpoint. @returns all that arrived */
export async function allArrived(
  oracle: Oracle,
  load: NodeLoad,
  { accepted }: Sending,
): Promise<readonly OracleArrival[]> {
  let arrivals: readonly OracleArrival[] = [];
  await until('all accepted messages arrived everywhere', async () => {
    arrivals = await oracle.read();
    return missing(arrivals, load, accepted).length === 0;
  }).catch((cause: unknown) => {
    const some = missing(arrivals, load, accepted);
    throw new Error(`${some.length} did not arrive, such as ${some.slice(0, 5).join(', ')}`, { cause });
  });
  return arrivals;
}

function missing(
  arrivals: readonly OracleArrival[],
  load: NodeLoad,
  accepted: readonly AcceptedMessage[],
): string[] {
  const arrived = new Set(arrivals.map(({ path, id, key }) => `${path} ${id} ${key}`));
  return load.lanes.flatMap(({ path }) =>
    accepted.map(({ id, key }) => `${path} ${id} ${key}`).filter((line) => !arrived.has(line)),
  );
}

/** The endpoints that got more than their limit within any second, with the lengths of the shorter spans. Should be empty. */
export function windowsOver(arrivals: readonly OracleArrival[], { lanes, limit }: NodeLoad): string[] {
  return lanes.flatMap(({ path }) => {
    const spans = surelyOver(at(path, arrivals), limit);
    return spans.length === 0 ? [] : [`${path}: ${spans.length} times, ${Math.min(...spans).toFixed(1)} ms`];
  });
}

/** Keys of which two messages were made. Should be empty. */
export function doubled(arrivals: readonly OracleArrival[]): string[] {
  const idOf = new Map<string, string>();
  return arrivals.flatMap(({ key, id }) => {
    const known = idOf.get(key) ?? id;
    idOf.set(key, known);
    return known === id ? [] : [`${key}: ${known} and ${id}`];
  });
}

/** A message that arrived again at the same endpoint. */
export interface Repeat {
  readonly path: string;
  readonly id: string;
  /** When it arrived before, in milliseconds of the machine's monotonic clock. */
  readonly firstMs: number;
  readonly againMs: number;
}

export function repeats(arrivals: readonly OracleArrival[]): Repeat[] {
  const first = new Map<string, number>();
  return arrivals.flatMap(({ path, id, latestMs }) => {
    const known = first.get(`${path} ${id}`);
    first.set(`${path} ${id}`, latestMs);
    return known === undefined ? [] : [{ path, id, firstMs: known, againMs: latestMs }];
  });
}

/** The longest time without an arrival at an endpoint. */
export interface Gap {
  readonly path: string;
  readonly fromMs: number;
  readonly lengthMs: number;
}

/** The longest gap of each of these endpoints that ended after a moment and began before another one. */
export function longestGaps(
  arrivals: readonly OracleArrival[],
  lanes: readonly Lane[],
  { afterMs, beforeMs }: { readonly afterMs: number; readonly beforeMs: number },
): Gap[] {
  return lanes.map(({ path }) => {
    const times = at(path, arrivals).map(({ latestMs }) => latestMs);
    const gaps = times
      .slice(1)
      .map((time, n) => ({ path, fromMs: times[n] ?? 0, lengthMs: time - (times[n] ?? 0) }));
    const within = gaps.filter(({ fromMs, lengthMs }) => fromMs + lengthMs > afterMs && fromMs < beforeMs);
    return within.reduce((longest, gap) => (gap.lengthMs > longest.lengthMs ? gap : longest), {
      path,
      fromMs: afterMs,
      lengthMs: 0,
    });
  });
}

/** The endpoints that this node sends to. */
export async function lanesOf(
  nodes: RunningNodes,
  node: RunningNode,
  { lanes }: NodeLoad,
): Promise<readonly Lane[]> {
  const owners = await Promise.all(lanes.map(({ endpointId }) => nodes.ownerOf(endpointId)));
  return lanes.filter((_, n) => owners[n] === node);
}

/** The machine's monotonic clock, which the oracle reads too, in milliseconds. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

const at = (path: string, arrivals: readonly OracleArrival[]) =>
  arrivals.filter((arrival) => arrival.path === path);
