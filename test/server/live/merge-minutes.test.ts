import { expect, test } from 'vitest';
import { mergeMinutes } from '../../../src-server/live/merge-minutes';
import type { TrafficMinute, TrafficSum } from '../../../src-server/storage/messages/traffic-store';

const sum = (at: number, count: number): TrafficSum => ({
  ...{ at, arrivals: count, sends: count },
  ...{ succeeded: count, failed: 0 },
});
const minute = (endpointId: string, at: number, count: number): TrafficMinute => ({
  endpointId,
  ...sum(at, count),
  ...{ queue: 0, oldestMs: null, delayP50Ms: null, delayP95Ms: null },
});

test('stored minutes and those still in memory are one list, and parts of one minute are added up', () => {
  const merged = mergeMinutes<TrafficSum>(
    [sum(0, 1), sum(60, 2)],
    [minute('ep_1', 60, 3), minute('ep_1', 120, 4), minute('ep_2', 120, 5)],
    ({ at, arrivals, sends, succeeded, failed }) => ({ at, arrivals, sends, succeeded, failed }),
  );
  expect(merged).toEqual([sum(0, 1), sum(60, 5), sum(120, 9)]);
});
