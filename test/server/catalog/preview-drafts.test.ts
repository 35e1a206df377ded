import { expect, test } from 'vitest';
import { createIds } from '../../../src-server/base/id';
import { PreviewDrafts } from '../../../src-server/catalog/drafts/preview-drafts';
import { FakeClock } from '../../support/fake-clock';

const MIB = 1024 * 1024;
const draftsAt = (clock: FakeClock) => {
  const time = { now: () => clock.now(), latest: () => clock.now() };
  // Their catalogs are not read here.
  return new PreviewDrafts({
    clock,
    time,
    newId: createIds(clock),
    eventTypes: {},
    workingCopyStore: {},
  } as never);
};
const GROUND = { connectionId: null, at: null };
const ofMib = (mib: number) => ({ changes: new Map(), bytes: mib * MIB });

test('preview drafts hold at most 64 MiB in total, and the least recently used are dropped first', () => {
  const drafts = draftsAt(new FakeClock());
  const [first, second, third] = [1, 2, 3].map(() => drafts.create(GROUND, ofMib(20)).id);
  expect(drafts.touch(first ?? '')).toBe(true);
  const fourth = drafts.create(GROUND, ofMib(20)).id;
  expect([first, second, third, fourth].map((id = '') => drafts.touch(id))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  // A replaced one counts with what it has now.
  drafts.replace(third ?? '', ofMib(1));
  drafts.replace(fourth, ofMib(43));
  expect([first, third, fourth].map((id = '') => drafts.touch(id))).toEqual([true, true, true]);
});

test('an unused preview draft is dropped after two hours', () => {
  const clock = new FakeClock();
  const drafts = draftsAt(clock);
  const { id } = drafts.create(GROUND, ofMib(1));
  expect(clock.pendingTimers).toBe(1);
  clock.advance(2 * 3_600_000);
  expect(clock.pendingTimers).toBe(0);
  expect(drafts.touch(id)).toBe(false);
});
