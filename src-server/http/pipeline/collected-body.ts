/** From this size on, a body may be passed to a worker by sharing its memory. */
const SHARED_MIN_BYTES = 1024 * 1024;
/** Smaller chunks are copied into pieces of this size: each takes more memory than its bytes. */
const PIECE_BYTES = 16 * 1024;

/**
 * The chunks of a body as they arrive. A large one is copied into memory that threads share as it comes, so that little is
 * left to do in one go at its end.
 */
export class CollectedBody {
  size = 0;
  /** All of it, once it is large, with room for more. */
  #shared: Buffer | null;
  #pieces: Buffer[] = [];
  /** The last of the pieces, if it has room left. */
  #open: Buffer | null = null;
  #openUsed = 0;

  /** @param announcedBytes 0: it does not say */
  constructor(announcedBytes: number) {
    this.#shared = announcedBytes < SHARED_MIN_BYTES ? null : sharedBytes(announcedBytes);
  }

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size >= SHARED_MIN_BYTES && size > (this.#shared?.length ?? 0)) this.#share(2 * size);
    if (this.#shared) chunk.copy(this.#shared, this.size);
    else if (this.#pieces.length === 0 || chunk.length >= PIECE_BYTES / 4) {
      this.#close();
      this.#pieces.push(chunk);
    } else this.#addSmall(chunk);
    this.size = size;
  }

  /** All of it. To be called once. */
  bytes(): Buffer {
    if (this.#shared) return this.#shared.subarray(0, this.size);
    this.#close();
    const [first] = this.#pieces;
    return this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces, this.size);
  }

  /** Moves what there is into shared memory of this length. */
  #share(bytes: number): void {
    this.#close();
    const wider = sharedBytes(bytes);
    let at = 0;
    for (const piece of this.#shared ? [this.#shared.subarray(0, this.size)] : this.#pieces)
      at += piece.copy(wider, at);
    this.#shared = wider;
    this.#pieces = [];
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
