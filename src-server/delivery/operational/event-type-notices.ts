import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { WokenService } from '../../base/woken-service';
import type { OperationalNotice } from '../../contract/operational-webhook';
import type { EventTypeNoticeStore, NoticeableVersion } from '../../storage/catalog/event-type-notice-store';
import type { EventTypeUsageStore } from '../../storage/catalog/event-type-usage-store';
import type { OperationalOutbox } from './operational-outbox';

interface EventTypeNoticesParts {
  readonly store: EventTypeNoticeStore;
  readonly usage: Pick<EventTypeUsageStore, 'countReceivers' | 'listReceivers'>;
  readonly notices: {
    readonly store: OperationalOutbox['storeNotices'];
    /** False: nobody wants any notice. */
    isWanted(): boolean;
  };
  readonly clock: Clock;
  readonly log: Log;
}

/** Most endpoints whose applications a notice names. */
const ENDPOINTS_MAX = 1000;

/**
 * Tells operational endpoints what changes for those who receive an event type. Each version of the history is looked at
 * once, and what is said about it is stored in the same write. It is woken when the catalog has changed. On several nodes,
 * the one that keeps house runs it.
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
        const about = await this.#about(batch.versions);
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
      const isBreaking = version.difference.verdict === 'breaking';
      if (!version.announced || (!isBreaking && !version.isDeprecation)) continue;
      const receivers = await this.#receiversOf(version.name);
      if (receivers.appIds.length === 0) continue;
      const about = { eventType: version.name, ...receivers };
      if (isBreaking)
        notices.push({ type: 'event_type.changed', data: { ...about, changes: breakingWords(version) } });
      if (version.isDeprecation) {
        const { sunsetAt, replacedBy } = version;
        notices.push({ type: 'event_type.deprecated', data: { ...about, sunsetAt, replacedBy } });
      }
    }
    return notices;
  }

  async #receiversOf(name: string) {
    const { usage, clock } = this.#parts;
    const endpoints = await usage.listReceivers(name, null, clock.now(), ENDPOINTS_MAX);
    const appIds = [...new Set(endpoints.map(({ appId }) => appId))];
    if (endpoints.length < ENDPOINTS_MAX) return { appIds, more: 0 };
    const { applications } = await usage.countReceivers(name, null, clock.now());
    return { appIds, more: Math.max(0, applications - appIds.length) };
  }
}

function breakingWords({ difference }: NoticeableVersion): string[] {
  return difference.changes.flatMap(({ effect, where, text }) =>
    effect === 'breaking' ? `${where}: ${text}` : [],
  );
}
