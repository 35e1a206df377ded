/**
 * Paces one endpoint.
 *
 * Promises, for a limit of R per second: no window of one second holds more than R first bytes written; sends are
 * spaced evenly; an endpoint that was idle gets no saved-up burst; while work waits, the mean is 99 % of R or more, or
 * about 98 % where response times vary by tens of milliseconds.
 * While `setSlowness` asks for less, spacing is wider and the mean lower; the limit still holds.
 * Not promised: anything about a second in which the limit changed, except that a new limit applies from the next send.
 *
 * How: each grant reserves a slot, one interval after the last; slots missed by at most CATCH_UP_US (a late timer) are
 * made up for. That alone could put R + 1 sends into a second, so a log of the last writes is checked too: a grant is
 * refused while (writes of the last window) + (grants not yet written) would exceed R. Why that is enough: of any R + 1
 * writes inside one window, take the one granted last. At its grant, each of the others was either not yet written, or
 * written less than a window ago, so it was counted: R of them. For that, a write may be logged late, but never early.
 *
 * Whoever waits for a slot asks again when it has come. If nobody did for STOOD_STILL_US, this process stood still, and
 * the plan starts anew. Lag alone does not make it: in a second whose sends were uneven, the log puts off some for
 * longer than that, and without making up for their slots the mean would fall.
 *
 * What counts is the time of arrival, and a busy receiver may read late what was written in time. It then answers late
 * as well: a send counts as made at its write plus the excess of its response time over the usual one. If answers come
 * steadily, a late one counts in full: the receiver stood still. If they vary, it counts up to LATE_ARRIVAL_US, and a
 * send counts as that late until it is answered. If many in a row take long, answers say nothing about the arrival, and
 * the time of the write counts.
 *
 * The window is a little longer than a second: the receiver's clock differs from ours, and the difference must not show
 * it R + 1 sends in a second. And the spacing fits R sends into a little more than a window: the rest absorbs late
 * timers. Without it, each delay would push back the send one window later, that one the next, and the mean would fall
 * with every delay.
 *
 * An endpoint that never had a limit keeps no log. When a limit is set, or when the process has just started and knows
 * nothing of earlier sends, a full window is assumed to have just gone out.
 *
 * All times are integer microseconds on the monotonic clock.
 */
export class Pacer {
  /** Messages per second; null: no limit. */
  #rate: number | null = null;
  /** Due time of the next slot. */
  #nextSlotUs = Number.NEGATIVE_INFINITY;
  #lastSlotUs = Number.NEGATIVE_INFINITY;
  /** PERIOD_US / rate is rarely whole: the part cut off so far, in units of 1/rate, so that 7/s does not drift. */
  #remainder = 0;
  #slowness = 1;
  #notBeforeUs = Number.NEGATIVE_INFINITY;
  /** The time for which `releaseAtUs` was last asked: when it was, or the release that it returned. */
  #askedForUs = Number.POSITIVE_INFINITY;
  #lastWriteUs: number;
  #pending = 0;
  /** The usual minimum answer time; rises slowly, so that it follows a receiver that became slower. */
  #quickResponseUs = 0;
  /** When it last could rise. */
  #raisedAtUs = Number.NEGATIVE_INFINITY;
  /** The average excess of recent answers over that. */
  #usuallyLateUs = 0;
  /** When a response was last included in that average. */
  #lookedAtUs = Number.NEGATIVE_INFINITY;
  /** Looks since a response did not take so long that it says nothing about its arrival. */
  #slowLooks = 0;
  /** True: nothing waited after the last grant, so there are no missed slots to make up for. */
  #rested = true;
  readonly #writes = new WriteLog();

  /** @param lastWriteUs the latest time something may have been sent to this endpoint; null: never */
  constructor(lastWriteUs: number | null) {
    this.#lastWriteUs = lastWriteUs ?? Number.NEGATIVE_INFINITY;
  }

  /** Sets the limit; applies from the next grant. */
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

  /**
   * Makes the spacing this many times as wide, from the next grant on; 1 is what the limit asks for. The limit itself
   * and its proof are unaffected: this can only slow sending down.
   */
  setSlowness(slowness: number): void {
    this.#slowness = slowness;
  }

