/**
 * How many waiting deliveries of an endpoint are not due yet: they wait for a retry, or for the time their sender chose.
 * Costs one number for each second in which some become due.
 */
export class LaterDeliveries {
  readonly #bySecond = new Map<number, number>();
  #count = 0;
  /** How many of those counted are not there any more. */
  #surplus = 0;
  /** No second before this one is in the map. */
  #firstS = Number.POSITIVE_INFINITY;

  /** @param dueS when they are due, in seconds since 1970 */
  add(dueS: number, count = 1): void {
    this.#bySecond.set(dueS, (this.#bySecond.get(dueS) ?? 0) + count);
    this.#count += count;
    this.#firstS = Math.min(this.#firstS, dueS);
  }

  /** Those that are due after `nowS`. */
  countAfter(nowS: number): number {
    if (nowS >= this.#firstS) {
      this.#firstS = Number.POSITIVE_INFINITY;
      for (const [dueS, count] of this.#bySecond) {
        if (dueS > nowS) {
          this.#firstS = Math.min(this.#firstS, dueS);
          continue;
        }
        this.#bySecond.delete(dueS);
        this.#count -= count;
      }
    }
    return Math.max(0, this.#count - this.#surplus);
  }

  /** This many are due before their time. Which ones is not known: those that were recorded first leave. */
  leave(count: number): void {
    let left = Math.min(count, this.#count);
    this.#count -= left;
    for (const [dueS, here] of this.#bySecond) {
      if (left === 0) return;
      const leaving = Math.min(left, here);
      left -= leaving;
      if (leaving === here) this.#bySecond.delete(dueS);
      else this.#bySecond.set(dueS, here - leaving);
    }
  }

  /** Their exact number is known: some were canceled, or made due, since they were added. */
  correct(exact: number, nowS: number): void {
    this.#surplus = 0;
    this.#surplus = this.countAfter(nowS) - exact;
  }
}
