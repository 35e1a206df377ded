/**
 * Shows on this node what happens on all of them.
 *
 * While somebody watches the live view here, and only then, one stream from each other node is open; what it says goes
 * into the bus of this node, from where nothing is told to others. Nodes that come and go are noticed at each beat, and
 * a stream that broke is opened again then. Of the traffic of an endpoint, only what its sender says is shown.
 */
import { randomUUID } from 'node:crypto';
import type { LiveEvent, LiveTraffic } from '../contract/live-event';
import type { SharedLiveBus } from '../live/live-bus';
import type { Traffic } from '../live/traffic';
import type { Cluster } from './interface/cluster';
import { othersOf } from './other-nodes';
import type { Peer, PeerClient } from './peer-client';
import { ENDPOINTS_MAX, live, watchLive } from './peer-operations';

interface LiveFanInParts {
  readonly cluster: Pick<Cluster, 'state' | 'isSelf' | 'ownerOf' | 'onBeat'>;
  readonly client: Pick<PeerClient, 'call' | 'follow'>;
  readonly liveBus: Pick<SharedLiveBus, 'relay' | 'onWatched'>;
  readonly traffic: Pick<Traffic, 'watch'>;
}

export interface LiveFanIn extends Pick<Traffic, 'watch'> {
  /** Closes all streams. */
  stop(): void;
}

/** An open stream. */
interface Stream {
  readonly id: string;
  readonly node: Peer;
  readonly end: AbortController;
}

export function createLiveFanIn({ cluster, client, liveBus, traffic }: LiveFanInParts): LiveFanIn {
  const streams = new Map<string, Stream>();
  const watchers = new Set<BucketWatcher>();
  let isWatched = false;

  function endpointIds(): string[] {
    const ids = new Set([...watchers].flatMap((watcher) => watcher.endpointIds));
    return [...ids].slice(0, ENDPOINTS_MAX);
  }

  function open(node: Peer): void {
    const stream = { id: randomUUID(), node, end: new AbortController() };
    streams.set(node.id, stream);
    const body = { stream: stream.id, endpointIds: endpointIds() };
    const take = (line: string) => receive(node, line);
    void client.follow(node, live, body, { take, signal: stream.end.signal }).finally(() => {
      if (streams.get(node.id) === stream) streams.delete(node.id);
    });
  }

  function receive(node: Peer, line: string): void {
    const event = parse(line);
    if (event === null) return;
    if (event.kind !== 'buckets') {
      liveBus.relay(event);
      return;
    }
    const traffic = event.endpoints.filter(({ endpointId }) => cluster.ownerOf(endpointId)?.id === node.id);
    for (const watcher of watchers) watcher.tell(traffic);
  }

  function follow(): void {
    const nodes = isWatched ? othersOf(cluster) : [];
    for (const [id, { end }] of streams) {
      if (nodes.some((node) => node.id === id)) continue;
      streams.delete(id);
      end.abort();
    }
    for (const node of nodes) if (!streams.has(node.id)) open(node);
  }

  /** Each tells its whole state anew. A stream that cannot be told so is opened again. */
  function watchAgain(): void {
    for (const { id, node, end } of streams.values()) {
      const body = { stream: id, endpointIds: endpointIds() };
      client.call(node, watchLive, body).then(
        ({ isOpen }) => isOpen || end.abort(),
        () => end.abort(),
      );
    }
  }

  liveBus.onWatched((isWatchedNow) => {
    isWatched = isWatchedNow;
    follow();
  });
  cluster.onBeat(async () => {
    follow();
    const moved = [...watchers].filter((watcher) => watcher.watchAgain());
    if (moved.length > 0) watchAgain();
  });

  return {
    watch(ids, listener) {
      const watcher = new BucketWatcher({ cluster, traffic }, ids, listener);
      watchers.add(watcher);
      watcher.watchAgain();
      watchAgain();
      return () => {
        watchers.delete(watcher);
        watcher.stop();
      };
    },
    stop() {
      isWatched = false;
      follow();
    },
  };
}

type WatcherParts = Pick<LiveFanInParts, 'cluster' | 'traffic'>;
type Listener = (endpoints: readonly LiveTraffic[]) => void;

/** Watches endpoints: those of this node, and those that nobody sends to, in its own memory. */
class BucketWatcher {
  readonly endpointIds: readonly string[];
  readonly #parts: WatcherParts;
  readonly #wanted: ReadonlySet<string>;
  readonly #listener: Listener;
  /** By whom each endpoint is sent to, as it was when the watch began. */
  #owners: string | null = null;
  #unwatch: () => void = () => undefined;

  constructor(parts: WatcherParts, endpointIds: readonly string[], listener: Listener) {
    this.#parts = parts;
    this.endpointIds = endpointIds;
    this.#wanted = new Set(endpointIds);
    this.#listener = listener;
  }

  tell(endpoints: readonly LiveTraffic[]): void {
    const wanted = endpoints.filter(({ endpointId }) => this.#wanted.has(endpointId));
    if (wanted.length > 0) this.#listener(wanted);
  }

  /** @returns whether somebody else has become the sender of an endpoint; then everything is told anew */
  watchAgain(): boolean {
    const { cluster, traffic } = this.#parts;
    const all = this.endpointIds.map((id) => ({ id, owner: cluster.ownerOf(id) }));
    const owners = all.map(({ owner }) => owner?.id ?? '').join();
    if (owners === this.#owners) return false;
    this.#owners = owners;
    this.#unwatch();
    const here = all.filter(({ owner }) => owner === null || cluster.isSelf(owner)).map(({ id }) => id);
    this.#unwatch = here.length === 0 ? () => undefined : traffic.watch(here, this.#listener);
    return true;
  }

  stop(): void {
    this.#unwatch();
  }
}

/** Null: it is not one. */
function parse(line: string): LiveEvent | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
