/** Into how many parts the endpoints are divided. Each part has one owner at a time, the node that sends to it. */
export const SLOT_COUNT = 256;

/**
 * The slot of an endpoint: the 32-bit FNV-1a hash of its id (Fowler, Noll, Vo) modulo 256. It never changes, because
 * nodes of two versions must agree on it.
 */
export function slotOf(endpointId: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < endpointId.length; n++) {
    hash = Math.imul(hash ^ endpointId.charCodeAt(n), 0x01000193) >>> 0;
  }
  return hash % SLOT_COUNT;
}
