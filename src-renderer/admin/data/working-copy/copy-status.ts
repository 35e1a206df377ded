import type { WorkingCopyOut } from '../../../../src-server/contract/working-copy';

/**
 * How a working copy stands, in the same words wherever it is said: "7 changes · 3 to pull · 2 conflicts · offline, your
 * edits are safe".
 * @param isFolder whether it leads to a folder
 */
export function copyStatus(
  copy: Pick<WorkingCopyOut, 'changes' | 'theirs' | 'conflicts' | 'state'>,
  isFolder = false,
): string {
  if (copy.state === 'none') return 'Not pulled yet';
  return [changesLabel(copy), ...newsLabels(copy, isFolder)].join(' · ');
}

/** What was changed here: "7 changes". */
export function changesLabel({ changes }: Pick<WorkingCopyOut, 'changes'>): string {
  return changes === 0 ? 'No changes' : counted(changes, 'change');
}

/** What comes from the instance, and whether it can be reached. */
export function newsLabels(
  { theirs, conflicts, state }: Pick<WorkingCopyOut, 'theirs' | 'conflicts' | 'state'>,
  isFolder: boolean,
): readonly string[] {
  const parts = [
    theirs > 0 && `${theirs.toLocaleString('en')} to pull`,
    conflicts > 0 && counted(conflicts, 'conflict'),
    state === 'offline' && `${isFolder ? 'folder not readable' : 'offline'}, your edits are safe`,
  ];
  return parts.filter((part) => part !== false);
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
