import { readFileSync, readlinkSync } from 'node:fs';

/** Where the system accounts for the calling thread. Null: it does not; only Linux does. */
export function accountOfThisThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
  } catch {
    return null;
  }
}

/**
 * How long a thread was ready to run while others had the processor, in milliseconds since it started. 0 if unknown. It
 * is the second number of the account, in nanoseconds (Linux, Documentation/scheduler/sched-stats).
 */
export function processorWaitMs(account: string | null): number {
  if (account === null) return 0;
  try {
    return Number(readFileSync(account, 'latin1').split(' ')[1]) / 1e6 || 0;
  } catch {
    return 0;
  }
}
