/**
 * Finds what a person should be told, by what others have found: endpoints that are recorded as failing, queues that are
 * delayed, consumers that no longer poll, deliveries that were given up, and what the server says of itself. Nothing is
 * measured here.
 *
 * Promises: what was said is stored with what is to be told of it, in one write, so that a restart or another node neither
 * says it again nor forgets its end. What a channel tells began after the channel was made.
 */
import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import { DELAYED_ABOVE_MS } from '../contract/endpoint-state';
import type { NoticeKind } from '../contract/notice-channel';
import type { NoticeChannelRecord } from '../storage/installation/notice-channel-store';
import type {
  NewestFailure,
  NoticeCondition,
  NoticeFacts,
  NoticeNews,
  NoticeRecord,
  NoticeStore,
} from '../storage/messages/notice-store';
import type { SilentConsumerRecord } from '../storage/messages/silent-consumer-store';
import { createNoticesOf, hostOf } from './notice-outbox';
import { type ServiceSources, serviceConditions } from './service-conditions';

/** An endpoint for which what is due waits, or waited. */
export interface KnownWait {
  readonly appId: string;
  readonly endpointId: string;
  /** How long, in milliseconds. Null: nobody can say, or nothing is sent to it now. */
  readonly waitMs: number | null;
}

/** With what it is not done with, up to a bound. */
interface SilentConsumer extends SilentConsumerRecord {
  readonly lag: { readonly count: number; readonly isMore: boolean };
}

interface NoticeFinderParts {
  readonly store: NoticeStore;
  readonly service: ServiceSources;
  /** Endpoints that are delayed, on whatever node, and those of `known`, unless they are gone. */
  readonly delayed: (known: readonly string[]) => Promise<readonly KnownWait[]>;
  /** Consumers of polling endpoints that no longer poll, though messages wait for them. */
  readonly silent: () => Promise<readonly SilentConsumer[]>;
  /** Null: it is gone. */
  readonly describe: (
    endpoint: Pick<KnownWait, 'appId' | 'endpointId'>,
  ) => Promise<{ readonly url: string; readonly appName: string } | null>;
  /** How long an endpoint fails before the first notice. */
  readonly noticeAfterMs: number;
  readonly clock: Clock;
  readonly newId: NewId;
}

const MINUTE_MS = 60_000;
const DELAY_TOLD_ABOVE_MS = 15 * MINUTE_MS;
/** How long a queue is short before it is said to be: one that another node has taken over looks empty at first. */
const SHORT_FOR_MS = MINUTE_MS;
const DIGEST_EVERY_MS = 60 * MINUTE_MS;
/** After a longer time without a look, the next digest begins anew: nobody wanted to be told. */
const DIGEST_MOST_MS = 2 * DIGEST_EVERY_MS;
/** Endpoints of one look; the next look finds the others. */
const MOST_AT_ONCE = 500;
/** Endpoints for which a cause is looked up: as many as a message names. */
const WITH_CAUSE = 10;
/** Of which the end is told too, by the same kind. */
const TELLS_END: ReadonlySet<NoticeKind> = new Set(['delivery.delayed', 'service.backup', 'service.offline']);
/** Where the digest of what was given up has got to. */
const DIGEST = { kind: 'messages.given_up', subject: '' } as const;

interface Found {
  readonly begun: NoticeCondition[];
  readonly ended: Pick<NoticeCondition, 'kind' | 'subject'>[];
  readonly toTell: {
    readonly kind: NoticeKind;
    readonly facts: NoticeFacts;
    readonly since: number;
    /** Absent: all that were there. */
    readonly channels?: readonly NoticeChannelRecord[];
  }[];
}

/** Makes the function that looks, for the sake of these channels. */
export function createNoticeFinder(parts: NoticeFinderParts) {
  const { store, clock } = parts;
  const noticesOf = createNoticesOf({ newId: parts.newId, now: () => clock.now() });
  /** Since when the queues of endpoints that were delayed have been short. */
  const shortSince = new Map<string, number>();

  return async (channels: readonly NoticeChannelRecord[]): Promise<void> => {
    const found: Found = { begun: [], ended: [], toTell: [] };
    const stored = await store.listConditions();
    await findFailing(parts, found);
    await findStanding(parts, found, { stored, shortSince });
    await findGivenUp(parts, found, { stored, channels });
    if (found.begun.length + found.ended.length === 0) return;
    const notices: NoticeRecord[] = found.toTell.flatMap(({ kind, facts, since, channels: some }) =>
      noticesOf(
        (some ?? channels).filter(({ createdAt }) => since >= createdAt),
        kind,
        facts,
      ),
    );
    const news: NoticeNews = { begun: found.begun, ended: found.ended, notices };
    await store.note(news);
  };
}

async function findFailing(
  { store, clock, noticeAfterMs }: NoticeFinderParts,
  { begun, ended, toTell }: Found,
) {
  const failing = await store.listNewlyFailing(clock.now() - noticeAfterMs, MOST_AT_ONCE);
  for (const [n, { appId, appName, endpointId, url, failingSince }] of failing.entries()) {
    const cause = n < WITH_CAUSE ? causeOf(await store.newestFailure(endpointId)) : null;
    const facts = {
      ...{ appId, appName, endpointId, host: hostOf(url), since: failingSince },
      ...(cause !== null && { detail: cause }),
    };
    begun.push({ kind: 'endpoint.failing', subject: endpointId, facts, since: failingSince });
    toTell.push({ kind: 'endpoint.failing', facts, since: failingSince + noticeAfterMs });
  }
  for (const { subject, facts, hasRecovered } of await store.listEndedFailures(MOST_AT_ONCE)) {
    ended.push({ kind: 'endpoint.failing', subject });
    // To those who were told that it fails.
    if (hasRecovered)
      toTell.push({ kind: 'endpoint.recovered', facts, since: (facts.since ?? 0) + noticeAfterMs });
  }
}

