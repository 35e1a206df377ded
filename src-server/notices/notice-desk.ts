/**
 * Tells people, by the channels that they set up, what happens here.
 *
 * Promises: one message says all that waits of one kind; between two of a kind by one channel are five minutes, except that
 * the end of something is told at once; what fails is tried again each minute for an hour, and then the channel is shown as
 * failing; nothing waits for another channel or another kind. What waits is stored, so a restart forgets nothing; a crash
 * right after a message may repeat it. On several nodes, the one that keeps house runs it.
 * While the database is in trouble, nothing may be stored: so that is told from memory, and once in this process.
 * Not promised: what begins and ends between two looks.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { Log } from '../base/log';
import { WokenService } from '../base/woken-service';
import type { NoticeKind } from '../contract/notice-channel';
import type { Database } from '../storage/database';
import type { NoticeChannelRecord, NoticeChannelStore } from '../storage/installation/notice-channel-store';
import type { NoticeFacts, NoticeRecord, NoticeStore } from '../storage/messages/notice-store';
import { composeNotice } from './compose-notice';
import type { NoticeChannels } from './notice-channels';
import { createNoticesOf } from './notice-outbox';
import type { SendNotice } from './notice-sender';

interface NoticeDeskParts {
  readonly channelStore: Pick<NoticeChannelStore, 'listAll'>;
  readonly store: NoticeStore;
  readonly secretOf: NoticeChannels['secretOf'];
  readonly send: SendNotice;
  /** Notes what has begun and ended, and what these channels are to tell of it. */
  readonly find: (channels: readonly NoticeChannelRecord[]) => Promise<void>;
  readonly db: Pick<Database, 'trouble'>;
  /** Why the disk of the database takes nothing more, in a sentence. Null: it does. */
  readonly fullDisk: () => Promise<string | null>;
  /** Whether the last process on this file ended without being stopped. In PostgreSQL, `find` finds that. */
  readonly endedUnasked: boolean;
  /** Whether other processes change the channels too. */
  readonly isShared: boolean;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

const LOOK_EVERY_MS = 10_000;
const BETWEEN_MS = 5 * 60_000;
const TRY_EVERY_MS = 60_000;
const TRIED_FOR_MS = 60 * 60_000;
/** How long a stop waits for those that have begun. */
const STOP_GRACE_MS = 1000;
/** Of a channel and kind, told at once; the next look reads the others. */
const MOST_AT_ONCE = 1000;

type Group = readonly [NoticeRecord, ...NoticeRecord[]];

export class NoticeDesk extends WokenService {
  readonly name = 'notices to people';
  readonly #parts: NoticeDeskParts;
  /** Those that tell something, as they were read last: what tells of a database in trouble cannot read it. */
  #channels: readonly NoticeChannelRecord[] = [];
  /** Messages on their way, and when to try again what failed; by channel, kind and customer. */
  readonly #sending = new Map<string, Promise<void>>();
  readonly #tryAt = new Map<string, number>();
  /** Of a trouble of the database, until its end was told. */
  #trouble: { readonly toldBy: Set<string>; readonly since: number } | null = null;
  #endedUnasked: boolean;
  readonly #madeAt: number;
  #stopping = new AbortController();

  constructor(parts: NoticeDeskParts) {
    super(parts.clock);
    this.#parts = parts;
    this.#endedUnasked = parts.endedUnasked;
    this.#madeAt = parts.clock.now();
  }

  override async start(): Promise<void> {
    this.#stopping = new AbortController();
    await super.start();
  }

