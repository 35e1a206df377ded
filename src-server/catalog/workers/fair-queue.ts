/** A queue in which every caller's first item comes before any caller's second. */
export class FairQueue<T> {
  /** The waiting items of each caller; the next in turn comes first. */
  readonly #waiting = new Map<string, T[]>();

  add(key: string, item: T): void {
    const items = this.#waiting.get(key);
    if (items) items.push(item);
    else this.#waiting.set(key, [item]);
  }

  countOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  /**
   * Removes the next item whose key is free. Undefined: there is none.
   * @param isFree gets the key, and its first item
   */
  take(isFree: (key: string, item: T) => boolean): T | undefined {
    for (const [key, items] of this.#waiting) {
      if (!isFree(key, items[0] as T)) continue;
      // The rest goes back to the end of the line.
      this.#waiting.delete(key);
      if (items.length > 1) this.#waiting.set(key, items.slice(1));
      return items[0];
    }
    return undefined;
  }

  /** Harmless when it no longer waits. */
  remove(key: string, item: T): void {
    const items = this.#waiting.get(key)?.filter((other) => other !== item) ?? [];
    if (items.length > 0) this.#waiting.set(key, items);
    else this.#waiting.delete(key);
  }

  /** Empties the queue. */
  takeAll(): T[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
