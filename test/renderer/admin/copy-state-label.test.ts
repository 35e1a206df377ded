import { expect, it } from 'vitest';
import { copyStateLabel } from '../../../src-renderer/admin/data/working-copy/use-working-copy';

const NOW = new Date(2026, 10, 23, 15, 0).getTime();
const THERE = { name: 'Production', isFolder: false };
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString();

it('the state of a working copy names local changes, remote changes and conflicts, and leaves out zeros', () => {
  const none = { theirs: 0, conflicts: 0 };
  const changed = { changes: 12, ...none, fetchedAt: at(23, 14, 2), state: 'changed' as const };
  expect(copyStateLabel(changed, THERE, NOW)).toBe('12 local changes, fetched 14:02');
  const clean = { changes: 0, ...none, fetchedAt: at(22, 9, 5), state: 'up_to_date' as const };
  expect(copyStateLabel(clean, THERE, NOW)).toMatch(/^Up to date, fetched 22 Nov,? 09:05$/);
  const offline = { ...clean, state: 'offline' as const };
  expect(copyStateLabel(offline, THERE, NOW)).toMatch(/^No local changes, Offline, fetched 22 Nov/);
  const all = { changes: 1, theirs: 3, conflicts: 2, fetchedAt: at(23, 14, 2), state: 'offline' as const };
  expect(copyStateLabel(all, THERE, NOW)).toBe(
    '1 local change, 3 new on Production, 2 conflicts, Offline, fetched 14:02',
  );
  expect(copyStateLabel(offline, { name: 'Git', isFolder: true }, NOW)).toMatch(
    /^No local changes, Folder not readable/,
  );
});
