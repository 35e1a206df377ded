/**
 * Bytes of a request as they can go to a worker. What is shared between threads goes as it is; else a copy of its own,
 * because small buffers are parts of a large one, which would be copied along.
 */
export function handedOver(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof SharedArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(bytes);
}
