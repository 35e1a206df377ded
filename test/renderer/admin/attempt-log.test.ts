import { describe, expect, it, vi } from 'vitest';
import { AttemptLog } from '../../../src-renderer/admin/data/attempt-log/attempt-log';
import { liveAttempt } from './live-attempt';

const every = () => true;
const ids = (log: AttemptLog) => log.view().rows.map(({ id }) => Number(id.slice(6)));

describe('an attempt log', () => {
  it('shows the newest first, none twice, whatever order they come in', () => {
    const log = new AttemptLog(every);
    log.take([liveAttempt(1), liveAttempt(3)]);
    log.take([liveAttempt(2), liveAttempt(3)]);
    expect(ids(log)).toEqual([3, 2, 1]);
  });

  it('never holds more than its capacity, says that it let rows go, and takes those again when they are read', () => {
    const log = new AttemptLog(every, 3);
    log.take([1, 2, 3].map((second) => liveAttempt(second)));
    expect(log.takeCut()).toBe(false);
    log.take([liveAttempt(4)]);
    expect(ids(log)).toEqual([4, 3, 2]);
    expect([log.takeCut(), log.takeCut(), log.isFull]).toEqual([true, false, true]);
  });

  it('stands still while it is held, counts what comes, and shows it when it is let go', () => {
    const log = new AttemptLog(every);
    log.take([liveAttempt(1)]);
    log.hold(true);
    log.take([liveAttempt(2), liveAttempt(3)]);
    log.addOlder([liveAttempt(0)]);
    expect(ids(log)).toEqual([1, 0]);
    expect(log.view()).toMatchObject({ fresh: 2, held: true });
    log.hold(false);
    expect(ids(log)).toEqual([3, 2, 1, 0]);
    expect(log.view()).toMatchObject({ fresh: 0, held: false });
  });

  it('forgets what is not wanted, and only hides what it is narrowed from', () => {
    const log = new AttemptLog(({ appId }) => appId === 'app_1');
    log.take([
      liveAttempt(1),
      liveAttempt(2, { appId: 'app_2' }),
      liveAttempt(3, { eventType: 'user.created' }),
    ]);
    log.narrow(({ eventType }) => eventType === 'invoice.paid');
    expect(ids(log)).toEqual([1]);
    expect(log.view().kept).toBe(2);
    log.narrow(every);
    expect(ids(log)).toEqual([3, 1]);
  });

  it('says how many older rows match, and gives the same view until something changes', () => {
    const log = new AttemptLog(every);
    log.narrow(({ statusText }) => statusText === 'fail');
    const listener = vi.fn();
    log.subscribe(listener);
    expect(log.addOlder([liveAttempt(1), liveAttempt(2, { statusText: 'fail' })])).toBe(1);
    const view = log.view();
    log.take([liveAttempt(1)]);
    expect(log.view()).toBe(view);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
