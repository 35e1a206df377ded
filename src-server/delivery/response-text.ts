/** Most bytes of a response body that are kept. */
export const RESPONSE_KEPT_BYTES = 20_000;

/** Gathers the start of a response body and turns it into text. */
export class ResponseText {
  readonly #chunks: Buffer[] = [];
  #kept = 0;
  #received = 0;

  /** Bytes received so far, kept or not. */
  get received(): number {
    return this.#received;
  }

  add(chunk: Buffer): void {
    this.#received += chunk.length;
    const room = RESPONSE_KEPT_BYTES - this.#kept;
    if (room <= 0) return;
    // Copied: the chunk is a view into a larger buffer that would otherwise live as long as the text's bytes.
    const part = Buffer.from(chunk.subarray(0, room));
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  /** UTF-8 as it is, at most 20,000 bytes of it; anything else in base64, cut so that its text is no longer than that. */
  toText(): string {
    if (this.#kept === 0) return '';
    const bytes = Buffer.concat(this.#chunks);
    try {
      // `stream` leaves out a character that the cut went through instead of calling it invalid.
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
        stream: this.#received > this.#kept,
      });
      if (!text.includes('\0')) return text;
    } catch {
      // Not UTF-8: below.
    }
    return bytes.subarray(0, (RESPONSE_KEPT_BYTES / 4) * 3).toString('base64');
  }
}
