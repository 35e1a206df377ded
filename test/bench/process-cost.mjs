// The resources used by a process of this machine, according to its operating system.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Linux counts in hundredths of a second on every machine. */
const TICK_MS = 10;

/**
 * Processor time used by a process so far, in ms. On systems without /proc only whole seconds or hundredths are
 * known; null where nothing is.
 * @param {number} pid
 * @returns {Promise<number | null>}
 */
export async function processorMs(pid) {
  const file = `/proc/${pid}/stat`;
  if (existsSync(file)) {
    // The name in parentheses may contain anything, so fields count from its end: utime and stime.
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }
  const parts = (await ps(pid, 'time'))?.split(/[:-]/).map(Number);
  return parts ? parts.reduce((sum, part) => sum * 60 + part, 0) * 1000 : null;
}

/**
 * Current memory of a process, in bytes; null if not known.
 * @param {number} pid
 * @returns {Promise<number | null>}
 */
export async function memoryBytes(pid) {
  const kilobytes = await ps(pid, 'rss');
  return kilobytes ? Number(kilobytes) * 1024 : null;
}

/**
 * @param {number} pid
 * @param {string} column
 */
async function ps(pid, column) {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]);
    return stdout.trim();
  } catch {
    return null;
  }
}
