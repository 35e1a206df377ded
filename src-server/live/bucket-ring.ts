import type { TrafficBucket } from '../contract/traffic';

/** The content of a bucket, in the order of its cells. */
const COLUMNS = [
  'at',
  'arrivals',
  'sends',
  'succeeded',
  'failed',
  'queue',
  'oldestMs',
  'delayP50Ms',
  'delayP95Ms',
] as const;
const WIDTH = COLUMNS.length;
/** Stands for null; also the largest number that a cell holds. */
const NONE = 0xffff_ffff;
const FIRST_CAPACITY = 8;

type Column = (typeof COLUMNS)[number];
type Cells = Record<Column, number | null>;

/** The newest buckets of an endpoint, 36 bytes each; it grows as needed up to a given capacity. */
export class BucketRing {
  #cells = new Uint32Array(0);
  #first = 0;
  #size = 0;

  /** Adds the newest; the oldest is dropped when there are `capacity` of them. */
  push(bucket: TrafficBucket, capacity: number): void {
    while (this.#size >= capacity) this.#dropOldest();
    if (this.#size === this.#capacity)
      this.#grow(Math.min(capacity, Math.max(FIRST_CAPACITY, 2 * this.#size)));
    const start = ((this.#first + this.#size) % this.#capacity) * WIDTH;
    const cells: Cells = bucket;
    for (const [n, column] of COLUMNS.entries()) {
      const value = cells[column];
      this.#cells[start + n] = value === null ? NONE : Math.min(value, NONE - 1);
    }
    this.#size += 1;
  }

  /** Those that began in this range of seconds since 1970, both ends inclusive, oldest first. */
  between(sinceS: number, untilS: number): TrafficBucket[] {
    const found: TrafficBucket[] = [];
    for (let n = this.#size - 1; n >= 0 && this.#value(n, 'at') >= sinceS; n--) {
      if (this.#value(n, 'at') <= untilS) found.push(this.#bucket(n));
    }
    return found.reverse();
  }

  /** The sum of a column over that range. */
  sum(column: 'arrivals' | 'sends', sinceS: number, untilS: number): number {
    let sum = 0;
    for (let n = this.#size - 1; n >= 0 && this.#value(n, 'at') >= sinceS; n--) {
      if (this.#value(n, 'at') <= untilS) sum += this.#value(n, column);
    }
    return sum;
  }

  /** The queue at the end of that second. Null: not known. */
  queueAt(second: number): number | null {
    for (let n = this.#size - 1; n >= 0; n--) {
      if (this.#value(n, 'at') <= second) return this.#value(n, 'queue');
    }
    return null;
  }

  clear(): void {
    this.#cells = new Uint32Array(0);
    this.#first = 0;
    this.#size = 0;
  }

  get #capacity(): number {
    return this.#cells.length / WIDTH;
  }

  #value(n: number, column: Column): number {
    const start = ((this.#first + n) % this.#capacity) * WIDTH;
    return this.#cells[start + COLUMNS.indexOf(column)] ?? 0;
  }

  #bucket(n: number): TrafficBucket {
    const cells = Object.fromEntries(
      COLUMNS.map((column) => {
        const value = this.#value(n, column);
        return [column, value === NONE ? null : value];
      }),
    );
    return cells as unknown as TrafficBucket;
  }

  #dropOldest(): void {
    this.#first = (this.#first + 1) % this.#capacity;
    this.#size -= 1;
  }

  #grow(capacity: number): void {
    const larger = new Uint32Array(capacity * WIDTH);
    for (let n = 0; n < this.#size; n++) {
      const start = ((this.#first + n) % this.#capacity) * WIDTH;
      larger.set(this.#cells.subarray(start, start + WIDTH), n * WIDTH);
    }
    this.#cells = larger;
    this.#first = 0;
  }
}
