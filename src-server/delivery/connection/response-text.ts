import { isUtf8 } from 'node:buffer';

/** Most bytes kept of a response body. */
const RESPONSE_KEPT_BYTES = 20_000;

/** Collects the start of a response body and turns it into text. */
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
    // Copied: the chunk is a view into a larger buffer, which would otherwise live as long as the text's bytes.
    const part = Buffer.from(chunk.subarray(0, room));
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  /** Valid UTF-8 unchanged, at most 20,000 bytes of it; anything else in base64, cut to the same length. */
  toText(): string {
    if (this.#kept === 0) return '';
    const bytes = Buffer.concat(this.#chunks);
    const text = this.#received > this.#kept ? beforeCut(bytes) : bytes;
    if (isUtf8(text) && !text.includes(0)) return text.toString('utf8');
    return bytes.subarray(0, (RESPONSE_KEPT_BYTES / 4) * 3).toString('base64');
  }
}

/** Drops the first part of a character that the cut went through. */
function beforeCut(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const first = bytes[start] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return bytes.length - start < length ? bytes.subarray(0, start) : bytes;
}
