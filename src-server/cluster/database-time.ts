import type { Clock } from '../base/clock';

/** After this time, two clocks may have drifted apart by more than a slow response is wrong. */
const KEPT_US = 30_000_000;

interface Sample {
  /** What the database has answered, and when that was on the monotonic clock, give or take half the round trip. */
  readonly ms: number;
  readonly us: number;
  readonly roundTripUs: number;
}

/** The clock of the database, estimated on the monotonic clock of this node from the quickest response of late. */
export class DatabaseTime {
  readonly #clock: Clock;
  #sample: Sample;
  #last = 0;

  /** @param askedUs on the monotonic clock: when the question was asked that has been answered just now */
  constructor(clock: Clock, ms: number, askedUs: number) {
    this.#clock = clock;
    this.#sample = this.#sampleOf(ms, askedUs);
  }

  /** @param askedUs as above */
  read(ms: number, askedUs: number): void {
    const sample = this.#sampleOf(ms, askedUs);
    const isOld = sample.us - this.#sample.us > KEPT_US;
    if (isOld || sample.roundTripUs <= this.#sample.roundTripUs || !this.#agreesWith(sample))
      this.#sample = sample;
  }

  /** Milliseconds since 1970; never goes back. */
  now(): number {
    this.#last = Math.max(this.#last, this.wallNow());
    return this.#last;
  }

  /** The same as the clock was set: it may go back. */
  wallNow(): number {
    return Math.floor(this.#at(this.#clock.monotonicUs()));
  }

  #sampleOf(ms: number, askedUs: number): Sample {
    const nowUs = this.#clock.monotonicUs();
    return { ms, us: (askedUs + nowUs) / 2, roundTripUs: nowUs - askedUs };
  }

  /** False when the clock of the database was set. */
  #agreesWith({ ms, us, roundTripUs }: Sample): boolean {
    const toleranceMs = (roundTripUs + this.#sample.roundTripUs) / 2000 + 2;
    return Math.abs(this.#at(us) - ms) <= toleranceMs;
  }

  #at(us: number): number {
    return this.#sample.ms + (us - this.#sample.us) / 1000;
  }
}
