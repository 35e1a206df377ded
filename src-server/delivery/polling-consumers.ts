import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import { LIST_EXAMINED_MAX } from '../contract/limits';
import {
  type PollingConsumerRecord,
  type PollingConsumerStore,
  TooManyConsumers,
} from '../storage/installation/polling-consumer-store';
import type { PollingEndpointRecord } from '../storage/installation/polling-endpoint-store';
import { takesMessage } from './endpoints/match-endpoints';
import {
  creationOf,
  findByOffset,
  offsetsOf,
  type PolledPage,
  type PolledPageParts,
  type PolledRange,
  readPolledPage,
} from './polled-page';

/** How often a poll is begun anew because the consumer was moved meanwhile. */
const TRIES_MAX = 5;
/** How exactly it is known when a consumer last asked. */
const POLLED_EVERY_MS = 60_000;
/** Consumers of one polling endpoint. */
const CONSUMERS_MAX = 100;
/** Messages among which those are counted that a consumer is not done with. Many consumers share `LIST_EXAMINED_MAX`. */
const LAG_MAX = 1000;

interface ConsumerParts extends PolledPageParts {
  readonly pollingConsumers: PollingConsumerStore;
  readonly clock: Pick<Clock, 'now'>;
}

/** A poll without its position, which the server keeps. */
type Wish = Omit<PolledRange, 'after'>;

/** The readers of polling endpoints whose position the server keeps, each under a name of its own. */
export interface PollingConsumers {
  /**
   * The next messages. The consumer is then done with them, unless it comes back with an earlier position.
   * @param from where to begin. Null: where it is
   */
  poll(poller: PollingEndpointRecord, name: string, wish: Wish, from: string | null): Promise<PolledPage>;
  /**
   * The next messages that it was not given within the lease. Until it has committed them, they come again after that.
   * @param start says where a new consumer begins
   */
  lease(
    poller: PollingEndpointRecord,
    name: string,
    wish: Wish,
    lease: { readonly ms: number; readonly start: () => Promise<string> | string },
  ): Promise<PolledPage>;
  /**
   * It is done with the message of this offset, and with all before it.
   * @throws ApiError 422 if it was not given that one
   */
  commit(poller: PollingEndpointRecord, name: string, offset: number): Promise<'done' | 'not-given'>;
  /** Has it go on after this id; it is created if it is not there. */
  seek(poller: PollingEndpointRecord, name: string, position: string): Promise<void>;
}

