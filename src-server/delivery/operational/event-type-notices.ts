import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { WokenService } from '../../base/woken-service';
import type { EventTypeNotice, OperationalNotice } from '../../contract/operational-webhook';
import type { EventTypeNoticeStore, NoticeableVersion } from '../../storage/catalog/event-type-notice-store';
import type {
  EventTypeUsageStore,
  ReceivedType,
  ToldEndpoint,
} from '../../storage/catalog/event-type-usage-store';
import type { NoticeWriter, ToldTarget } from './operational-outbox';

interface EventTypeNoticesParts {
  readonly store: EventTypeNoticeStore;
  readonly usage: Omit<EventTypeUsageStore, 'countDeliveries'>;
  readonly notices: NoticeWriter;
  readonly clock: Clock;
  readonly log: Log;
}

/** Most endpoints whose applications a notice names. */
const ENDPOINTS_MAX = 1000;
/** Endpoints of customers that are read at once. */
const TOLD_AT_ONCE = 500;

/**
 * Tells operational endpoints, and those of customers that want it (`eventTypeNotices`), what changes for those who receive
 * an event type. Each version of the history is looked at once: what operational endpoints are told is stored in the same
 * write, and before it what customers are told, under a key that is stored only once. It is woken when the catalog has
 * changed. On several nodes, the one that keeps house runs it.
 */
export class EventTypeNotices extends WokenService {
  readonly name = 'notices about event types';
  readonly #parts: EventTypeNoticesParts;

  constructor(parts: EventTypeNoticesParts) {
    super(parts.clock);
    this.#parts = parts;
  }

  protected async look(): Promise<void> {
    const { store, notices, log } = this.#parts;
    try {
      while (this.isRunning) {
        const batch = await store.next();
        if (!batch) return;
        const versions = batch.versions.filter(isToldOf);
        const about = await this.#about(versions);
        await this.#tellCustomers(versions);
        const announce = await store.end(batch, (tx) => notices.store(tx, about));
        announce?.();
      }
    } catch (cause) {
      log.warn({ err: cause }, 'changes of event types were not reported; the next change reports them too');
    }
  }

  async #about(versions: readonly NoticeableVersion[]): Promise<OperationalNotice[]> {
    const notices: OperationalNotice[] = [];
    if (!this.#parts.notices.isWanted()) return notices;
    for (const version of versions) {
      const receivers = await this.#receiversOf({ ...version, featureFlags: null });
      if (receivers.appIds.length === 0) continue;
      for (const { type, data } of noticesOf(version))
        notices.push({ type, data: { ...data, ...receivers } } as OperationalNotice);
    }
    return notices;
  }

  /** Whoever was told before a crash is not told again: the key is the same. */
  async #tellCustomers(versions: readonly NoticeableVersion[]): Promise<void> {
    const { usage, notices } = this.#parts;
    if (versions.length === 0 || !(await usage.tellsAny())) return;
    for (const version of versions) {
      // It is no longer seen.
      if (version.archived) continue;
      const { replacedBy } = version;
      const isNamed = replacedBy !== null && (await usage.isSeenByAll(replacedBy));
      const own = noticesOf({ ...version, replacedBy: isNamed ? replacedBy : null });
      for await (const { appId, endpointIds } of this.#toldOf(version)) {
        for (const notice of own)
          await notices.tell(notice, { appId, endpointIds, key: keyOf(notice, version) });
      }
    }
  }

  /** The endpoints that are told, customer by customer. */
  async *#toldOf(type: ReceivedType): AsyncGenerator<Pick<ToldTarget, 'appId' | 'endpointIds'>, void> {
    const { usage, clock } = this.#parts;
    let own: ToldEndpoint[] = [];
    for (let after: ToldEndpoint | null = null, done = false; !done; ) {
      const page: ToldEndpoint[] = await usage.listTold(type, clock.now(), after, TOLD_AT_ONCE);
      for (const endpoint of page) {
        const [first] = own;
        if (first && first.appId !== endpoint.appId) {
          yield { appId: first.appId, endpointIds: own.map(({ id }) => id) };
          own = [];
        }
        own.push(endpoint);
      }
      after = page.at(-1) ?? null;
      done = page.length < TOLD_AT_ONCE;
    }
    const [first] = own;
    if (first) yield { appId: first.appId, endpointIds: own.map(({ id }) => id) };
  }

  async #receiversOf(type: ReceivedType) {
    const { usage, clock } = this.#parts;
    const endpoints = await usage.listReceivers(type, clock.now(), ENDPOINTS_MAX);
    const appIds = [...new Set(endpoints.map(({ appId }) => appId))];
    if (endpoints.length < ENDPOINTS_MAX) return { appIds, more: 0 };
    const { applications } = await usage.countReceivers(type, clock.now());
    return { appIds, more: Math.max(0, applications - appIds.length) };
  }
}

const isBreaking = ({ difference }: NoticeableVersion) => difference.verdict === 'breaking';

function isToldOf(version: NoticeableVersion): boolean {
  return version.announced && (isBreaking(version) || version.isDeprecation);
}

/** What is said of a version, whoever receives it. */
function noticesOf(version: NoticeableVersion): EventTypeNotice[] {
  const { name: eventType, sunsetAt, replacedBy } = version;
  return [
    ...(isBreaking(version)
      ? [{ type: 'event_type.changed', data: { eventType, changes: breakingWords(version) } } as const]
      : []),
    ...(version.isDeprecation
      ? [{ type: 'event_type.deprecated', data: { eventType, sunsetAt, replacedBy } } as const]
      : []),
  ];
}

/** Says nothing to who reads it. */
function keyOf({ type }: EventTypeNotice, { name, version }: NoticeableVersion): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([type, name, version]))
    .digest('hex');
  return `notice_${hash.slice(0, 32)}`;
}

function breakingWords({ difference }: NoticeableVersion): string[] {
  return difference.changes.flatMap(({ effect, where, text }) =>
    effect === 'breaking' ? `${where}: ${text}` : [],
  );
}
