/**
 * Bytes of a request in a form that can go to a worker. Shared memory is passed as is; otherwise a separate copy,
 * because a small buffer is part of a large one, which would be copied along.
 */
export function handedOver(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof SharedArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(bytes);
}
