/** An id for a new set. Does not use randomUUID, which browsers do not offer to pages loaded over plain http. */
export function newSetId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(12))];
  return `set_${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
