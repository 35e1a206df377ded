import type { WorkingCopyOut } from '../../../../src-server/contract/working-copy';

/**
 * How a working copy stands, in the same words wherever it is said: "7 local changes, 3 new on Production, 2 conflicts,
 * Offline".
 * @param name of the connection
 * @param isFolder whether it leads to a folder
 */
export function copyStatus(
  { changes, theirs, conflicts, state }: Omit<WorkingCopyOut, 'note' | 'fetchedAt'>,
  name: string,
  isFolder = false,
): string {
  if (state === 'none') return 'Not fetched';
  const parts = [
    // Nobody can know what is new on an instance that cannot be reached.
    changes + theirs === 0 && (state === 'offline' ? 'No local changes' : 'Up to date'),
    changes > 0 && counted(changes, 'local change'),
    theirs > 0 && `${theirs.toLocaleString('en')} new on ${name}`,
    conflicts > 0 && counted(conflicts, 'conflict'),
    state === 'offline' && (isFolder ? 'Folder not readable' : 'Offline'),
  ];
  return parts.filter(Boolean).join(', ');
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
