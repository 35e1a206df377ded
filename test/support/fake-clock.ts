import type { Clock } from '../../src-server/base/clock';

interface FakeTimer {
  readonly atUs: number;
  readonly order: number;
  readonly task: () => void;
}

/** A clock that stands still until it is advanced. */
export class FakeClock implements Clock {
  #wallMs: number;
  #monotonicUs = 1_000_000;
  #timers: FakeTimer[] = [];
  #order = 0;

  constructor(wallMs = 1_700_000_000_000) {
    this.#wallMs = wallMs;
  }

  now(): number {
    return Math.floor(this.#wallMs);
  }

  monotonicUs(): number {
    return this.#monotonicUs;
  }

  setTimer(delayMs: number, task: () => void) {
    const timer = { atUs: this.#monotonicUs + Math.round(delayMs * 1000), order: this.#order++, task };
    this.#timers.push(timer);
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      },
    };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = () => {
        timer.cancel();
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = this.setTimer(delayMs, finish);
      signal?.addEventListener('abort', finish);
    });
  }

  /** Advances both clocks and runs what falls due, in order. */
  advance(ms: number): void {
    const endUs = this.#monotonicUs + Math.round(ms * 1000);
    for (let next = this.#next(endUs); next; next = this.#next(endUs)) {
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#moveTo(Math.max(next.atUs, this.#monotonicUs));
      next.task();
    }
    this.#moveTo(Math.max(endUs, this.#monotonicUs)); // a task may have frozen it
  }

  /** Both clocks advance while nothing can run; what falls due runs late, with the next advance. */
  freeze(ms: number): void {
    this.#moveTo(this.#monotonicUs + Math.round(ms * 1000));
  }

  /** Both clocks advance while nothing can run; then whatever fell due runs at once, late. */
  stall(ms: number): void {
    this.freeze(ms);
    this.advance(0);
  }

  /** Sets only the wall clock, as a time server would. */
  setWall(wallMs: number): void {
    this.#wallMs = wallMs;
  }

  /** Timers that have not fired yet. */
  get pendingTimers(): number {
    return this.#timers.length;
  }

  /** The delay until the next timer in milliseconds; null if there is none. */
  nextTimerMs(): number | null {
    const next = this.#next(Number.POSITIVE_INFINITY);
    return next ? Math.max(0, next.atUs - this.#monotonicUs) / 1000 : null;
  }

  #next(endUs: number): FakeTimer | undefined {
    let first: FakeTimer | undefined;
    for (const timer of this.#timers) {
      if (timer.atUs > endUs) continue;
      if (!first || timer.atUs < first.atUs || (timer.atUs === first.atUs && timer.order < first.order))
        first = timer;
    }
    return first;
  }

  #moveTo(us: number): void {
    this.#wallMs += (us - this.#monotonicUs) / 1000;
    this.#monotonicUs = us;
  }
}
