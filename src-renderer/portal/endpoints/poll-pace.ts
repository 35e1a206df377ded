import { READ_ALLOWANCES, READ_COST_WHILE_SENDING } from '../../../src-server/contract/limits';

/** Pages of one customer that may be open at a time without using up the time that the server has for all of them. */
const PAGES_OPEN = 3;
/** How much of the time the reads of one page may take, while messages are sent too. */
const SHARE = READ_ALLOWANCES.customer.msPerSecond / 1000 / READ_COST_WHILE_SENDING / PAGES_OPEN;
/** What took so long that it would be read more rarely has mostly waited for its turn. */
const RAREST_MS = 600_000;

/** A response, and after how many milliseconds it came. */
interface Timed<T> {
  readonly value: T;
  readonly ms: number;
}

export async function timed<T>(pending: Promise<T>): Promise<Timed<T>> {
  const beganMs = performance.now();
  const value = await pending;
  return { value, ms: performance.now() - beganMs };
}

/**
 * How long the server took for counts that were asked for together with something quick, in milliseconds. It makes one
 * after the other, so that the last one has waited for all of them. What opens a connection for itself takes up to three
 * ways more than what finds one open.
 */
export function costMs(counts: readonly Timed<unknown>[], quick: readonly Timed<unknown>[]): number {
  const wayMs = Math.min(...quick.map(({ ms }) => ms));
  return Math.max(0, ...counts.map(({ ms }) => ms - 4 * wayMs));
}

/** How long until figures are read again, in milliseconds: the longer they take to count, the rarer, down to a bound. */
export function pollAfterMs(leastMs: number, cost: number): number {
  return Math.max(leastMs, Math.min(RAREST_MS, cost / SHARE));
}
