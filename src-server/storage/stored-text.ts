/** A text from a column that can hold any text at all: PostgreSQL returns its bytes, since its own texts refuse NUL. */
export function storedText(value: string | Uint8Array): string;
export function storedText(value: string | Uint8Array | null): string | null;
export function storedText(value: string | Uint8Array | null): string | null {
  if (value === null || typeof value === 'string') return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
}
