import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** How many files and connections this process may have open at once; infinity where the system does not say. */
export function mostOpenFiles(): number {
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
