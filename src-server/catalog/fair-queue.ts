/** A queue in which everybody's first item comes before anybody's second. */
export class FairQueue<T> {
  /** What each one waits with; whose turn it is stands first. */
  readonly #waiting = new Map<string, T[]>();

  add(key: string, item: T): void {
    const items = this.#waiting.get(key);
    if (items) items.push(item);
    else this.#waiting.set(key, [item]);
  }

  countOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  /** Takes the next item out, of those whose key is free. Undefined: none is. */
  take(isFree: (key: string) => boolean): T | undefined {
    for (const [key, items] of this.#waiting) {
      if (!isFree(key)) continue;
      // What is left goes back to the end of the line.
      this.#waiting.delete(key);
      if (items.length > 1) this.#waiting.set(key, items.slice(1));
      return items[0];
    }
    return undefined;
  }

  /** Harmless when it does not wait any more. */
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
