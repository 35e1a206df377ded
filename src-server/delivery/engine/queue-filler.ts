import type { Log } from '../../base/log';
import type { DeliveryStore } from '../../storage/messages/delivery-store';
import type { Entry } from '../endpoints/entry-queue';
import type { EndpointQueue } from './endpoint-queue';

/** Most deliveries of one endpoint held in memory before they leave. */
const WINDOW_ENTRIES = 256;
/**
 * A queue begins with a page this small and doubles it while it uses up pages within USED_UP_QUICKLY_MS, so that a
 * thousand slow queues cost neither the time nor the memory of a thousand fast ones.
 */
const SMALLEST_PAGE = 16;
const USED_UP_QUICKLY_MS = 1000;
const LASTS_LONG_MS = 20_000;
/** Deliveries of all queues together, about 200 bytes each. Above that, every queue has a small window. */
const MOST_ENTRIES = 100_000;
/** Contents of all queues together, in bytes. A queue that needs more gets one message at a time. */
const CONTENT_BUDGET_BYTES = 64 * 1024 * 1024;
/** Contents of one queue read at once, in bytes. */
const READ_AHEAD_BYTES = 256 * 1024;

/**
 * Keeps windows filled: pages of due deliveries from the table, and the contents of those that leave next, read ahead
 * so that no read delays a send after its grant.
 */
export class QueueFiller {
  readonly #deliveries: DeliveryStore;
  readonly #log: Log;
  readonly #events: QueueFillerEvents;
  #contentBytes = 0;
  #entries = 0;

  constructor(deliveries: DeliveryStore, log: Log, events: QueueFillerEvents) {
    this.#deliveries = deliveries;
    this.#log = log;
    this.#events = events;
  }

