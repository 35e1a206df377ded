import type { Clock } from '../../base/clock';
import type { ApiError } from '../../base/errors';
import { tooManyRequests } from '../../base/too-many-requests';
import type { WorkerAllowance } from '../../contract/limits';

/** Callers remembered at most; beyond that, the one longest without a task starts over. */
const MAX_CALLERS = 10_000;

/** The caller that a task runs for. */
export interface WorkerCaller {
  /** The same for all callers that share an allowance and a place in the queue. */
  readonly key: string;
  /** Null: unlimited, for work of the server itself. */
  readonly allowance: WorkerAllowance | null;
}

/**
 * How much worker time each caller has left: a token bucket, charged with the measured time of each task. The cost of a
 * task is known only afterwards, so the last one may leave a debt, and nothing more runs until it is paid.
 */
export class WorkerBudget {
  readonly #clock: Clock;
  /** Callers with less than the full burst, longest without a task first. */
  readonly #balances = new Map<string, { readonly ms: number; readonly atUs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** 429 for a caller that has to wait until its debt is paid; null: it may start. */
  refusal(caller: WorkerCaller): ApiError | null {
    const waitMs = this.waitMs(caller);
    if (waitMs === 0) return null;
    return tooManyRequests('This token has used up its computing time.', Math.ceil(waitMs / 1000));
  }

  /** How long until its debt is paid; 0: it has none, and may start. */
  waitMs({ key, allowance }: WorkerCaller): number {
    if (allowance === null) return 0;
    const debtMs = -this.#balanceOf(key, allowance);
    return debtMs < 0 ? 0 : Math.max(1, (debtMs / allowance.msPerSecond) * 1000);
  }

  charge({ key, allowance }: WorkerCaller, ms: number): void {
    if (allowance === null) return;
    const left = this.#balanceOf(key, allowance) - ms;
    this.#balances.delete(key);
    this.#balances.set(key, { ms: left, atUs: this.#clock.monotonicUs() });
    const [oldest] = this.#balances.keys();
    if (this.#balances.size > MAX_CALLERS && oldest !== undefined) this.#balances.delete(oldest);
  }

  #balanceOf(key: string, { burstMs, msPerSecond }: WorkerAllowance): number {
    const known = this.#balances.get(key);
    if (known === undefined) return burstMs;
    const elapsedS = (this.#clock.monotonicUs() - known.atUs) / 1_000_000;
    return Math.min(burstMs, known.ms + elapsedS * msPerSecond);
  }
}
