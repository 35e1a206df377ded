// What a process of this machine has used, as its operating system counts it.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

/**
 * Processor time a process has used so far, in ms. On systems without /proc only whole seconds or hundredths are
 * known; null where nothing is.
 * @param {number} pid
 * @returns {Promise<number | null>}
 */
export async function processorMs(pid) {
  const file = `/proc/${pid}/stat`;
  if (existsSync(file)) {
    // The name in parentheses may hold anything, so what is counted comes after it: utime and stime.
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }
  const parts = (await ps(pid, 'time'))?.split(/[:-]/).map(Number);
  return parts ? parts.reduce((sum, part) => sum * 60 + part, 0) * 1000 : null;
}

/**
 * Memory a process holds now, in bytes; null where that is not known.
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
