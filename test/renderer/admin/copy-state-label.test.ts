import { expect, it } from 'vitest';
import { copyStatus } from '../../../src-renderer/admin/data/working-copy/copy-status';

it('the state of a working copy names changes, what is to pull and conflicts, and leaves out zeros', () => {
  const none = { changes: 0, theirs: 0, conflicts: 0 };
  expect(copyStatus({ ...none, state: 'none' })).toBe('Not pulled yet');
  expect(copyStatus({ ...none, changes: 12, state: 'changed' })).toBe('12 changes');
  expect(copyStatus({ ...none, state: 'up_to_date' })).toBe('No changes');
  expect(copyStatus({ changes: 1, theirs: 3, conflicts: 2, state: 'offline' })).toBe(
    '1 change · 3 to pull · 2 conflicts · offline, your edits are safe',
  );
  expect(copyStatus({ ...none, state: 'offline' }, true)).toBe(
    'No changes · folder not readable, your edits are safe',
  );
});
