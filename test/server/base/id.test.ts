import { expect, test } from 'vitest';
import { createIds, lowestId } from '../../../src-server/base/id';
import { FakeClock } from '../../support/fake-clock';

test('ids rise strictly within one moment, from one to the next, and when the clock is set back', () => {
  const clock = new FakeClock();
  const newId = createIds(clock);
  const ids = Array.from({ length: 10_000 }, () => newId('msg_'));
  clock.advance(4);
  ids.push(newId('msg_'));
  clock.setWall(clock.now() - 3_600_000);
  ids.push(newId('msg_'), newId('msg_'));
  expect(ids.every((id) => /^msg_[0-9A-Za-z]{27}$/.test(id))).toBe(true);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)));
});

test('ids rise from one process to the next when the clock was set back in between', () => {
  const clock = new FakeClock();
  const last = createIds(clock)('poll_');
  clock.setWall(clock.now() - 3_600_000);
  const newId = createIds(clock, last);
  const ids = [last, newId('poll_'), newId('poll_')];
  clock.advance(3_600_004);
  ids.push(newId('poll_'));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)));
  expect(lowestId('poll_', clock.now()) <= (ids.at(-1) ?? '')).toBe(true);
});

test('ids of a moment are not below the lowest of it, and below the lowest of the next', () => {
  const clock = new FakeClock();
  const newId = createIds(clock);
  for (let n = 0; n < 200; n++) {
    const id = newId('atmpt_');
    expect(lowestId('atmpt_', clock.now()) <= id).toBe(true);
    expect(id < lowestId('atmpt_', clock.now() + 4)).toBe(true);
    clock.advance(4);
  }
});

test('a time beyond what an id can hold is above every id, and one before is below', () => {
  const id = createIds(new FakeClock())('msg_');
  expect(lowestId('msg_', Date.parse('9999-12-31T00:00:00Z')) > id).toBe(true);
  expect(lowestId('msg_', Date.parse('0001-01-01T00:00:00Z')) < id).toBe(true);
});
