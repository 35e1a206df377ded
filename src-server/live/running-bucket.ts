import type { TrafficBucket } from '../contract/traffic';
import { DelayHistogram } from './delay-histogram';

/** A bucket still running: counts until it is closed, then starts again. */
export class RunningBucket {
  /** When it began, in seconds since 1970. */
  at: number;
  arrivals = 0;
  sends = 0;
  succeeded = 0;
  failed = 0;
  readonly delays = new DelayHistogram();

  constructor(at: number) {
    this.at = at;
  }

  get isEmpty(): boolean {
    return this.arrivals + this.sends + this.succeeded + this.failed === 0;
  }

  /** Its content, with the current state. */
  read(queue: number, oldestMs: number | null): TrafficBucket {
    const { at, arrivals, sends, succeeded, failed, delays } = this;
    const delayP50Ms = delays.quantileMs(0.5);
    const delayP95Ms = delays.quantileMs(0.95);
    return { at, arrivals, sends, succeeded, failed, queue, oldestMs, delayP50Ms, delayP95Ms };
  }

  begin(at: number): void {
    this.at = at;
    this.arrivals = 0;
    this.sends = 0;
    this.succeeded = 0;
    this.failed = 0;
    this.delays.clear();
  }
}
