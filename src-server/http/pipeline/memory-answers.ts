import type { StoredAnswer } from '../../storage/stored-answer';

/** Bounds of the memory; beyond either one, the oldest answers go. An answer can repeat a payload of a megabyte. */
const MEMORY_MAX_ANSWERS = 10_000;
const MEMORY_MAX_CHARACTERS = 16 * 1024 * 1024;

interface MemoryAnswer extends StoredAnswer {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The newest answers that are not on disk, within bounds. */
export class MemoryAnswers {
  readonly #answers = new Map<string, MemoryAnswer>(); // oldest first
  #characters = 0;

  get(keyHash: string, since: number): StoredAnswer | undefined {
    const known = this.#answers.get(keyHash);
    return known && known.at > since ? known : undefined;
  }

  keep(keyHash: string, answer: MemoryAnswer): void {
    this.#drop(keyHash);
    this.#answers.set(keyHash, answer);
    this.#characters += answer.body.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MEMORY_MAX_ANSWERS && this.#characters <= MEMORY_MAX_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(keyHash: string): void {
    this.#characters -= this.#answers.get(keyHash)?.body.length ?? 0;
    this.#answers.delete(keyHash);
  }
}
