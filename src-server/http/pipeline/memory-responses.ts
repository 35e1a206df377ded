import type { StoredResponse } from '../../storage/stored-response';

/** Bounds of the memory; beyond either one, the oldest responses go. A response can repeat a payload of a megabyte. */
const MEMORY_MAX_RESPONSES = 10_000;
const MEMORY_MAX_CHARACTERS = 16 * 1024 * 1024;

interface MemoryResponse extends StoredResponse {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The newest responses that are not on disk, within bounds. */
export class MemoryResponses {
  readonly #responses = new Map<string, MemoryResponse>(); // oldest first
  #characters = 0;

  get(keyHash: string, since: number): StoredResponse | undefined {
    const known = this.#responses.get(keyHash);
    return known && known.at > since ? known : undefined;
  }

  keep(keyHash: string, response: MemoryResponse): void {
    this.#drop(keyHash);
    this.#responses.set(keyHash, response);
    this.#characters += response.body.length;
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= MEMORY_MAX_RESPONSES && this.#characters <= MEMORY_MAX_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(keyHash: string): void {
    this.#characters -= this.#responses.get(keyHash)?.body.length ?? 0;
    this.#responses.delete(keyHash);
  }
}
