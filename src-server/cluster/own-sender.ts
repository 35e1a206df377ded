import type { SendRight } from '../delivery/endpoints/send-right';
import type { SharedSending } from '../delivery/shared-sending';
import type { Cluster } from './interface/cluster';
import type { BodyOf, cancel, ReplyOf, wake } from './peer-operations';

/** What is new for an endpoint, as `OtherSenders` says it. */
export type EndpointNews = BodyOf<typeof wake>['news'][number];

interface OwnSenderParts {
  readonly sendRight: Pick<SendRight, 'covers'>;
  readonly sending: Pick<
    SharedSending,
    'storedElsewhere' | 'learn' | 'madeDueElsewhere' | 'forgiveHere' | 'cancelHere'
  >;
}

/** The sender of this node, for those who are told that it sends to an endpoint. */
export interface OwnSender {
  /** @returns the news of endpoints that it does not send to */
  take(news: readonly EndpointNews[]): Promise<readonly EndpointNews[]>;
  /** @returns how many ended; null: it does not send to the endpoint @throws ApiError unavailable */
  cancel(endpointId: string, deliveryIds: readonly number[]): Promise<number | null>;
}

export function createOwnSender({ sendRight, sending }: OwnSenderParts): OwnSender {
  /** @returns endpoints that could not be read yet */
  async function wakeAll(news: readonly EndpointNews[]): Promise<readonly string[]> {
    const counts = new Map<string, number>();
    for (const { endpointId, stored } of news) if (stored > 0) counts.set(endpointId, stored);
    const unknown = sending.storedElsewhere(counts);
    if (unknown.length === 0) return [];
    try {
      await sending.learn(unknown);
    } catch {
      return unknown; // the database is away: they come again with the next beat
    }
    sending.storedElsewhere(new Map(unknown.map((id) => [id, counts.get(id) ?? 0])));
    return [];
  }

  return {
    async take(news) {
      const covered = news.filter(({ endpointId }) => sendRight.covers(endpointId));
      for (const { endpointId, madeDue, isForgiven } of covered) {
        if (isForgiven) sending.forgiveHere(endpointId);
        if (madeDue > 0) sending.madeDueElsewhere(endpointId, madeDue);
      }
      const [isCovered, isUnread] = [new Set(covered), new Set(await wakeAll(covered))];
      return news.filter((item) => !isCovered.has(item) || isUnread.has(item.endpointId));
    },
    async cancel(endpointId, deliveryIds) {
      return sendRight.covers(endpointId) ? sending.cancelHere(endpointId, deliveryIds) : null;
    },
  };
}

/** Messages of other nodes, each taken once: one whose answer was lost comes again. */
export function createWakeOperation(own: OwnSender, cluster: Pick<Cluster, 'state' | 'onBeat'>) {
  const last = new Map<string, { readonly number: number; readonly reply: Promise<ReplyOf<typeof wake>> }>();
  cluster.onBeat(async () => {
    const ids = new Set(cluster.state().nodes.map(({ id }) => id));
    for (const from of last.keys()) if (!ids.has(from)) last.delete(from);
  });

  const take = async (news: readonly EndpointNews[]) => ({
    notMine: (await own.take(news)).map(({ endpointId }) => endpointId),
  });

  return ({ from, number, news }: BodyOf<typeof wake>): Promise<ReplyOf<typeof wake>> => {
    const before = last.get(from);
    if (before?.number === number) return before.reply;
    const reply = take(news);
    last.set(from, { number, reply });
    reply.catch(() => last.delete(from));
    return reply;
  };
}

/** The response of this node to `cancel`. */
export async function cancelHere(
  own: OwnSender,
  { endpointId, deliveryIds }: BodyOf<typeof cancel>,
): Promise<ReplyOf<typeof cancel>> {
  return { ended: await own.cancel(endpointId, deliveryIds) };
}
