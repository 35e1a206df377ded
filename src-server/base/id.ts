import { randomBytes } from 'node:crypto';
import { ID_DIGITS, ID_EPOCH_MS, ID_LENGTH, ID_STEP_MS, timeOfId } from '../contract/time-of-id';
import type { Clock } from './clock';

/**
 * Sortable identifiers: a prefix and 27 base-62 digits holding 160 bits, as in KSUID with 4 ms resolution
 * (segmentio/ksuid; 5 bytes of time, 15 of randomness). Ids of one process strictly increase, even within one 4 ms step
 * and when the wall clock goes back, so id order is creation order. Over a restart, messages do the same if the clock is
 * set back by no more than an hour.
 */
export type IdPrefix =
  | 'app_'
  | 'ep_'
  | 'poll_'
  | 'msg_'
  | 'atmpt_'
  | 'tok_'
  | 'bses_'
  | 'con_'
  | 'tgt_'
  | 'qtask_'
  | 'integ_'
  | 'imp_'
  | 'sync_'
  | 'draft_'
  | 'share_'
  | 'set_'
  | 'rel_'
  | 'aud_'
  | 'nch_'
  | 'ntc_'
  | 'node_';

/** Creates the next id with this prefix. */
export type NewId = (prefix: IdPrefix) => string;

/** The last step that five bytes can hold. */
const STEP_MAX = 2 ** 40 - 1;
const BASE = ID_DIGITS.length;
const CODES = Buffer.from(ID_DIGITS, 'latin1');
const VALUES = new Map(Array.from(CODES, (code, value) => [code, value]));

/** Sorts after every character of an id: ids that begin with `prefix` are below `prefix + AFTER_IDS`. */
export const AFTER_IDS = '{';

/**
 * Id prefixes with which no uid of a caller may start, of whatever kind. A prefix that came later is refused for its own kind
 * alone: other things may have such a uid.
 */
export const ID_PREFIXES: readonly IdPrefix[] = [
  'app_',
  'ep_',
  'msg_',
  'atmpt_',
  'tok_',
  'con_',
  'tgt_',
  'qtask_',
];

/** @param after an id of an earlier process, above which all new ones are. Null or absent: there is none */
export function createIds(clock: Clock, after: string | null = null): NewId {
  let lastStep = after === null ? -1 : stepOf(timeOfId(after));
  // The digits of the last id. Within a step, the next id is the number after it: cheap, and still unguessable.
  let digits: Buffer = Buffer.from(after?.slice(-ID_LENGTH) ?? '', 'latin1');
  return (prefix) => {
    const step = stepOf(clock.now());
    if (step > lastStep) {
      lastStep = step;
      const random = randomBytes(15);
      digits = encode(
        step,
        [0, 3, 6, 9, 12].map((at) => random.readUIntBE(at, 3)),
      );
    } else countUp(digits);
    return prefix + digits.toString('latin1');
  };
}

function stepOf(atMs: number): number {
  return Math.floor((atMs - ID_EPOCH_MS) / ID_STEP_MS);
}

/** The number after this one, digit by digit from the last. */
function countUp(digits: Buffer): void {
  for (let at = digits.length - 1; at >= 0; at--) {
    const value = VALUES.get(digits[at] ?? 0) ?? 0;
    digits[at] = CODES[(value + 1) % BASE] ?? 0;
    if (value + 1 < BASE) return;
  }
}

/**
 * Ids created at `atMs` (milliseconds since 1970) or later are not below this; those created at least 4 ms earlier are.
 */
export function lowestId(prefix: IdPrefix, atMs: number): string {
  const step = Math.min(STEP_MAX, Math.max(0, stepOf(atMs)));
  return prefix + encode(step, [0, 0, 0, 0, 0]).toString('latin1');
}

/** Digits produced by one division; 62 ** 4 is just below 2 ** 24, so no remainder outgrows a number. */
const DIGITS_AT_ONCE = 4;
const DIVISOR = 62 ** DIGITS_AT_ONCE;

/** The 160-bit number `step * 2^120 + words` as digits in base 62, by long division over seven 24-bit words. */
function encode(step: number, labels: readonly number[]): Buffer {
  const number = [Math.floor(step / 2 ** 24), step % 2 ** 24, ...labels];
  const digits = Buffer.alloc(ID_LENGTH);
  for (let left = ID_LENGTH; left > 0; ) {
    let remainder = 0;
    for (let i = 0; i < number.length; i++) {
      const value = remainder * 2 ** 24 + (number[i] ?? 0);
      number[i] = Math.floor(value / DIVISOR);
      remainder = value % DIVISOR;
    }
    for (let digit = Math.min(left, DIGITS_AT_ONCE); digit > 0; digit--) {
      left -= 1;
      digits[left] = CODES[remainder % BASE] ?? 0;
      remainder = Math.floor(remainder / BASE);
    }
  }
  return digits;
}
