import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of a larger body, so much is hashed in one turn of the event loop. */
export const HASHED_AT_ONCE_BYTES = 1024 * 1024;

/** SHA-256 of a body, in hexadecimal digits. One of any size keeps nobody waiting. */
export async function hashBody(body: Uint8Array): Promise<string> {
  // A digest off the loop would first copy all of it, twice.
  const sum = createHash('sha256');
  for (let at = 0; at < body.length; at += HASHED_AT_ONCE_BYTES) {
    if (at > 0) await nextTurn();
    sum.update(body.subarray(at, at + HASHED_AT_ONCE_BYTES));
  }
  return sum.digest('hex');
}
