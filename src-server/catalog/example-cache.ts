import { createHash } from 'node:crypto';
import { exampleFor, type MadeExample } from './example-event';

/** An example of a large schema takes some ten milliseconds to generate and check; a catalog shows hundreds. */
const DEFAULT_MAX_ENTRIES = 2_000;
const MAX_ATTEMPTS = 3;
/** An example with more text than this is generated again instead of being cached. */
const MAX_KEPT_LENGTH = 100_000;

/**
 * Caches examples by the text of their schema, so that a change to the catalog in one place costs one example. Safe to
 * share: the same schema always has the same example. Its results must not be changed.
 */
export class ExampleCache {
  readonly #maxEntries: number;
  readonly #make: typeof exampleFor;
  /** Least recently used first. */
  readonly #entries = new Map<string, { readonly made: MadeExample; readonly attempts: number }>();

  constructor(maxEntries = DEFAULT_MAX_ENTRIES, make: typeof exampleFor = exampleFor) {
    this.#maxEntries = maxEntries;
    this.#make = make;
  }

  /** Like `exampleFor`, from memory if possible. */
  exampleFor(schema: string, variant: number | null = null): MadeExample {
    return this.find(schema, variant) ?? this.keep(schema, variant, this.#make(schema, variant));
  }

  /** Null: it is unknown, or worth another attempt. */
  find(schema: string, variant: number | null): MadeExample | null {
    const key = keyOf(schema, variant);
    const known = this.#entries.get(key);
    if (known === undefined || isWorthRepeating(known)) return null;
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known.made;
  }

  /** Caches a generated example, and returns it. */
  keep(schema: string, variant: number | null, made: MadeExample): MadeExample {
    if (made.example.length > MAX_KEPT_LENGTH) return made;
    const key = keyOf(schema, variant);
    const attempts = (this.#entries.get(key)?.attempts ?? 0) + 1;
    this.#entries.delete(key);
    this.#entries.set(key, { made, attempts });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    return made;
  }
}

/** A busy machine may have kept an example from being checked; it is generated again, but not forever. */
function isWorthRepeating({ made, attempts }: { made: MadeExample; attempts: number }): boolean {
  return !made.fits && made.problems.length === 0 && attempts < MAX_ATTEMPTS;
}

function keyOf(schema: string, variant: number | null): string {
  return createHash('sha256').update(schema).update(`\n${variant}`).digest('base64');
}
