import type { WaitingDelivery } from '../../storage/messages/delivery-store';
import type { TraceContext } from '../../storage/trace-context';

/** A waiting delivery in memory, with its content once that has been read. */
export interface Entry extends WaitingDelivery {
  content: Content | null;
  /** True once a send of it hit a connection that was already closed; that is forgiven once. */
  staleOnce: boolean;
  /** True when it turned out to have no content, or is withheld; it is skipped. */
  unsendable: boolean;
}

export interface Content {
  readonly eventType: string;
  readonly body: Buffer;
  /** The content type sent with the body. Null or absent: `application/json`. */
  readonly contentType?: string | null;
  /** The trace that the message is a part of. Null or absent: none. */
  readonly trace?: TraceContext | null;
}

/** Entries in sending order: by due time, then by age. Taking from the front is free. */
export class EntryQueue {
  /** True: those that were attempted come before all others, those of the oldest messages first. Change it only while it is empty. */
  attemptedFirst = false;
  /** Undefined before the head: the place of an entry that left must not keep it and its content alive. */
  #entries: (Entry | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#entries.length - this.#head;
  }

  first(): Entry | undefined {
    return this.#entries[this.#head];
  }

  /** The entry with this many others before it. */
  at(place: number): Entry | undefined {
    return this.#entries[this.#head + place];
  }

  shift(): Entry | undefined {
    const entry = this.#entries[this.#head];
    if (!entry) return undefined;
    this.#entries[this.#head] = undefined;
    this.#head += 1;
    if (this.#head >= 64 && this.#head * 2 >= this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return entry;
  }

  /** Inserts it in its place, which is nearly always the end. */
  insert(entry: Entry): void {
    let at = this.#entries.length;
    while (at > this.#head && this.#comesBefore(entry, this.#entries[at - 1])) at -= 1;
    if (at === this.#entries.length) this.#entries.push(entry);
    else this.#entries.splice(at, 0, entry);
  }

  /** Removes these, wherever they are; returns those that were there. */
  remove(deliveryIds: ReadonlySet<number>): readonly Entry[] {
    const all = this.firstFew(this.length);
    const removed = all.filter(({ id }) => deliveryIds.has(id));
    if (removed.length > 0) {
      this.#entries = all.filter(({ id }) => !deliveryIds.has(id));
      this.#head = 0;
    }
    return removed;
  }

  /** The first `count` entries. */
  firstFew(count: number): readonly Entry[] {
    return this.#entries.slice(this.#head, this.#head + count) as Entry[];
  }

  /** Looks at the end first, where the youngest are. */
  has(deliveryId: number): boolean {
    for (let i = this.#entries.length - 1; i >= this.#head; i--)
      if (this.#entries[i]?.id === deliveryId) return true;
    return false;
  }

  ids(): Set<number> {
    const ids = new Set<number>();
    for (let i = this.#head; i < this.#entries.length; i++) ids.add(this.#entries[i]?.id ?? 0);
    return ids;
  }

  #comesBefore(a: Entry, b: Entry | undefined): boolean {
    if (b === undefined) return false;
    if (!this.attemptedFirst || (a.attemptCount === 0 && b.attemptCount === 0)) {
      return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.id < b.id);
    }
    if (a.attemptCount === 0 || b.attemptCount === 0) return b.attemptCount === 0;
    return a.messageId < b.messageId || (a.messageId === b.messageId && a.id < b.id);
  }
}
