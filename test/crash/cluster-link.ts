import type { ModelProcess } from './cluster-process';
import type { TrueTime } from './cluster-time';

/**
 * - `up`: calls are answered.
 * - `cut`: they fail at once.
 * - `silent`: they get no response, and fail after some seconds.
 */
type LinkState = 'up' | 'cut' | 'silent';

const USUAL_US = [200, 8000] as const;
const CUT_NOTICED_US = [100, 50_000] as const;
const SILENCE_NOTICED_US = [1_000_000, 10_000_000] as const;

/** The way of one process to the database. What is on its way when the link fails has an effect, or none, or no response. */
export class Link {
  state: LinkState = 'up';
  /** Each way takes up to this much longer, in microseconds. */
  slowUs = 0;
  /** Calls that have failed, which their caller does not know yet. */
  unnoticed = 0;
  readonly #time: TrueTime;
  readonly #process: ModelProcess;
  readonly #between: (from: number, to: number) => number;
  readonly #isAway: () => boolean;

  /** @param isAway whether the database is away for all */
  constructor(
    { time, between }: { readonly time: TrueTime; readonly between: (from: number, to: number) => number },
    process: ModelProcess,
    isAway: () => boolean,
  ) {
    this.#time = time;
    this.#process = process;
    this.#between = between;
    this.#isAway = isAway;
  }

  get isUp(): boolean {
    return this.state === 'up' && !this.#isAway();
  }

  /** @param effect what the database does once the call arrives there; a failure of it is the response */
  call<T>(effect: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () => {
        const [soonest, latest] = this.state === 'silent' ? SILENCE_NOTICED_US : CUT_NOTICED_US;
        const noticedUs = this.#between(soonest, latest);
        this.unnoticed += 1;
        this.#time.after(noticedUs, () => {
          this.unnoticed -= 1;
          this.#process.reach(() => reject(new Error('the link is cut')));
        });
      };
      const settleOnce = (settle: () => void) => {
        if (!this.isUp) fail();
        else this.#time.after(this.#legUs(), () => (this.isUp ? this.#process.reach(settle) : fail()));
      };
      if (!this.isUp) return fail();
      this.#time.after(this.#legUs(), () => {
        if (!this.isUp) return fail();
        effect().then(
          (value) => settleOnce(() => resolve(value)),
          (cause: unknown) => settleOnce(() => reject(cause)),
        );
      });
    });
  }

  #legUs(): number {
    return this.#between(...USUAL_US) + this.#between(0, this.slowUs);
  }
}
