/** Most characters of finished pages kept; the oldest are made again when asked for. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/**
 * Pages that are made when they are asked for. A catalog of some hundred large schemas is tens of megabytes of
 * HTML: making all of it at every change would hold up the server, and most pages are read rarely.
 */
export class LazyPages implements ReadonlyMap<string, string> {
  readonly #makers: ReadonlyMap<string, () => string>;
  readonly #made = new Map<string, string>();
  #characters = 0;

  constructor(makers: ReadonlyMap<string, () => string>) {
    this.#makers = makers;
  }

  get size(): number {
    return this.#makers.size;
  }

  has(path: string): boolean {
    return this.#makers.has(path);
  }

  get(path: string): string | undefined {
    const known = this.#made.get(path);
    if (known !== undefined) return known;
    const page = this.#makers.get(path)?.();
    if (page !== undefined) this.#keep(path, page);
    return page;
  }

  #keep(path: string, page: string): void {
    this.#made.set(path, page);
    this.#characters += page.length;
    for (const [oldPath, oldPage] of this.#made) {
      if (this.#characters <= KEPT_CHARACTERS || oldPath === path) break;
      this.#made.delete(oldPath);
      this.#characters -= oldPage.length;
    }
  }

  keys(): MapIterator<string> {
    return this.#makers.keys();
  }

  *values(): MapIterator<string> {
    for (const [, page] of this) yield page;
  }

  *entries(): MapIterator<[string, string]> {
    for (const path of this.#makers.keys()) {
      const page = this.get(path);
      if (page !== undefined) yield [path, page];
    }
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(each: (page: string, path: string, pages: ReadonlyMap<string, string>) => void): void {
    for (const [path, page] of this) each(page, path, this);
  }
}
