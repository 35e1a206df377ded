/**
 * The attempts a page shows, kept outside React, newest first.
 *
 * It guarantees: at most `capacity` rows, the newest ones, and no duplicates. While it is held, nothing shown changes
 * except that older rows are appended; new attempts are counted and kept, up to the capacity. A view stays the same
 * object until something changes, so that React can compare it. It does not guarantee that nothing is missing between
 * live attempts and those read from the server. To read older rows after `wasCut`, start at the oldest row again.
 */
import type { LiveAttempt } from '../../../../src-server/contract/live-event';

/**
 * Most rows that an attempt log keeps: enough to look back over, few enough to sort while hundreds arrive each second.
 */
export const LOG_ROWS_MAX = 5000;

export interface AttemptLogView {
  /** The matching rows, newest first. */
  readonly rows: readonly LiveAttempt[];
  /** Rows kept, including those that do not match. */
  readonly kept: number;
  /** Matching attempts that arrived while the attempt log was held. */
  readonly fresh: number;
  readonly held: boolean;
}

type Test = (attempt: LiveAttempt) => boolean;
const EVERY: Test = () => true;

export class AttemptLog {
  readonly #wanted: Test;
  readonly #capacity: number;
  readonly #listeners = new Set<() => void>();
  #shows: Test = EVERY;
  #rows: LiveAttempt[] = [];
  #waiting: LiveAttempt[] = [];
  #ids = new Set<string>();
  #held = false;
  #cut = false;
  #view: AttemptLogView | null = null;

  /** @param wanted what is kept at all; everything else is dropped at once */
  constructor(wanted: Test, capacity = LOG_ROWS_MAX) {
    this.#wanted = wanted;
    this.#capacity = capacity;
  }

  /** Adds new attempts, in any order. */
  take(attempts: readonly LiveAttempt[]): void {
    const fresh = attempts.filter((attempt) => this.#isNew(attempt));
    if (fresh.length === 0) return;
    for (const { id } of fresh) this.#ids.add(id);
    if (this.#held) this.#waiting = newest([...fresh, ...this.#waiting], this.#capacity);
    else this.#show(fresh);
    this.#changed();
  }

  /** Adds attempts read from the server. @returns how many of them are new and match */
  addOlder(attempts: readonly LiveAttempt[]): number {
    const fresh = attempts.filter((attempt) => this.#isNew(attempt));
    for (const { id } of fresh) this.#ids.add(id);
    if (fresh.length > 0) {
      this.#show(fresh);
      this.#changed();
    }
    return fresh.filter(this.#shows).length;
  }

  /** Held: new attempts are kept aside. Released: they are shown. */
  hold(on: boolean): void {
    if (on === this.#held) return;
    this.#held = on;
    if (!on) {
      this.#show(this.#waiting);
      this.#waiting = [];
    }
    this.#changed();
  }

  /** Shows only the kept attempts that pass. */
  narrow(shows: Test): void {
    this.#shows = shows;
    this.#changed();
  }

  /** True: old rows were dropped since the last call, so pages read earlier no longer connect. */
  takeCut(): boolean {
    const cut = this.#cut;
    this.#cut = false;
    return cut;
  }

  get oldest(): LiveAttempt | undefined {
    return this.#rows.at(-1);
  }

  get isFull(): boolean {
    return this.#rows.length >= this.#capacity;
  }

  find(id: string): LiveAttempt | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  readonly view = (): AttemptLogView => {
    this.#view ??= {
      rows: this.#rows.filter(this.#shows),
      kept: this.#rows.length,
      fresh: this.#waiting.filter(this.#shows).length,
      held: this.#held,
    };
    return this.#view;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #isNew(attempt: LiveAttempt): boolean {
    return !this.#ids.has(attempt.id) && this.#wanted(attempt);
  }

  #show(attempts: readonly LiveAttempt[]): void {
    const all = [...attempts, ...this.#rows];
    this.#rows = newest(all, this.#capacity);
    if (this.#rows.length === all.length) return;
    this.#cut = true;
    this.#ids = new Set([...this.#rows, ...this.#waiting].map(({ id }) => id));
  }

  #changed(): void {
    this.#view = null;
    for (const listener of this.#listeners) listener();
  }
}

/** Newest first; attempts of the same millisecond keep a stable order by id. */
function byNewest(a: LiveAttempt, b: LiveAttempt): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

function newest(attempts: LiveAttempt[], most: number): LiveAttempt[] {
  return attempts.sort(byNewest).slice(0, most);
}
