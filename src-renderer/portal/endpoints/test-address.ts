/** An address of this server's own receiver that nobody else uses. */
export function testAddress(origin: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${origin}/receiver/${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