  override async stop(): Promise<void> {
    await super.stop();
    // Whoever has taken a message and is about to say so would be told it again after the next start.
    const grace = this.#parts.clock.setTimer(STOP_GRACE_MS, () => this.#stopping.abort());
    await Promise.all(this.#sending.values());
    grace.cancel();
  }

  protected async look(): Promise<void> {
    if (!this.isRunning) return;
    const { db, fullDisk, log } = this.#parts;
    try {
      const trouble = db.trouble();
      const detail = trouble?.detail ?? (this.#channels.length > 0 ? await fullDisk() : null);
      if (detail !== null) this.#tellTrouble(detail);
      if (!trouble) await this.#lookAtStored(detail !== null);
    } catch (cause) {
      log.warn({ err: cause }, 'could not look for what people are to be told; it will be retried');
    }
    if (this.#channels.length > 0 || this.#parts.isShared) this.lookIn(LOOK_EVERY_MS);
  }

  async #lookAtStored(isFull: boolean): Promise<void> {
    const { channelStore, store, find } = this.#parts;
    // What is told while this look reads, would be read as waiting.
    const onTheirWay = new Set(this.#sending.keys());
    this.#channels = (await channelStore.listAll()).filter(({ disabled }) => !disabled);
    if (this.#channels.length === 0) {
      // It is no news for a channel that is made or switched on later.
      this.#trouble = null;
      this.#endedUnasked = false;
      return;
    }
    if (!isFull) await this.#noteOfProcess();
    await find(this.#channels);
    for (const group of groupsOf(await store.listWaiting(MOST_AT_ONCE))) {
      const [{ channelId, recipient }] = group;
      const channel = this.#channels.find(({ id }) => id === channelId);
      if (!channel) continue;
      // It was stored while the page for customers was taken away, and what is for the team is not for them.
      if (recipient !== '' && channel.customerLink === null) await store.drop(group);
      else this.#tell(channel, group, onTheirWay);
    }
  }

  /** What only this process knows. */
  async #noteOfProcess(): Promise<void> {
    const trouble = this.#trouble;
    if (!this.#endedUnasked && !trouble) return;
    const noticesOf = createNoticesOf({ newId: this.#parts.newId, now: () => this.#parts.clock.now() });
    const by = (isFor: (channel: NoticeChannelRecord) => boolean, kind: NoticeKind, facts: NoticeFacts) =>
      noticesOf(this.#channels.filter(isFor), kind, facts);
    const notices = [
      ...(this.#endedUnasked
        ? by(({ createdAt }) => createdAt <= this.#madeAt, 'service.restarted', {})
        : []),
      ...(trouble
        ? by(({ id }) => trouble.toldBy.has(id), 'service.storage', { isOver: true, since: trouble.since })
        : []),
    ];
    await this.#parts.store.note({ begun: [], ended: [], notices });
    this.#endedUnasked = false;
    this.#trouble = null;
  }

  /** Sends all of a kind by one channel, unless that is or was on its way, or it is too early. */
  #tell(channel: NoticeChannelRecord, group: Group, onTheirWay: ReadonlySet<string>): void {
    const { clock } = this.#parts;
    const [{ channelId, kind, recipient, facts }] = group;
    // Stored for an hour, where nobody may find whom it was told.
    const key = recipient === '' ? kind : `${kind} ${hashOf(recipient)}`;
    const now = clock.now();
    const isEnd = kind === 'endpoint.recovered' || facts.isOver === true;
    const agoMs = now - (channel.lastToldAt[key] ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back must not keep it from being told.
    const isEarly = !isEnd && agoMs >= 0 && agoMs < BETWEEN_MS;
    const place = `${channelId} ${key}`;
    if (onTheirWay.has(place) || this.#sending.has(place)) return;
    if (isEarly || now < (this.#tryAt.get(place) ?? 0)) return;
    const sending = this.#send(channel, group, { place, key })
      .catch((cause: unknown) =>
        this.#parts.log.warn({ err: cause, channel: channelId }, 'what became of a notice was not stored'),
      )
      .finally(() => this.#sending.delete(place));
    this.#sending.set(place, sending);
  }

  async #send(
    channel: NoticeChannelRecord,
    group: Group,
    { place, key }: { readonly place: string; readonly key: string },
  ): Promise<void> {
    const { store, clock, log } = this.#parts;
    const error = await this.#sendOnce(channel, group);
    const now = clock.now();
    if (error === null) {
      this.#tryAt.delete(place);
      await store.markTold(group, key, now);
      return;
    }
    // Cut off by the stop: it is told after the next start.
    if (this.#stopping.signal.aborted) return;
    log.warn({ channel: channel.id, reason: error }, 'a notice was not told');
    this.#tryAt.set(place, now + TRY_EVERY_MS);
    const late = group.filter(({ triedAt }) => triedAt !== null && now - triedAt >= TRIED_FOR_MS);
    const waiting = group.filter((notice) => !late.includes(notice));
    if (waiting.length > 0) await store.markFailed(waiting, { error, now, givenUp: false });
    if (late.length > 0) await store.markFailed(late, { error, now, givenUp: true });
  }

  #sendOnce(channel: NoticeChannelRecord, group: Group): Promise<string | null> {
    const { secretOf, send, clock } = this.#parts;
    const [{ recipient }] = group;
    const customerLink = recipient === '' ? null : channel.customerLink;
    const message = composeNotice(group, { pagesUrl: channel.pagesUrl, customerLink }, clock.now());
    const delivery = { channel, secret: secretOf(channel), message, recipient: recipient || null };
    return send(delivery, this.#stopping.signal);
  }

  /** Tells from memory that the database is in trouble, by each channel once. */
  #tellTrouble(detail: string): void {
    const { clock, newId, log } = this.#parts;
    this.#trouble ??= { toldBy: new Set(), since: clock.now() };
    const { toldBy } = this.#trouble;
    const noticesOf = createNoticesOf({ newId, now: () => clock.now() });
    for (const channel of this.#channels) {
      const [notice] = noticesOf([channel], 'service.storage', { detail });
      const place = `${channel.id} service.storage`;
      const isLater = clock.now() < (this.#tryAt.get(place) ?? 0);
      if (!notice || toldBy.has(channel.id) || this.#sending.has(place) || isLater) continue;
      const sending = this.#sendOnce(channel, [notice])
        .then((error) => {
          if (error === null) toldBy.add(channel.id);
          else {
            log.warn({ channel: channel.id, reason: error }, 'a notice was not told');
            this.#tryAt.set(place, clock.now() + TRY_EVERY_MS);
          }
        })
        .finally(() => this.#sending.delete(place));
      this.#sending.set(place, sending);
    }
  }
}

const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url').slice(0, 16);

/** By channel, kind and customer; ends of their own, since they need not wait. */
function groupsOf(notices: readonly NoticeRecord[]): readonly Group[] {
  const groups = new Map<string, [NoticeRecord, ...NoticeRecord[]]>();
  for (const notice of notices) {
    const { channelId, kind, recipient, facts } = notice;
    const key = [channelId, kind, recipient, facts.isOver === true].join(' ');
    const group = groups.get(key);
    if (group) group.push(notice);
    else groups.set(key, [notice]);
  }
  return [...groups.values()];
}
