/**
 * Reads the body of a response as UTF-8.
 * @returns null: it is longer than `maxBytes`; the body, and its connection, are then destroyed
 */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop destroys the body.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
