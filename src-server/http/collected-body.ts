/** From this size on, a body may be passed to a worker by sharing its memory. */
const SHARED_MIN_BYTES = 1024 * 1024;
/** Smaller chunks are copied into pieces of this size: each takes more memory than its bytes. */
const PIECE_BYTES = 16 * 1024;

/**
 * The chunks of a body as they arrive. A large body that announces its size is copied into memory that threads share as it
 * comes, so that nothing of it is left to do in one go at its end.
 */
export class CollectedBody {
  size = 0;
  readonly #shared: Buffer | null;
  readonly #pieces: Buffer[] = [];
  /** The last of the pieces, if it has room left. */
  #open: Buffer | null = null;
  #openUsed = 0;

  /** @param announcedBytes 0: it does not say */
  constructor(announcedBytes: number) {
    this.#shared = announcedBytes < SHARED_MIN_BYTES ? null : sharedBytes(announcedBytes);
  }

  add(chunk: Buffer): void {
    if (this.#shared) chunk.copy(this.#shared, this.size);
    else if (this.#pieces.length === 0 || chunk.length >= PIECE_BYTES / 4) {
      this.#close();
      this.#pieces.push(chunk);
    } else this.#addSmall(chunk);
    this.size += chunk.length;
  }

  /** All of it. To be called once. */
  bytes(): Buffer {
    if (this.#shared) return this.#shared.subarray(0, this.size);
    this.#close();
    const [first] = this.#pieces;
    if (this.#pieces.length === 1 && first) return first;
    if (this.size < SHARED_MIN_BYTES) return Buffer.concat(this.#pieces, this.size);
    const bytes = sharedBytes(this.size);
    let at = 0;
    for (const piece of this.#pieces) at += piece.copy(bytes, at);
    return bytes;
  }

  #addSmall(chunk: Buffer): void {
    if (!this.#open || this.#openUsed + chunk.length > PIECE_BYTES) {
      this.#close();
      this.#open = Buffer.allocUnsafeSlow(PIECE_BYTES);
      this.#openUsed = 0;
      this.#pieces.push(this.#open);
    }
    this.#openUsed += chunk.copy(this.#open, this.#openUsed);
  }

  #close(): void {
    if (this.#open) this.#pieces[this.#pieces.length - 1] = this.#open.subarray(0, this.#openUsed);
    this.#open = null;
  }
}

function sharedBytes(size: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(size));
}
