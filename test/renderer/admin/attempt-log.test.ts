import { describe, expect, it, vi } from 'vitest';
import { AttemptLog } from '../../../src-renderer/admin/data/attempt-log/attempt-log';
import { liveAttempt } from './live-attempt';

const every = () => true;
const ids = (log: AttemptLog) => log.view().rows.map(({ id }) => Number(id.slice(6)));

describe('the attempt log', () => {
  it('the attempt log shows the newest attempt first and each once, in whatever order they arrive', () => {
    const log = new AttemptLog(every);
    log.take([liveAttempt(1), liveAttempt(3)]);
    log.take([liveAttempt(2), liveAttempt(3)]);
    expect(ids(log)).toEqual([3, 2, 1]);
  });

  it('a full attempt log drops the oldest row and reports once that it did', () => {
    const log = new AttemptLog(every, 3);
    log.take([1, 2, 3].map((second) => liveAttempt(second)));
    expect(log.takeCut()).toBe(false);
    log.take([liveAttempt(4)]);
    expect(ids(log)).toEqual([4, 3, 2]);
    expect([log.takeCut(), log.takeCut(), log.isFull]).toEqual([true, false, true]);
  });

  it('a paused attempt log keeps its rows and counts new ones, which appear when it resumes', () => {
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

  it('the attempt log drops attempts outside its scope, and only hides those a filter excludes', () => {
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

  it('the attempt log counts the older rows that match, and notifies only when its view changes', () => {
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
