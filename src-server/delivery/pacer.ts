/**
 * Paces one endpoint.
 *
 * Promises, for a limit of R per second: no window of one second holds more than R first bytes written; sends are
 * spaced evenly; an endpoint that was idle gets no saved-up burst; while work waits, the mean is 99 % of R or more.
 * Not promised: anything about a second in which the limit changed, beyond that a new limit acts on the next send.
 *
 * How: each grant reserves a slot, one interval after the last; slots missed by at most CATCH_UP_US (a late
 * timer) are made up for. That alone could put R + 1 sends into a second, so a log of the last writes decides too:
 * a grant is refused while (writes of the last window) + (grants not yet written) would exceed R.
 * Why that is enough: of any R + 1 writes inside one window, look at the one that was granted last. At its grant
 * each of the others was either not written yet, or written less than a window ago, so it was counted: R of them.
 *
 * The window is a little longer than a second: the receiver's clock reads another moment than ours, and the two
 * must not differ by enough to show it R + 1 sends in a second. And the spacing fits R sends into a little more than
 * a window: what is left over takes up late timers. Without it each lateness would push back the send a window
 * later, that one the next, and the mean would sink with every one of them.
 *
 * Who never had a limit keeps no log. When one is set, or when the process has just started and knows nothing of
 * the sends before, a full window is taken to have just gone out.
 *
 * All times are integer microseconds on the monotonic clock.
 */
export class Pacer {
  /** Messages per second; null: no limit. */
  #rate: number | null = null;
  /** Due time of the next slot. */
  #nextSlotUs = Number.NEGATIVE_INFINITY;
  #lastSlotUs = Number.NEGATIVE_INFINITY;
  /** PERIOD_US / rate is rarely whole: what was cut off so far, in parts of 1/rate, so that 7/s does not drift. */
  #remainder = 0;
  #notBeforeUs = Number.NEGATIVE_INFINITY;
  #lastWriteUs: number;
  #pending = 0;
  /** True: nothing waited after the last grant, so there are no missed slots to make up for. */
  #rested = true;
  readonly #writes = new WriteLog();

  /** @param lastWriteUs when this endpoint may last have been sent something; null: never */
  constructor(lastWriteUs: number | null) {
    this.#lastWriteUs = lastWriteUs ?? Number.NEGATIVE_INFINITY;
  }

  /** Sets the limit; acts on the next grant. */
  setRate(rate: number | null): void {
    if (rate === this.#rate) return;
    if (rate === null) this.#writes.clear();
    else if (this.#rate === null) {
      this.#notBeforeUs = this.#lastWriteUs + WINDOW_US;
      this.#nextSlotUs = Number.NEGATIVE_INFINITY;
      this.#rested = true;
    } else {
      this.#nextSlotUs = this.#lastSlotUs + Math.floor(PERIOD_US / rate);
    }
    this.#rate = rate;
    this.#remainder = 0;
  }

  /** The earliest moment for the next grant; at or before `nowUs`: now. Infinity: ask again after the next write. */
  releaseAtUs(nowUs: number): number {
    if (this.#rate === null) return Number.NEGATIVE_INFINITY;
    return Math.max(this.#nextSlotUs, this.#notBeforeUs, this.#windowFreeAtUs(nowUs, this.#rate));
  }

  /** Takes the slot that `releaseAtUs` named. Every grant must end in one call of `written`. */
  grant(nowUs: number): void {
    this.#pending += 1;
    if (this.#rate === null) return;
    const slot = Math.max(this.#nextSlotUs, this.#rested ? nowUs : nowUs - CATCH_UP_US);
    this.#rested = false;
    this.#lastSlotUs = slot;
    this.#remainder += PERIOD_US % this.#rate;
    const carry = this.#remainder >= this.#rate ? 1 : 0;
    this.#remainder -= carry * this.#rate;
    this.#nextSlotUs = slot + Math.floor(PERIOD_US / this.#rate) + carry;
  }

  /** The first byte of a granted send went out, or it is certain now that none will. */
  written(nowUs: number): void {
    this.#pending -= 1;
    this.#lastWriteUs = nowUs;
    if (this.#rate !== null) this.#writes.add(nowUs);
  }

  /** Nothing waits any more: slots that pass from now on are not made up for. */
  rest(): void {
    this.#rested = true;
  }

  #windowFreeAtUs(nowUs: number, rate: number): number {
    this.#writes.forgetUntil(nowUs - WINDOW_US);
    const tooMany = this.#writes.size + this.#pending + 1 - rate;
    if (tooMany <= 0) return Number.NEGATIVE_INFINITY;
    if (tooMany > this.#writes.size) return Number.POSITIVE_INFINITY;
    return this.#writes.at(tooMany - 1) + WINDOW_US;
  }
}

/** One second, and what the time between write and arrival may vary by. */
const WINDOW_US = 1_003_000;
/** R slots take this long. Every thousandth of it above a second costs a thousandth of the rate. */
const PERIOD_US = 1_007_000;
/** How late a timer may be and still be made up for. More would be a burst. */
const CATCH_UP_US = 25_000;

/** Times of writes, oldest first, in a ring that grows as needed. */
class WriteLog {
  #ring = new Float64Array(16);
  #first = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The n-th oldest. */
  at(n: number): number {
    return this.#ring[(this.#first + n) % this.#ring.length] ?? 0;
  }

  add(timeUs: number): void {
    if (this.#size === this.#ring.length) this.#grow();
    this.#ring[(this.#first + this.#size) % this.#ring.length] = timeUs;
    this.#size += 1;
  }

  forgetUntil(timeUs: number): void {
    while (this.#size > 0 && this.at(0) <= timeUs) {
      this.#first = (this.#first + 1) % this.#ring.length;
      this.#size -= 1;
    }
  }

  clear(): void {
    this.#ring = new Float64Array(16);
    this.#first = 0;
    this.#size = 0;
  }

  #grow(): void {
    const larger = new Float64Array(this.#ring.length * 2);
    for (let i = 0; i < this.#size; i++) larger[i] = this.at(i);
    this.#ring = larger;
    this.#first = 0;
  }
}
