import { readFile, stat } from 'node:fs/promises';

/**
 * The accounts (numeric ids) whose processes hold a lock on a file, according to Linux. Empty: none does, or the system
 * does not say, as on other systems and in a container that does not see the holder.
 */
export async function lockHolders(inode: bigint): Promise<readonly number[]> {
  const table = await readFile('/proc/locks', 'utf8').catch(() => '');
  const accounts: number[] = [];
  for (const line of table.split('\n')) {
    // 1: POSIX  ADVISORY  WRITE 1234 08:01:5678 1073741824 1073742335
    const [, pid, found] = /\s(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/.exec(line) ?? [];
    if (found !== String(inode)) continue;
    const holder = await stat(`/proc/${pid}`).catch(() => null);
    if (holder) accounts.push(holder.uid);
  }
  return accounts;
}
