/** KSUID counts seconds from this time, in milliseconds since 1970, so that five bytes last until 2150. */
export const ID_EPOCH_MS = 1_400_000_000_000;
/** The resolution of the time in an id. */
export const ID_STEP_MS = 4;
export const ID_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const ID_LENGTH = 27;

const BASE = BigInt(ID_DIGITS.length);
const RANDOM_BITS = 120n;

/** When an id was created, to 4 ms, in milliseconds since 1970. It is one of this service. */
export function timeOfId(id: string): number {
  let number = 0n;
  for (const digit of id.slice(-ID_LENGTH)) number = number * BASE + BigInt(ID_DIGITS.indexOf(digit));
  return ID_EPOCH_MS + Number(number >> RANDOM_BITS) * ID_STEP_MS;
}