/** What is so now, against what was so at the last look. */
async function findStanding(
  parts: NoticeFinderParts,
  { begun, ended, toTell }: Found,
  {
    stored,
    shortSince,
  }: { readonly stored: readonly NoticeCondition[]; readonly shortSince: Map<string, number> },
) {
  const now = parts.clock.now();
  const isStored = (kind: NoticeKind, subject: string) =>
    stored.some((other) => other.kind === kind && other.subject === subject);
  const standing = new Set<string>();
  const stands = (condition: NoticeCondition) => {
    standing.add(`${condition.kind} ${condition.subject}`);
    if (isStored(condition.kind, condition.subject)) return;
    begun.push(condition);
    // Nobody could be told of it while it lasts.
    if (condition.kind === 'service.offline') return;
    // A crash is over when it is found, and of no interest to a channel that was made since.
    toTell.push(condition.kind === 'service.restarted' ? condition : { ...condition, since: now });
  };
  for (const condition of serviceConditions(parts.service, now)) stands(condition);
  const kind = 'delivery.delayed';
  const wereDelayed = stored.flatMap((other) => (other.kind === kind ? other.subject : []));
  const gone = new Set(wereDelayed);
  for (const { appId, endpointId, waitMs } of await parts.delayed(wereDelayed)) {
    gone.delete(endpointId);
    // What has begun lasts until the queue is short, whether attempts fail or not: one around the limit is one notice.
    if (isStored(kind, endpointId)) {
      const isShort = waitMs !== null && waitMs <= DELAYED_ABOVE_MS;
      const since = isShort ? (shortSince.get(endpointId) ?? now) : null;
      if (since === null) shortSince.delete(endpointId);
      else shortSince.set(endpointId, since);
      if (since === null || now - since < SHORT_FOR_MS) standing.add(`${kind} ${endpointId}`);
    } else if (waitMs !== null && waitMs > DELAY_TOLD_ABOVE_MS) {
      const names = await parts.describe({ appId, endpointId });
      if (!names) continue;
      const facts = { appId, appName: names.appName, endpointId, host: hostOf(names.url), since: now };
      stands({ kind, subject: endpointId, facts, since: now });
    }
  }
  for (const { appId, appName, pollerId, uid, description, name, polledAt, lag } of await parts.silent()) {
    const host = `${name} at ${description || uid || pollerId}`;
    const detail = `${lag.isMore ? 'more than ' : ''}${lag.count.toLocaleString('en')}`;
    const facts = { appId, appName, pollerId, host, detail, since: polledAt };
    stands({ kind: 'poller.silent', subject: `${pollerId} ${name}`, facts, since: now });
  }
  for (const { kind, subject, facts, since } of stored) {
    if (kind === DIGEST.kind || standing.has(`${kind} ${subject}`)) continue;
    ended.push({ kind, subject });
    shortSince.delete(subject);
    if (TELLS_END.has(kind) && !gone.has(subject))
      toTell.push({ kind, facts: { ...facts, isOver: true }, since });
  }
}

/** A digest each hour: how many, and why the newest was. */
async function findGivenUp(
  { store, clock }: NoticeFinderParts,
  { begun, toTell }: Found,
  {
    stored,
    channels,
  }: { readonly stored: readonly NoticeCondition[]; readonly channels: readonly NoticeChannelRecord[] },
) {
  const now = clock.now();
  const from = stored.find(({ kind }) => kind === DIGEST.kind)?.since;
  if (from !== undefined && now - from < DIGEST_EVERY_MS && now >= from) return;
  begun.push({ ...DIGEST, facts: {}, since: now });
  // The first begins with what is given up from now on.
  if (from === undefined || now - from > DIGEST_MOST_MS) return;
  const telling = channels.filter(({ notices }) => notices.includes(DIGEST.kind));
  const beginOf = ({ createdAt }: NoticeChannelRecord) => Math.max(from, createdAt);
  for (const begin of new Set(telling.map(beginOf))) {
    const some = telling.filter((channel) => beginOf(channel) === begin);
    const givenUp = await store.countGivenUp(begin, now);
    for (const [n, { appId, appName, endpointId, url, count }] of givenUp.entries()) {
      const cause = n < WITH_CAUSE ? causeOf(await store.newestFailure(endpointId)) : null;
      const what = `${count.toLocaleString('en')} ${count === 1 ? 'message was' : 'messages were'} given up`;
      const detail = cause === null ? what : `${what} (${cause})`;
      const facts = { appId, appName, endpointId, host: hostOf(url), detail };
      toTell.push({ kind: DIGEST.kind, facts, since: now, channels: some });
    }
  }
}

function causeOf(failure: NewestFailure | null): string | null {
  if (failure === null) return null;
  return failure.status === 0 ? failure.reason || null : `HTTP ${failure.status}`;
}
