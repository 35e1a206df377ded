import type { Clock } from '../../src-server/base/clock';
import type { TrueTime } from './cluster-time';

/** When the world begins, in milliseconds since 1970. */
export const WORLD_BEGAN = 1_700_000_000_000;

interface ProcessTimer {
  readonly dueUs: number;
  readonly task: () => void;
  /** Null while its machine sleeps. */
  unplan: (() => void) | null;
}

/**
 * A process on a machine of its own, with its clocks. It can be frozen (its clocks go on: SIGSTOP), its machine can
 * sleep (only the wall clock goes on), and it can be killed.
 */
export class ModelProcess {
  /** Its monotonic clock gains or loses by `rate`, and its wall clock with it. */
  readonly rate: number;
  readonly #time: TrueTime;
  #state: 'running' | 'frozen' | 'asleep' | 'dead' = 'running';
  /** What reached it while it could not run. */
  #backlog: (() => void)[] = [];
  readonly #timers = new Set<ProcessTimer>();
  /** The monotonic clock showed this at that true time. */
  #knownUs: number;
  #knownAtUs: number;
  /** What the wall clock shows beyond the monotonic one, in milliseconds. */
  #wallMs: number;

  /** @param rate seconds that its clocks count in a true second */
  constructor(time: TrueTime, rate: number, startedUs: number) {
    this.#time = time;
    this.rate = rate;
    this.#knownUs = startedUs;
    this.#knownAtUs = time.nowUs;
    this.#wallMs = WORLD_BEGAN + (time.nowUs - startedUs) / 1000;
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  readonly clock: Clock = {
    now: () => Math.floor(this.#wallMs + this.#monotonicUs() / 1000),
    monotonicUs: () => this.#monotonicUs(),
    setTimer: (delayMs, task) => {
      const dueUs = this.#monotonicUs() + Math.round(Math.max(0, delayMs) * 1000);
      const timer: ProcessTimer = { dueUs, task, unplan: null };
      this.#timers.add(timer);
      this.#plan(timer);
      return { cancel: () => this.#forget(timer) };
    },
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const finish = () => {
          timer.cancel();
          signal?.removeEventListener('abort', finish);
          resolve();
        };
        const timer = this.clock.setTimer(delayMs, finish);
        signal?.addEventListener('abort', finish);
      }),
  };

  /** Something from outside, such as a response: it runs as soon as the process does, or never. */
  reach(task: () => void): void {
    if (this.#state === 'running') task();
    else if (this.#state !== 'dead') this.#backlog.push(task);
  }

  freeze(): void {
    if (this.#state === 'running') this.#state = 'frozen';
  }

  /** Its machine sleeps: its monotonic clock stands still. */
  fallAsleep(): void {
    if (this.#state !== 'running') return;
    this.#setMonotonic(this.#monotonicUs());
    this.#state = 'asleep';
    for (const timer of this.#timers) {
      timer.unplan?.();
      timer.unplan = null;
    }
  }

  /** Goes on after either. Whatever became due or arrived meanwhile is handled now. */
  goOn(): void {
    if (this.#state !== 'frozen' && this.#state !== 'asleep') return;
    const wasAsleep = this.#state === 'asleep';
    this.#state = 'running';
    if (wasAsleep) {
      this.#wallMs += (this.#time.nowUs - this.#knownAtUs) / 1000;
      this.#knownAtUs = this.#time.nowUs;
      for (const timer of this.#timers) this.#plan(timer);
    }
    const backlog = this.#backlog;
    this.#backlog = [];
    for (const task of backlog) this.#time.after(0, () => this.reach(task));
  }

  kill(): void {
    this.#state = 'dead';
    this.#backlog = [];
    for (const timer of this.#timers) timer.unplan?.();
    this.#timers.clear();
  }

  /** Sets its wall clock forward or back, as a time server would. */
  stepWall(byMs: number): void {
    this.#wallMs += byMs;
  }

  #monotonicUs(): number {
    if (this.#state === 'asleep') return Math.floor(this.#knownUs);
    return Math.floor(this.#knownUs + (this.#time.nowUs - this.#knownAtUs) * this.rate);
  }

  #setMonotonic(us: number): void {
    this.#knownUs = us;
    this.#knownAtUs = this.#time.nowUs;
  }

  #plan(timer: ProcessTimer): void {
    if (this.#state === 'dead' || this.#state === 'asleep') return;
    const atUs = this.#knownAtUs + Math.ceil((timer.dueUs - this.#knownUs) / this.rate) + 1;
    timer.unplan = this.#time.at(atUs, () =>
      this.reach(() => {
        if (!this.#timers.delete(timer)) return;
        timer.task();
      }),
    );
  }

  #forget(timer: ProcessTimer): void {
    timer.unplan?.();
    this.#timers.delete(timer);
  }
}
