import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type Entry, EntryQueue } from '../../../src-server/delivery/endpoints/entry-queue';

function entry(id: number): Entry {
  return {
    id,
    messageId: `msg_${id}`,
    dueAt: 0,
    attemptCount: 0,
    manual: false,
    content: { eventType: 'a', body: Buffer.from('{}') },
    staleOnce: false,
    unsendable: false,
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Acquires one, and refers to it only as long as somebody else does. */
function takeOne(queue: EntryQueue): WeakRef<Entry> {
  const taken = queue.shift();
  if (!taken) throw new Error('nothing to take');
  return new WeakRef(taken);
}

describe('a window', () => {
  it('keeps nothing of an entry that has left it', async () => {
    const queue = new EntryQueue();
    for (let id = 1; id <= 3; id++) queue.insert(entry(id));
    const taken = takeOne(queue);
    await setImmediate(); // within its turn a weakly held thing stays
    collectGarbage();
    expect(taken.deref()).toBeUndefined();
    expect(queue.first()?.id).toBe(2);
    expect(queue.length).toBe(2);
  });

  it('puts an entry back to its position, as often as it is taken', () => {
    const queue = new EntryQueue();
    for (let id = 1; id <= 200; id++) queue.insert(entry(id));
    for (let id = 1; id <= 200; id++) {
      const taken = queue.shift();
      if (taken) queue.insert(taken);
      expect(queue.firstFew(2).map((entry) => entry.id)).toEqual(id < 200 ? [id, id + 1] : [id]);
      expect(queue.shift()?.id).toBe(id);
    }
    expect(queue.length).toBe(0);
    expect(queue.first()).toBeUndefined();
  });

  it('puts several entries back to their positions, in any order', () => {
    const queue = new EntryQueue();
    for (let id = 1; id <= 5; id++) queue.insert(entry(id));
    const taken = [queue.shift(), queue.shift(), queue.shift()];
    for (const n of [1, 0, 2]) queue.insert(taken[n] as Entry);
    expect([...queue.ids()]).toEqual([1, 2, 3, 4, 5]);
  });
});
