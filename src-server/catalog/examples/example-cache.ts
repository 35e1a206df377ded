import { createHash } from 'node:crypto';
import { exampleFor, isForAuthorOnly, type MadeExample, type WantedVariant } from './example-event';

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
  exampleFor(schema: string, variant: WantedVariant = null): MadeExample {
    return this.find(schema, variant) ?? this.keep(schema, variant, this.#make(schema, variant));
  }

  /** The same for readers, who are shown none that the schema refuses. Null: there is none. */
  readableFor(schema: string, variant: WantedVariant = null): MadeExample | null {
    const made = this.exampleFor(schema, variant);
    const readable = isForAuthorOnly(made) ? this.exampleFor(schema, 'generated') : made;
    return readable.problems.length > 0 ? null : readable;
  }

  /** Null: it is unknown, or worth another attempt. */
  find(schema: string, variant: WantedVariant): MadeExample | null {
    const key = keyOf(schema, variant);
    const known = this.#entries.get(key);
    if (known === undefined || isWorthRepeating(known)) return null;
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known.made;
  }

  /** Caches a generated example, and returns it. */
  keep(schema: string, variant: WantedVariant, made: MadeExample): MadeExample {
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

function keyOf(schema: string, variant: WantedVariant): string {
  return createHash('sha256').update(schema).update(`\n${variant}`).digest('base64');
}
