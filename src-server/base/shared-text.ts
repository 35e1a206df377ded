const encoder = new TextEncoder();

/** Bytes of a long text decoded at once. */
const PIECE_BYTES = 512 * 1024;

/** A text in memory that threads share: passing it costs nothing, where a copy would block the event loop. */
export function sharedText(text: string): Uint8Array {
  const bytes = encoder.encode(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** The text again, one piece at a time. */
export async function* piecesOfText(bytes: Uint8Array): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const end = at + PIECE_BYTES;
    yield decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
  }
}
