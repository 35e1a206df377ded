/** Two steps per doubling of the delay, up to more than a day: 54 numbers, and at most 41 % too high. */
const STEPS = 54;

/** Counts delays in fixed steps, so that a quantile costs the same small amount for any number of them. */
export class DelayHistogram {
  readonly #counts = new Uint32Array(STEPS);
  #total = 0;
  #longestMs = 0;

  add(delayMs: number): void {
    const step = delayMs < 1 ? 0 : Math.min(STEPS - 1, 1 + Math.floor(2 * Math.log2(delayMs)));
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.#total += 1;
    if (delayMs > this.#longestMs) this.#longestMs = delayMs;
  }

  /** That part (0 to 1) of the delays is at most this many whole milliseconds. Null: there were none. */
  quantileMs(part: number): number | null {
    if (this.#total === 0) return null;
    const wanted = Math.ceil(part * this.#total);
    let seen = 0;
    for (let step = 0; step < STEPS - 1; step++) {
      seen += this.#counts[step] ?? 0;
      if (seen >= wanted) return Math.round(Math.min(2 ** (step / 2), this.#longestMs));
    }
    return Math.round(this.#longestMs);
  }

  clear(): void {
    if (this.#total === 0) return;
    this.#counts.fill(0);
    this.#total = 0;
    this.#longestMs = 0;
  }
}
