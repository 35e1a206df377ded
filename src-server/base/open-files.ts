import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** How many files and connections this process may have open at once; infinity where the system does not say. */
export function mostOpenFiles(): number {
  return softLimit() ?? reportedLimit();
}

/** As Linux says it (proc_pid_limits(5)), a hundred times as fast as a report. Null: it does not. */
function softLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

function reportedLimit(): number {
  const report = process.report?.getReport() as
    | { userLimits?: { open_files?: { soft?: unknown } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

/**
 * The number that the next file or connection gets: the lowest that is free, so that all below are in use. Infinity: the
 * system opens none.
 */
export function nextDescriptor(): number {
  try {
    const descriptor = openSync(devNull, 'r');
    closeSync(descriptor);
    return descriptor;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
