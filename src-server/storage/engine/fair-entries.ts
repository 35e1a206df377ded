interface Waiting<E> {
  readonly entry: E;
  readonly rows: number;
  readonly endsAt: number;
}

/**
 * What waits to be written, in an order that is fair to its owners: each has its entries in the order of arrival, and none
 * waits for more rows of another than it writes itself.
 *
 * Each entry is filed under the row at which it would end if every owner with something to write had a row at a time, in
 * turns (weighted fair queueing).
 */
export class FairEntries<E> {
  readonly #waiting: Waiting<E>[] = [];
  readonly #endOf = new Map<string, number>();
  #reached = 0;

  get length(): number {
    return this.#waiting.length;
  }

  add(entry: E, owner: string, rows: number): void {
    const endsAt = Math.max(this.#reached, this.#endOf.get(owner) ?? 0) + rows;
    this.#endOf.set(owner, endsAt);
    const before = this.#waiting.findLastIndex((other) => other.endsAt <= endsAt);
    this.#waiting.splice(before + 1, 0, { entry, rows, endsAt });
  }

  /** Takes the next ones, up to this many rows; a single one may have more. */
  take(rowsMax: number): { readonly entries: readonly E[]; readonly rows: number } {
    let rows = this.#waiting[0]?.rows ?? 0;
    let count = 1;
    for (; count < this.#waiting.length; count++) {
      const more = this.#waiting[count]?.rows ?? 0;
      if (rows + more > rowsMax) break;
      rows += more;
    }
    const taken = this.#waiting.splice(0, count);
    this.#reached = taken.at(-1)?.endsAt ?? 0;
    if (this.length === 0) this.#forget();
    return { entries: taken.map(({ entry }) => entry), rows };
  }

  #forget(): void {
    this.#endOf.clear();
    this.#reached = 0;
  }
}