  /** The earliest time for the next grant; at or before `nowUs`: now. Infinity: ask again after the next write. */
  releaseAtUs(nowUs: number): number {
    if (this.#rate === null) return Number.NEGATIVE_INFINITY;
    if (nowUs - this.#askedForUs > STOOD_STILL_US) this.#rested = true;
    const releaseUs = Math.max(this.#nextSlotUs, this.#notBeforeUs, this.#windowFreeAtUs(nowUs, this.#rate));
    this.#askedForUs = releaseUs === Number.POSITIVE_INFINITY ? nowUs : Math.max(nowUs, releaseUs);
    return releaseUs;
  }

  /** Whether the next slot has come. Changes nothing, unlike `releaseAtUs`. */
  hasSlotAt(nowUs: number): boolean {
    return this.#rate === null || this.#nextSlotUs <= nowUs;
  }

  /** Takes the slot that `releaseAtUs` returned. Every grant must end in one call of `written` or `withdrawn`. */
  grant(nowUs: number): void {
    this.#pending += 1;
    if (this.#rate === null) return;
    const slot = Math.max(this.#nextSlotUs, this.#rested ? nowUs : nowUs - CATCH_UP_US);
    this.#rested = false;
    this.#lastSlotUs = slot;
    this.#remainder += PERIOD_US % this.#rate;
    const carry = this.#remainder >= this.#rate ? 1 : 0;
    this.#remainder -= carry * this.#rate;
    this.#nextSlotUs = slot + Math.floor((PERIOD_US / this.#rate) * this.#slowness) + carry;
  }

  /**
   * The first byte of a granted send went out, not later than now, or certainly never will.
   * @returns a number for `answered`
   */
  written(nowUs: number): number {
    this.#pending -= 1;
    this.#lastWriteUs = nowUs;
    if (this.#rate === null) return -1;
    return this.#writes.add(nowUs + (this.#respondsSlowly ? 0 : LATE_ARRIVAL_US));
  }

  /** A granted send never left, and did not fail either: it was held back before its first byte. */
  withdrawn(): void {
    this.#pending -= 1;
  }

  /** A send was answered, so it arrived before now. */
  responded(send: number, writtenUs: number, nowUs: number): void {
    const tookUs = nowUs - writtenUs;
    const isSlow = tookUs >= SLOW_RESPONSE_US;
    if (!isSlow) this.#slowLooks = 0;
    // The responses that a stalled receiver sends at once raise it once.
    const canRise = nowUs - this.#raisedAtUs >= RAISE_EVERY_US;
    if (canRise) this.#raisedAtUs = nowUs;
    this.#quickResponseUs = Math.min(
      tookUs,
      canRise ? this.#quickResponseUs * 1.05 + 300 : this.#quickResponseUs,
    );
    const lateUs = tookUs - this.#quickResponseUs;
    const believedUs = this.#usuallyLateUs <= STEADY_US && !isSlow ? SLOW_RESPONSE_US : LATE_ARRIVAL_US;
    // Neither a single very late response, nor many that a stalled receiver sends at once, make it a varying one.
    if (nowUs - this.#lookedAtUs >= LOOK_EVERY_US) {
      this.#lookedAtUs = nowUs;
      this.#usuallyLateUs += (Math.min(lateUs, 2 * STEADY_US) - this.#usuallyLateUs) / 8;
      if (isSlow) this.#slowLooks += 1;
    }
    this.#writes.correct(send, writtenUs + (this.#respondsSlowly ? 0 : Math.min(lateUs, believedUs)));
  }

  /** Nothing waits anymore: slots that pass from now on are not made up for. */
  rest(): void {
    this.#rested = true;
  }

  get #respondsSlowly(): boolean {
    return this.#slowLooks >= SLOW_LOOKS;
  }

  #windowFreeAtUs(nowUs: number, rate: number): number {
    this.#writes.forgetUntil(nowUs - WINDOW_US);
    const tooMany = this.#writes.size + this.#pending + 1 - rate;
    if (tooMany <= 0) return Number.NEGATIVE_INFINITY;
    if (tooMany > this.#writes.size) return Number.POSITIVE_INFINITY;
    return this.#writes.latestOf(tooMany) + WINDOW_US;
  }
}

/** One second, and how much the time between write and arrival may vary. */
const WINDOW_US = 1_005_000;
/** R slots take this long. Every thousandth of a second above one costs a thousandth of the rate. */
const PERIOD_US = 1_009_000;
/**
 * How much later than usual an arrival may be and still be accounted for. More could cost over a hundredth of the rate.
 */
const LATE_ARRIVAL_US = 15_000;
/** Responses that vary by no more than this, on average, are steady. */
const STEADY_US = 5000;
const LOOK_EVERY_US = 50_000;
/** Sends to a fast receiver are rarely closer, and what a receiver sends after a stall comes within a few of these. */
const RAISE_EVERY_US = 2000;
/** A response later than this is too late to correct anything: by then the next slots are decided. */
const SLOW_RESPONSE_US = 400_000;
/** How many looks in a row make a slow receiver. Fewer may be this process, which stood still before it read. */
const SLOW_LOOKS = 8;
/** How late a timer may be for its slots to be made up. More would be a burst. */
const CATCH_UP_US = 50_000;
/** Nobody can be this late who only waits for a timer, or in the order of opening, where it is half of this. */
const STOOD_STILL_US = 100_000;

/**
 * Times of sends in the order of their writes, in a ring that grows as needed. A later send may have an earlier time;
 * it then stays until those before it are forgotten, which errs on the safe side.
 */
class WriteLog {
  #ring = new Float64Array(16);
  #first = 0;
  #size = 0;
  /** How many have been forgotten so far; this way a send keeps its number while the ring turns. */
  #forgotten = 0;

  get size(): number {
    return this.#size;
  }

  /** The latest time among the `count` oldest. */
  latestOf(count: number): number {
    let latest = Number.NEGATIVE_INFINITY;
    for (let n = 0; n < count; n++) latest = Math.max(latest, this.#at(n));
    return latest;
  }

  /** Returns the number of the send. */
  add(timeUs: number): number {
    if (this.#size === this.#ring.length) this.#grow();
    this.#ring[(this.#first + this.#size) % this.#ring.length] = timeUs;
    this.#size += 1;
    return this.#forgotten + this.#size - 1;
  }

  /** Sets the time of a send, if it is still known. */
  correct(send: number, timeUs: number): void {
    const n = send - this.#forgotten;
    if (n >= 0 && n < this.#size) this.#ring[(this.#first + n) % this.#ring.length] = timeUs;
  }

  forgetUntil(timeUs: number): void {
    while (this.#size > 0 && this.#at(0) <= timeUs) {
      this.#first = (this.#first + 1) % this.#ring.length;
      this.#size -= 1;
      this.#forgotten += 1;
    }
  }

  clear(): void {
    this.#ring = new Float64Array(16);
    this.#first = 0;
    this.#forgotten += this.#size;
    this.#size = 0;
  }

  #at(n: number): number {
    return this.#ring[(this.#first + n) % this.#ring.length] ?? 0;
  }

  #grow(): void {
    const larger = new Float64Array(this.#ring.length * 2);
    for (let i = 0; i < this.#size; i++) larger[i] = this.#at(i);
    this.#ring = larger;
    this.#first = 0;
  }
}
