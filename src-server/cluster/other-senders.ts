/**
 * Tells other nodes what is new for the endpoints that they send to.
 *
 * While a message to a node is on its way, what is new for it adds up by endpoint and leaves with the next one: under
 * load, batches become larger instead of more. Memory is bounded by the number of endpoints.
 * What a node did not take, or nobody sends to at the moment, waits for the next beat, and goes to whoever is the owner
 * then. A message whose answer was lost is repeated under its number, and counts once.
 */
import { apiError } from '../base/errors';
import type { Log } from '../base/log';
import type { OtherSenders } from '../delivery/endpoints/send-right';
import type { Cluster } from './interface/cluster';
import type { EndpointNews, OwnSender } from './own-sender';
import type { Peer, PeerClient } from './peer-client';
import { cancel, ENDPOINTS_MAX, wake } from './peer-operations';

interface OtherSendersParts {
  readonly cluster: Pick<Cluster, 'ownerOf' | 'isSelf' | 'selfId' | 'state' | 'onBeat'>;
  readonly client: Pick<PeerClient, 'call'>;
  /** What became news for an endpoint of this node. */
  readonly own: OwnSender;
  readonly log: Log;
}

type News = Map<string, EndpointNews>;

/** What is on its way to a node, or may have arrived there. */
interface Message {
  readonly number: number;
  readonly news: readonly EndpointNews[];
}

export function createOtherSenders({ cluster, client, own, log }: OtherSendersParts): OtherSenders {
  /** By the node that sends to the endpoint. */
  const waiting = new Map<string, News>();
  /** What waits for the next beat. */
  const later: News = new Map();
  const onTheirWay = new Set<string>();
  /** Messages without a response, by node. */
  const pending = new Map<string, Message>();
  let lastNumber = 0;

  function tell(news: EndpointNews): void {
    const owner = cluster.ownerOf(news.endpointId);
    if (!owner) addTo(later, news);
    else if (cluster.isSelf(owner)) void takeOwn(news);
    else addFor(owner.id, news);
  }

  function addFor(nodeId: string, news: EndpointNews): void {
    const batch = waiting.get(nodeId) ?? new Map();
    waiting.set(nodeId, batch);
    addTo(batch, news);
    if (onTheirWay.has(nodeId)) return;
    onTheirWay.add(nodeId);
    // At the end of this turn, so that a whole committed batch is one message.
    queueMicrotask(() => void sendAll(nodeId));
  }

  /** Sends until nothing waits for the node. What fails waits for the next beat. */
  async function sendAll(nodeId: string): Promise<void> {
    for (;;) {
      const message = pending.get(nodeId) ?? nextMessage(nodeId);
      if (!message) break;
      if (!(await send(nodeId, message))) {
        for (const news of takeAll(nodeId)) addTo(later, news);
        break;
      }
    }
    onTheirWay.delete(nodeId);
  }

  /** @returns whether the node answered */
  async function send(nodeId: string, message: Message): Promise<boolean> {
    const node = cluster.state().nodes.find(({ id, diedAt }) => id === nodeId && diedAt === null);
    pending.set(nodeId, message);
    try {
      if (!node) throw new Error('The node has gone.');
      const { notMine } = await client.call(node, wake, { from: cluster.selfId(), ...message });
      const refused = new Set(notMine);
      for (const news of message.news) if (refused.has(news.endpointId)) addTo(later, news);
      pending.delete(nodeId);
      return true;
    } catch (cause) {
      log.debug({ err: cause, nodeId }, 'a node did not take what is new for it');
      return false;
    }
  }

  function nextMessage(nodeId: string): Message | null {
    const batch = waiting.get(nodeId);
    const news = [...(batch?.values() ?? [])].slice(0, ENDPOINTS_MAX);
    for (const { endpointId } of news) batch?.delete(endpointId);
    if (batch?.size === 0) waiting.delete(nodeId);
    if (news.length === 0) return null;
    lastNumber += 1;
    return { number: lastNumber, news };
  }

  function takeAll(nodeId: string): readonly EndpointNews[] {
    const news = [...(waiting.get(nodeId)?.values() ?? [])];
    waiting.delete(nodeId);
    return news;
  }

  /** This node has become the owner. */
  async function takeOwn(news: EndpointNews): Promise<void> {
    for (const refused of await own.take([news])) addTo(later, refused);
  }

  /** Null: it is not known, or the node does not send to the endpoint any more. */
  async function cancelAt(node: Peer, endpointId: string, deliveryIds: readonly number[]) {
    try {
      return (await client.call(node, cancel, { endpointId, deliveryIds: [...deliveryIds] })).ended;
    } catch (cause) {
      log.debug({ err: cause, nodeId: node.id }, 'a node did not cancel deliveries');
      return null;
    }
  }

  cluster.onBeat(async () => {
    const living = new Set(cluster.state().nodes.flatMap(({ id, diedAt }) => (diedAt === null ? [id] : [])));
    for (const [nodeId, message] of pending) {
      if (onTheirWay.has(nodeId)) continue;
      if (living.has(nodeId)) {
        onTheirWay.add(nodeId);
        void sendAll(nodeId);
        continue;
      }
      pending.delete(nodeId);
      for (const news of message.news) addTo(later, news);
    }
    const news = [...later.values()];
    later.clear();
    for (const item of news) tell(item);
  });

  return {
    stored: (endpointId, count) => tell({ endpointId, stored: count, madeDue: 0, isForgiven: false }),
    madeDue: (endpointId, count) => tell({ endpointId, stored: 0, madeDue: count, isForgiven: false }),
    forgive: (endpointId) => tell({ endpointId, stored: 0, madeDue: 0, isForgiven: true }),
    async cancel(endpointId, deliveryIds) {
      const owner = cluster.ownerOf(endpointId);
      const isOwn = owner !== null && cluster.isSelf(owner);
      const ended = isOwn
        ? await own.cancel(endpointId, deliveryIds)
        : owner && (await cancelAt(owner, endpointId, deliveryIds));
      if (ended !== null) return ended;
      throw apiError(
        'unavailable',
        'The server that sends to this endpoint cannot be reached. Try again.',
        1,
      );
    },
  };
}

function addTo(batch: News, { endpointId, stored, madeDue, isForgiven }: EndpointNews): void {
  const before = batch.get(endpointId);
  batch.set(endpointId, {
    endpointId,
    stored: stored + (before?.stored ?? 0),
    madeDue: madeDue + (before?.madeDue ?? 0),
    isForgiven: isForgiven || before?.isForgiven === true,
  });
}
