/**
 * One timer for everything that waits for a point in time.
 *
 * Promises: `run` is called once for each scheduled item, at its time or slightly later, never before, earliest first;
 * scheduling an item again moves it. Cost grows with the logarithm of the number of items (queues, never messages).
 *
 * Not promised: punctuality. Platform timers count in milliseconds; callers that need more precision compensate for
 * lateness themselves.
 *
 * A binary heap ordered by time, in which each item knows its place.
 */
import type { Clock, Timer } from '../../base/clock';

interface Slot<T> {
  readonly item: T;
  atUs: number;
  index: number;
}

export class Scheduler<T> {
  readonly #clock: Clock;
  readonly #run: (item: T) => void;
  readonly #heap: Slot<T>[] = [];
  readonly #slots = new Map<T, Slot<T>>();
  #timer: Timer | null = null;
  #timerAtUs = Number.POSITIVE_INFINITY;
  #stopped = false;

  constructor(clock: Clock, run: (item: T) => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Runs `item` at this time of the monotonic clock; replaces what was planned for it. */
  schedule(item: T, atUs: number): void {
    if (this.#stopped) return;
    const known = this.#slots.get(item);
    if (known) {
      if (known.atUs === atUs) return;
      known.atUs = atUs;
      this.#sink(known);
      this.#rise(known);
    } else {
      const slot = { item, atUs, index: this.#heap.length };
      this.#heap.push(slot);
      this.#slots.set(item, slot);
      this.#rise(slot);
    }
    this.#arm();
  }

  cancel(item: T): void {
    const slot = this.#slots.get(item);
    if (slot) this.#remove(slot);
  }

  /** Runs nothing from now on. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = null;
    this.#heap.length = 0;
    this.#slots.clear();
  }

  #arm(): void {
    const first = this.#heap[0];
    if (!first || first.atUs >= this.#timerAtUs) return;
    this.#timer?.cancel();
    this.#timerAtUs = first.atUs;
    // Rounded up: a timer that fires early has to be set again, and then fires a millisecond late.
    const delayMs = Math.ceil(Math.max(0, first.atUs - this.#clock.monotonicUs()) / 1000);
    this.#timer = this.#clock.setTimer(delayMs, () => this.#fire());
  }

  #fire(): void {
    this.#timer = null;
    this.#timerAtUs = Number.POSITIVE_INFINITY;
    const nowUs = this.#clock.monotonicUs();
    for (let first = this.#heap[0]; first && first.atUs <= nowUs; first = this.#heap[0]) {
      this.#remove(first);
      this.#run(first.item);
    }
    this.#arm();
  }

  #remove(slot: Slot<T>): void {
    this.#slots.delete(slot.item);
    const last = this.#heap.pop();
    if (!last || last === slot) return;
    last.index = slot.index;
    this.#heap[slot.index] = last;
    this.#sink(last);
    this.#rise(last);
  }

  #rise(slot: Slot<T>): void {
    while (slot.index > 0) {
      const parent = this.#heap[(slot.index - 1) >> 1];
      if (!parent || parent.atUs <= slot.atUs) return;
      this.#swap(slot, parent);
    }
  }

  #sink(slot: Slot<T>): void {
    for (;;) {
      const left = this.#heap[2 * slot.index + 1];
      const right = this.#heap[2 * slot.index + 2];
      const child = left && right && right.atUs < left.atUs ? right : left;
      if (!child || child.atUs >= slot.atUs) return;
      this.#swap(slot, child);
    }
  }

  #swap(a: Slot<T>, b: Slot<T>): void {
    [a.index, b.index] = [b.index, a.index];
    this.#heap[a.index] = a;
    this.#heap[b.index] = b;
  }
}
