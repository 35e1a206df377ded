import { describe, expect, it, vi } from 'vitest';
import { AttemptLog } from '../../../src-renderer/admin/data/attempt-log/tape';
import { liveAttempt } from './live-attempt';

const every = () => true;
const ids = (tape: AttemptLog) => tape.view().rows.map(({ id }) => Number(id.slice(6)));

describe('a tape', () => {
  it('shows the newest first, none twice, whatever order they come in', () => {
    const tape = new AttemptLog(every);
    tape.take([liveAttempt(1), liveAttempt(3)]);
    tape.take([liveAttempt(2), liveAttempt(3)]);
    expect(ids(tape)).toEqual([3, 2, 1]);
  });

  it('never holds more than its capacity, says that it let rows go, and takes those again when they are read', () => {
    const tape = new AttemptLog(every, 3);
    tape.take([1, 2, 3].map((second) => liveAttempt(second)));
    expect(tape.takeCut()).toBe(false);
    tape.take([liveAttempt(4)]);
    expect(ids(tape)).toEqual([4, 3, 2]);
    expect([tape.takeCut(), tape.takeCut(), tape.isFull]).toEqual([true, false, true]);
  });

  it('stands still while it is held, counts what comes, and shows it when it is let go', () => {
    const tape = new AttemptLog(every);
    tape.take([liveAttempt(1)]);
    tape.hold(true);
    tape.take([liveAttempt(2), liveAttempt(3)]);
    tape.addOlder([liveAttempt(0)]);
    expect(ids(tape)).toEqual([1, 0]);
    expect(tape.view()).toMatchObject({ fresh: 2, held: true });
    tape.hold(false);
    expect(ids(tape)).toEqual([3, 2, 1, 0]);
    expect(tape.view()).toMatchObject({ fresh: 0, held: false });
  });

  it('forgets what is not wanted, and only hides what it is narrowed from', () => {
    const tape = new AttemptLog(({ appId }) => appId === 'app_1');
    tape.take([
      liveAttempt(1),
      liveAttempt(2, { appId: 'app_2' }),
      liveAttempt(3, { eventType: 'user.created' }),
    ]);
    tape.narrow(({ eventType }) => eventType === 'invoice.paid');
    expect(ids(tape)).toEqual([1]);
    expect(tape.view().kept).toBe(2);
    tape.narrow(every);
    expect(ids(tape)).toEqual([3, 1]);
  });

  it('says how many older rows match, and gives the same view until something changes', () => {
    const tape = new AttemptLog(every);
    tape.narrow(({ statusText }) => statusText === 'fail');
    const listener = vi.fn();
    tape.subscribe(listener);
    expect(tape.addOlder([liveAttempt(1), liveAttempt(2, { statusText: 'fail' })])).toBe(1);
    const view = tape.view();
    tape.take([liveAttempt(1)]);
    expect(tape.view()).toBe(view);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
