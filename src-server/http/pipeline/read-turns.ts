import type { Clock, Timer } from '../../base/clock';
import { ApiError, apiError } from '../../base/errors';
import { accountOfThisThread, processorWaitMs } from '../../base/processor-wait';
import { tooManyRequests } from '../../base/too-many-requests';
import { FairQueue } from '../../catalog/workers/fair-queue';
import { WorkerBudget, type WorkerCaller } from '../../catalog/workers/worker-budget';
import { READ_COST_WHILE_SENDING } from '../../contract/limits';

/** Requests of one caller that wait for their turn. */
const WAITING_MAX = 20;
/** The longest that a caller waits because of what its earlier reads took. */
const WAIT_MAX_S = 10;
/** A read that fails after so long had no response from the database. */
const SILENT_AFTER_S = 2;

interface Waiting {
  readonly caller: WorkerCaller;
  begin(): void;
  refuse(cause: unknown): void;
}

/**
 * Requests that read many rows: callers take turns, each with one request at a time, and one that has used up its time
 * waits until it has some again. So however much one of them asks for, the others' lists come soon, and a part of the
 * processor stays free for messages.
 */
export class ReadTurns {
  readonly #clock: Clock;
  readonly #atOnce: number;
  readonly #isSending: () => boolean;
  readonly #waitedMs: () => number;
  readonly #budget: WorkerBudget;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #running = new Set<string>();
  #again: Timer | undefined;

  /**
   * @param atOnce requests that run at the same time
   * @param isSending whether messages are being sent
   * @param waitedMs how long this thread has waited for the processor: nobody is charged for that
   */
  constructor(clock: Clock, atOnce: number, isSending = () => false, waitedMs = waitsOfThisThread()) {
    this.#clock = clock;
    this.#atOnce = atOnce;
    this.#isSending = isSending;
    this.#waitedMs = waitedMs;
    this.#budget = new WorkerBudget(clock);
  }

  /**
   * Does the work when the caller's turn comes.
   * @param onGone calls its listener when nobody waits for the result any longer
   * @throws ApiError 429 when too many requests of this caller wait, or for too long
   */
  async run<T>(
    caller: WorkerCaller,
    onGone: (listener: () => void) => void,
    work: () => Promise<T> | T,
  ): Promise<T> {
    await this.#turn(caller, onGone);
    const beganUs = this.#clock.monotonicUs();
    const waitedMs = this.#waitedMs();
    try {
      return await work();
    } catch (cause) {
      const isSilent = this.#clock.monotonicUs() - beganUs > SILENT_AFTER_S * 1_000_000;
      if (isSilent && cause instanceof ApiError && cause.status === 503) this.#refuseWaiting(cause);
      throw cause;
    } finally {
      const tookMs = (this.#clock.monotonicUs() - beganUs) / 1000 - (this.#waitedMs() - waitedMs);
      this.#budget.charge(caller, Math.max(0, tookMs) * (this.#isSending() ? READ_COST_WHILE_SENDING : 1));
      this.#running.delete(caller.key);
      this.#next();
    }
  }

  #turn(caller: WorkerCaller, onGone: (listener: () => void) => void): Promise<void> {
    const { key } = caller;
    if (this.#waiting.countOf(key) >= (caller.allowance?.waitingMax ?? WAITING_MAX))
      throw tooManyRequests('Too many requests of this token are queued.', 1);
    const waitMs = this.#budget.waitMs(caller);
    if (waitMs > WAIT_MAX_S * 1000)
      throw tooManyRequests('The lists of this token took too long.', Math.ceil(waitMs / 1000));
    return new Promise((begin, refuse) => {
      const entry: Waiting = { caller, begin, refuse };
      this.#waiting.add(key, entry);
      onGone(() => {
        this.#waiting.remove(key, entry);
        refuse(apiError('unavailable', 'The client closed the connection.'));
      });
      this.#next();
    });
  }

  /** The database does not answer: each of these would wait for it in its turn, one after the other. */
  #refuseWaiting(cause: ApiError): void {
    for (const { refuse } of this.#waiting.takeAll()) refuse(cause);
  }

  #next(): void {
    this.#again?.cancel();
    let soonestMs = Number.POSITIVE_INFINITY;
    const isFree = (key: string, { caller }: Waiting) => {
      if (this.#running.has(key)) return false;
      const waitMs = this.#budget.waitMs(caller);
      if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs);
      return waitMs <= 0;
    };
    while (this.#running.size < this.#atOnce) {
      const entry = this.#waiting.take(isFree);
      if (entry === undefined) break;
      this.#running.add(entry.caller.key);
      entry.begin();
    }
    if (soonestMs < Number.POSITIVE_INFINITY)
      this.#again = this.#clock.setTimer(Math.ceil(soonestMs), () => this.#next());
  }
}

function waitsOfThisThread(): () => number {
  const account = accountOfThisThread();
  return () => processorWaitMs(account);
}