export function createPollingConsumers(parts: ConsumerParts): PollingConsumers {
  const { pollingConsumers: store, polledMessages, clock } = parts;

  function created({ id }: PollingEndpointRecord, name: string, position: string): PollingConsumerRecord {
    const now = clock.now();
    return { pollerId: id, name, position, leased: null, leasedUntil: null, polledAt: now, createdAt: now };
  }

  /** Begins anew while others move the same consumer. `work` returns what it becomes; null: it stays as it is. */
  async function moving<T>(
    poller: PollingEndpointRecord,
    name: string,
    work: (known: PollingConsumerRecord | undefined) => Promise<[T, PollingConsumerRecord | null]>,
  ): Promise<T> {
    for (let n = 0; n < TRIES_MAX; n++) {
      const known = await store.get(poller.id, name);
      const [result, after] = await work(known);
      if (after === null || !isNews(known, after)) return result;
      const isStored = await store.put(known, after, CONSUMERS_MAX).catch((cause) => {
        if (!(cause instanceof TooManyConsumers)) throw cause;
        const detail = `A polling endpoint may have ${CONSUMERS_MAX} consumers. Delete one first.`;
        throw apiError('limit_reached', detail);
      });
      if (isStored) return result;
    }
    throw apiError('unavailable', 'Too many polls of this consumer at the same time. Try again.', 1);
  }

  return {
    poll: (poller, name, wish, from) =>
      moving(poller, name, async (known) => {
        const consumer = known ?? created(poller, name, creationOf(poller));
        const page = await readPolledPage(parts, poller, { ...wish, after: from ?? consumer.position });
        const moved = { position: page.position, leased: null, leasedUntil: null, polledAt: clock.now() };
        return [page, { ...consumer, ...moved }];
      }),
    lease: (poller, name, wish, { ms, start }) =>
      moving(poller, name, async (known) => {
        const now = clock.now();
        const consumer = known ?? created(poller, name, await start());
        const earlierUntil = consumer.leasedUntil ?? 0;
        const isLeased = consumer.leased !== null && earlierUntil > now;
        const after = (isLeased && consumer.leased) || consumer.position;
        const page = await readPolledPage(parts, poller, { ...wish, after });
        const leased = page.messages.at(-1)?.id;
        const polled = { ...consumer, polledAt: now };
        if (leased !== undefined) {
          // What was given before may come again no earlier than was said then.
          return [page, { ...polled, leased, leasedUntil: Math.max(now + ms, earlierUntil) }];
        }
        // It was looked at in vain, and need not be within the lease.
        if (isLeased) return [page, { ...polled, leased: page.position }];
        // Nothing before this is wanted: it need not be looked at again.
        return [page, { ...polled, position: page.position, leased: null, leasedUntil: null }];
      }),
    commit: (poller, name, offset) =>
      moving(poller, name, async (known) => {
        const { appId } = poller;
        if (!known) return ['not-given', null];
        const given = known.leased ?? known.position;
        const [last = 0] = await offsetsOf(polledMessages, appId, [given]);
        if (offset > last) return ['not-given', null];
        if (offset === last && known.leased !== null) {
          return ['done', { ...known, position: known.leased, leased: null, leasedUntil: null }];
        }
        const position = await findByOffset(polledMessages, appId, offset);
        if (position === undefined) return ['not-given', null];
        return ['done', position > known.position ? { ...known, position } : null];
      }),
    seek: (poller, name, position) =>
      moving(poller, name, async (known) => {
        const consumer = known ?? { ...created(poller, name, position), polledAt: null };
        return [undefined, { ...consumer, position, leased: null, leasedUntil: null }];
      }),
  };
}

/** What a consumer is not done with. */
export interface Lag {
  readonly count: number;
  /** Whether it may be more, since no more messages were looked at. */
  readonly isMore: boolean;
  readonly firstId: string | null;
}

/** What each of some consumers is not done with, by event types and channels, up to a bound. */
export async function lagsOf<Consumer extends Pick<PollingConsumerRecord, 'position'>>(
  { polledMessages, now }: Pick<PolledPageParts, 'polledMessages' | 'now'>,
  poller: Pick<PollingEndpointRecord, 'appId' | 'filterTypes' | 'channels'>,
  consumers: readonly Consumer[],
): Promise<readonly (readonly [Consumer, Lag])[]> {
  const belowId = await polledMessages.settledBelow(now());
  const most = Math.min(LAG_MAX, Math.floor(LIST_EXAMINED_MAX / consumers.length));
  const lags: [Consumer, Lag][] = [];
  for (const consumer of consumers) {
    const range = { afterId: consumer.position, belowId, withChannels: poller.channels !== null };
    const rows = await polledMessages.listAfter(poller.appId, range, most + 1);
    const behind = rows.filter((row) => takesMessage({ ...poller, filterGroups: null }, row));
    const count = Math.min(behind.length, most);
    lags.push([consumer, { count, isMore: rows.length > most, firstId: behind[0]?.id ?? null }]);
  }
  return lags;
}

/** Whether there is more to store than that it has asked once again within the last minute. */
function isNews(known: PollingConsumerRecord | undefined, after: PollingConsumerRecord): boolean {
  if (!known) return true;
  if (known.position !== after.position || known.leased !== after.leased) return true;
  if (known.leasedUntil !== after.leasedUntil) return true;
  return (after.polledAt ?? 0) - (known.polledAt ?? 0) >= POLLED_EVERY_MS;
}
