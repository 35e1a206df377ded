import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../base/clock';
import type { Service } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import type { Delivery } from '../../delivery/delivery';
import type { OtherSenders } from '../../delivery/endpoints/send-right';
import type { Mount } from '../../http/pipeline/app';
import {
  createPeerMount,
  type PeerLines,
  type PeerOperation,
  type PeerStream,
} from '../../http/pipeline/peer-mount';
import type { SharedLiveBus } from '../../live/live-bus';
import type { Traffic } from '../../live/traffic';
import { clusterKeyOf, hasClusterKey } from '../cluster-key';
import type { Cluster } from '../interface/cluster';
import type { OtherNodes } from '../interface/other-nodes';
import type { SenderNodes } from '../interface/sender-nodes';
import { createLiveFanIn } from '../live-fan-in';
import { createOtherNodes, othersOf } from '../other-nodes';
import { createOtherSenders } from '../other-senders';
import { createOwnLive } from '../own-live';
import { cancelHere, createOwnSender, createWakeOperation, type OwnSender } from '../own-sender';
import { createOwnShare, type OwnShareParts } from '../own-share';
import { createPeerClient, PEER_PREFIX } from '../peer-client';
import * as operations from '../peer-operations';
import { createSenderNodes } from '../sender-nodes';

interface PeersParts {
  /** Its beats begin after `serve`. */
  readonly cluster: Cluster;
  /** What the nodes share. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What this node answers from. */
interface OwnParts extends Omit<OwnShareParts, 'sendRight' | 'traffic' | 'delivery'> {
  readonly delivery: Delivery;
  readonly traffic: Traffic;
  readonly liveBus: SharedLiveBus;
}

/** What nodes that share a database tell and ask each other. */
export interface Peers {
  /** For the engine, which `serve` needs. */
  readonly otherSenders: OtherSenders;
  /** To be called once, before the first beat. */
  serve(parts: OwnParts): ServedPeers;
}

export interface ServedPeers {
  /** For the dispatcher. */
  readonly senderNodes: SenderNodes;
  /** For the operations over many endpoints. */
  readonly otherNodes: OtherNodes;
  /** In place of `Traffic.watch`, for the live stream. */
  readonly watch: Traffic['watch'];
  /** What other nodes call. */
  readonly mount: Mount;
  /** Streams of other nodes, and from them. To be stopped before the HTTP server. */
  readonly streams: Service;
  /** Connections to other nodes. To be stopped when nothing is sent any more. */
  readonly connections: Service;
}

export function createPeers({ cluster, secret, clock, log }: PeersParts): Peers {
  const { sendRight } = cluster;
  const key = clusterKeyOf(secret);
  const isPeer = (headers: IncomingHttpHeaders) => hasClusterKey(headers, key);
  const client = createPeerClient(key, clock);
  // The engine tells other nodes what is new for them, and is what they tell it to.
  let own: OwnSender;
  const otherSenders = createOtherSenders({
    cluster,
    client,
    own: {
      take: (news) => own.take(news),
      cancel: (endpointId, deliveryIds) => own.cancel(endpointId, deliveryIds),
    },
    log,
  });
  // Otherwise they would only see it at their next beat.
  cluster.onFreed(() => {
    for (const node of othersOf(cluster)) {
      client.call(node, operations.freed, {}).catch((cause: unknown) => {
        log.debug({ err: cause, nodeId: node.id }, 'a node was not told that slots are free');
      });
    }
  });
  return {
    otherSenders,
    serve(parts) {
      const { delivery, endpoints, liveBus, traffic } = parts;
      own = createOwnSender({ sendRight, sending: delivery });
      const ownShare = createOwnShare({ ...parts, sendRight });
      const ownLive = createOwnLive({ liveBus, traffic, clock });
      const fanIn = createLiveFanIn({ cluster, client, liveBus, traffic });
      const mount = createPeerMount({
        path: PEER_PREFIX,
        isPeer,
        operations: Object.fromEntries([
          checked(operations.wake, createWakeOperation(own, cluster)),
          checked(operations.freed, () => {
            cluster.beatNow();
            return {};
          }),
          checked(operations.cancel, (body) => cancelHere(own, body)),
          checked(operations.deliveryState, () => ownShare.deliveryState()),
          checked(operations.delayed, () => ownShare.delayed()),
          checked(operations.minutes, (body) => ownShare.minutes(body)),
          checked(operations.queues, (body) => ownShare.queues(body)),
          checked(operations.explain, (body) => ownShare.explain(body)),
          checked(operations.watchLive, (body) => ownLive.watch(body)),
        ]),
        streams: Object.fromEntries([streaming(operations.live, ownLive.follow)]),
      });
      return {
        senderNodes: createSenderNodes({ cluster, client, endpoints, isPeer, clock, log }),
        otherNodes: createOtherNodes({ cluster, client, log }),
        watch: fanIn.watch,
        mount,
        streams: {
          name: 'streams between nodes',
          start: () => mount.start(),
          async stop() {
            fanIn.stop();
            await mount.stop();
          },
        },
        connections: {
          name: 'connections to other nodes',
          start: () => Promise.resolve(),
          stop: () => client.close(),
        },
      };
    },
  };
}

/** An operation that checks what comes in. */
function checked<In, Out>(
  { path, checkBody }: operations.PeerOperation<In, Out>,
  handle: (body: In) => Out | Promise<Out>,
): readonly [path: string, PeerOperation] {
  return [
    path,
    async (body) => {
      checkBody(body);
      return handle(body as In);
    },
  ];
}

function streaming<In>(
  { path, checkBody }: operations.PeerOperation<In, unknown>,
  follow: (body: In, lines: PeerLines) => void,
): readonly [path: string, PeerStream] {
  return [
    path,
    (body) => {
      checkBody(body);
      return (lines) => follow(body as In, lines);
    },
  ];
}
