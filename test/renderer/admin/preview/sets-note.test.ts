import { expect, test } from 'vitest';
import { setsNote } from '../../../../src-renderer/admin/features/preview/sets/sets-note';
import { unsavedBecause } from '../../../../src-renderer/admin/features/preview/sets/unsaved-because';
import { ApiFailure } from '../../../../src-renderer/api/api-failure';

const failure = (status: number) => new ApiFailure(status, 'code', 'A sentence.');

test('an instance without flag sets and one that cannot be reached are told apart', () => {
  const note = (status: number) =>
    setsNote({ unsaved: unsavedBecause(failure(status), true), saved: false, isCopy: true });
  expect(note(404)).toContain('does not save sets');
  for (const status of [0, 502]) expect(note(status)).toContain('cannot be reached');
  expect(unsavedBecause(failure(502), false)).toBeNull();
  expect(unsavedBecause(new Error('a fault of this page'), true)).toBeNull();
});

test('sets of a working copy are said to be saved in it, and not to be shared yet', () => {
  const note = (saved: boolean, isCopy: boolean) => setsNote({ unsaved: null, saved, isCopy });
  expect(note(true, true)).toContain('Saved in the working copy');
  expect(note(false, true)).toContain('saves them in the working copy');
  expect(note(true, false)).toContain('shared with everyone');
});