  /** Starts the reads that the queue needs now; calls `filled` when they are done. */
  fill(queue: EndpointQueue): void {
    const isLow = queue.isDoubted || queue.window.length < queue.pageEntries / 2;
    if (!queue.complete && !queue.reading && isLow) {
      this.#guarded(queue, this.#readPage(queue), () => this.#forgetContents(queue.abandonRead()));
    }
    if (!queue.readingContents) {
      const wanted = this.#withoutContent(queue);
      if (wanted.length > 0) {
        queue.readingContents = true;
        this.#guarded(queue, this.#readContents(queue, wanted), () => {
          queue.readingContents = false;
        });
      }
    }
  }

  /** Puts a fresh delivery into the window, if it is due and everything ahead of it is already there. */
  add(queue: EndpointQueue, entry: Entry): void {
    if (queue.isUnsettled(entry.id)) return; // withheld before it was handed over
    if (entry.dueAt > this.#events.dueBy()) {
      queue.dueLater(entry.dueAt); // it stays in the table until then
      return;
    }
    // A page may have shown it before it was handed over; the next one tells what became of it since.
    const isOld = entry.id <= queue.highestIdRead;
    if (isOld && queue.window.has(entry.id)) return;
    const isClosed = queue.reading ? queue.arrivedCount >= this.#room() : !queue.complete;
    if (isOld || isClosed || queue.comesAfterUnread(entry) || queue.window.length >= this.#room()) {
      queue.leaveUnread();
      return;
    }
    const size = entry.content?.body.length ?? 0;
    if (this.#contentBytes + size > CONTENT_BUDGET_BYTES) entry.content = null;
    else this.#contentBytes += size;
    if (queue.reading) queue.arriveWhileReading(entry);
    else this.#enter(queue, entry);
  }

  #enter(queue: EndpointQueue, entry: Entry): void {
    this.#entries += 1;
    queue.window.insert(entry);
  }

  #forgetContents(entries: readonly Entry[]): void {
    for (const { content } of entries) this.#contentBytes -= content?.body.length ?? 0;
  }

  /** Counts an entry that left its window, and its content. */
  left(entry: Entry): void {
    this.#entries -= 1;
    this.#contentBytes -= entry.content?.body.length ?? 0;
  }

  /** Empties the window of a queue that is gone. */
  drop(queue: EndpointQueue): void {
    for (let entry = queue.window.shift(); entry; entry = queue.window.shift()) {
      this.left(entry);
      entry.unsendable = true; // its content, which may be being read, is not wanted any more
    }
  }

  /** From now on the queue is ordered, or no longer: it begins anew if that is a change. */
  order(queue: EndpointQueue, isOrdered: boolean): void {
    if (queue.isOrdered === isOrdered) return;
    this.#startAnew(queue);
    queue.window.attemptedFirst = isOrdered;
  }

  /** Something in the table may have to leave before what is in the window, if the queue is ordered; else after it. */
  missed(queue: EndpointQueue): void {
    if (queue.isOrdered) this.#startAnew(queue);
    else queue.leaveUnread();
  }

  #startAnew(queue: EndpointQueue): void {
    this.drop(queue);
    queue.startAnew();
  }

  /** Counts an entry that returned to its window, and its content. */
  cameBack(entry: Entry): void {
    this.#entries += 1;
    this.#contentBytes += entry.content?.body.length ?? 0;
  }

  /** The most that a window may hold now. */
  #room(): number {
    return this.#entries < MOST_ENTRIES ? WINDOW_ENTRIES : SMALLEST_PAGE;
  }

  /** How many to read, judging by how long the previous page lasted. */
  #pageFor(queue: EndpointQueue, now: number): number {
    const lastedMs = now - queue.pageReadAt;
    if (lastedMs < USED_UP_QUICKLY_MS) return Math.min(this.#room(), queue.pageEntries * 2);
    const shrunk = lastedMs > LASTS_LONG_MS ? queue.pageEntries / 2 : queue.pageEntries;
    return Math.max(SMALLEST_PAGE, Math.min(this.#room(), shrunk));
  }

  /** The head of the window, when only a few entries there have their content; empty while enough have it. */
  #withoutContent(queue: EndpointQueue): readonly Entry[] {
    const room = this.#contentBytes < CONTENT_BUDGET_BYTES;
    const ahead = room ? Math.max(1, Math.min(128, Math.floor(READ_AHEAD_BYTES / queue.typicalBytes))) : 1;
    // Not one by one: half of the head is sent while the next half is read. Runs at every send, so it checks only two:
    // the first, which must not wait, and the middle one, which says how far the contents reach.
    const middle = Math.min(ahead, queue.window.length) >> 1;
    if (!lacksContent(queue.window.at(0)) && !lacksContent(queue.window.at(middle))) return [];
    return queue.window.firstFew(ahead).filter(lacksContent);
  }

  async #readPage(queue: EndpointQueue): Promise<void> {
    const dueBy = this.#events.dueBy();
    queue.beginRead();
    queue.pageEntries = this.#pageFor(queue, dueBy);
    queue.pageReadAt = dueBy;
    const limit = queue.knownCount + queue.pageEntries;
    const { rows, nextDueAt } = await this.#deliveries.listDue(
      queue.endpointId,
      dueBy,
      limit,
      queue.isOrdered,
    );
    const atEnd = rows.length < limit;
    if (atEnd && nextDueAt !== null) queue.dueLater(nextDueAt);
    const { added, lacking, others } = queue.endRead(queue.dropped ? [] : rows, atEnd && !queue.dropped);
    this.#entries += added;
    for (const entry of lacking) this.#enter(queue, entry);
    this.#forgetContents(others);
  }

  async #readContents(queue: EndpointQueue, entries: readonly Entry[]): Promise<void> {
    const contents = await this.#deliveries.readContents(entries.map(({ messageId }) => messageId));
    const byMessage = new Map(contents.map((content) => [content.id, content]));
    queue.readingContents = false;
    if (queue.dropped) return;
    for (const entry of entries) {
      if (entry.unsendable) continue; // it left the window meanwhile
      const content = byMessage.get(entry.messageId);
      if (content && content.payload !== null) {
        const { eventType, payload: body, contentType, trace } = content;
        entry.content = { eventType, body, contentType, trace };
        this.#contentBytes += body.length;
        queue.typicalBytes = Math.ceil(queue.typicalBytes * 0.8 + Math.max(64, body.length) * 0.2);
      } else entry.unsendable = true;
    }
  }

  #guarded(queue: EndpointQueue, read: Promise<void>, abandon: () => void): void {
    read.then(
      () => this.#events.filled(queue),
      (cause: unknown) => {
        abandon();
        this.#log.error(
          { err: cause, endpointId: queue.endpointId },
          'could not read what waits for an endpoint',
        );
        this.#events.readFailed(queue);
      },
    );
  }
}

interface QueueFillerEvents {
  /** Deliveries due by this moment may leave; milliseconds since 1970. */
  dueBy(): number;
  /** A read ended; the queue may have something to send. */
  filled(queue: EndpointQueue): void;
  /** A read failed; the caller should try again after a while. */
  readFailed(queue: EndpointQueue): void;
}

function lacksContent(entry: Entry | undefined): boolean {
  return entry !== undefined && !entry.content && !entry.unsendable;
}
