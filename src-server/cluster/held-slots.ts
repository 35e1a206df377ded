import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../base/log';
import { fenceOf, type SlotRow } from '../storage/node-table';
import type { SlotListener } from './interface/cluster';

const RELEASED_PER_TURN = 16;

type Owned = Pick<SlotRow, 'slot' | 'epoch'>;

interface HeldSlot extends Owned {
  /** From then on it only goes away: that it is free may be written already, or still on its way to the database. */
  isReleasing: boolean;
  /** Everything in flight is recorded; only the database has to know. */
  isEmpty: boolean;
  /** Whether the engine was told, and took it over. */
  isTold: boolean;
  /** Settled when the engine has taken it over, or failed to. */
  taking: Promise<void>;
}

interface HeldSlotsParts {
  readonly listener: SlotListener;
  /** Writes that these are free. */
  readonly free: (slots: readonly Owned[]) => Promise<void>;
  readonly log: Log;
}

/** The slots of this node, and what the engine does with them as they come and go. */
export class HeldSlots {
  readonly #parts: HeldSlotsParts;
  readonly #held = new Map<number, HeldSlot>();
  #freeing: Promise<void> | null = null;

  constructor(parts: HeldSlotsParts) {
    this.#parts = parts;
  }

  /** Whether sends to it may start, as far as its owner decides. */
  isSending(slot: number): boolean {
    const held = this.#held.get(slot);
    return held !== undefined && !held.isReleasing;
  }

  /** What an attempt is recorded with. Of a slot that is not held: a fence that was current before anybody had it. */
  fenceOf(slot: number): number {
    return fenceOf({ slot, epoch: this.#held.get(slot)?.epoch ?? 0 });
  }

  /** Those that are not being given back. */
  kept(): readonly number[] {
    return [...this.#held].flatMap(([slot, { isReleasing }]) => (isReleasing ? [] : [slot]));
  }

  /** In the database, this node owns these rows and no others. */
  follow(owned: readonly Owned[]): void {
    const epochs = new Map(owned.map(({ slot, epoch }) => [slot, epoch]));
    this.lose([...this.#held.values()].filter(({ slot, epoch }) => epochs.get(slot) !== epoch));
    this.take(owned);
    this.#free(); // what could not be written before
  }

  /** In the database, this node owns these rows. */
  take(owned: readonly Owned[]): void {
    for (const { slot, epoch } of owned) {
      if (this.#held.has(slot)) continue;
      const taking = Promise.resolve();
      this.#held.set(slot, { slot, epoch, isReleasing: false, isEmpty: false, isTold: false, taking });
    }
    this.#tell();
  }

  /** Gives these back, each as soon as what is in flight to it is recorded. Waits for none. */
  release(slots: readonly number[]): void {
    const released = slots
      .map((slot) => this.#held.get(slot))
      .filter((held): held is HeldSlot => held !== undefined && !held.isReleasing);
    for (const held of released) held.isReleasing = true;
    void this.#releaseAll(released);
  }

  /** They are not ours any more. */
  lose(slots: readonly Owned[] = [...this.#held.values()]): void {
    const lost = slots.map(({ slot }) => slot).filter((slot) => this.#held.delete(slot));
    if (lost.length > 0) this.#parts.listener.lost(new Set(lost));
  }

  /** Resolves when the engine has taken over what it was told of, or failed to. */
  async taken(): Promise<void> {
    await Promise.all([...this.#held.values()].map(({ taking }) => taking));
  }

  #tell(): void {
    const untold = [...this.#held.values()].filter(({ isTold, isReleasing }) => !isTold && !isReleasing);
    if (untold.length === 0) return;
    const taking = this.#parts.listener
      .taken(new Set(untold.map(({ slot }) => slot)))
      .catch((cause: unknown) => {
        for (const held of untold) held.isTold = false; // again with the next beat
        this.#parts.log.error({ err: cause }, 'this node could not take over its endpoints; it tries again');
      });
    for (const held of untold) Object.assign(held, { isTold: true, taking });
  }

  /** The engine looks through all its endpoints for each. */
  async #releaseAll(slots: readonly HeldSlot[]): Promise<void> {
    for (const [n, held] of slots.entries()) {
      if (n % RELEASED_PER_TURN === RELEASED_PER_TURN - 1) await nextTurn();
      void this.#release(held);
    }
  }

  async #release(held: HeldSlot): Promise<void> {
    await held.taking;
    try {
      await this.#parts.listener.release(new Set([held.slot]));
    } catch (cause) {
      // What is in flight is recorded with a fence, so that nothing is lost by going on.
      this.#parts.log.error({ err: cause, slot: held.slot }, 'endpoints were given back in disorder');
    }
    held.isEmpty = true;
    this.#free();
  }

  /** Those that became empty at the same moment are written together. */
  #free(): void {
    this.#freeing ??= Promise.resolve()
      .then(async () => {
        const empty = this.#empty();
        if (empty.length === 0) return;
        await this.#parts.free(empty);
        // Unless it was lost, and taken again, meanwhile.
        for (const held of empty) if (this.#held.get(held.slot) === held) this.#held.delete(held.slot);
      })
      .then(
        () => this.#freed(),
        (cause: unknown) => {
          this.#freeing = null;
          this.#parts.log.warn({ err: cause }, 'this node could not give endpoints back; it tries again');
        },
      );
  }

  #freed(): void {
    this.#freeing = null;
    if (this.#empty().length > 0) this.#free();
  }

  #empty(): readonly HeldSlot[] {
    return [...this.#held.values()].filter(({ isEmpty }) => isEmpty);
  }
}
