import { describe, expect, it } from 'vitest';
import { lastOf, minuteSeries, TrafficRing } from '../../../../src-renderer/admin/platform/live/traffic-ring';

const bucket = (at: number, sends: number, queue = 0) => ({
  at,
  arrivals: sends,
  sends,
  succeeded: sends,
  failed: 0,
  queue,
  oldestMs: queue > 0 ? 1500 : null,
  delayP50Ms: sends > 0 ? 4 : null,
  delayP95Ms: sends > 0 ? 9 : null,
});

describe('the ring of traffic seconds', () => {
  it('a second without traffic is told apart from one that was not measured', () => {
    const ring = new TrafficRing(10);
    ring.cover(100, 102);
    ring.put(bucket(101, 5));
    const series = ring.series(99, 104);
    expect(series.columns.sends).toEqual([null, 0, 5, 0, null, null]);
    expect(series.columns.delayP95Ms).toEqual([null, null, 9, null, null, null]);
    expect(series.gaps).toEqual([
      { fromS: 99, untilS: 99 },
      { fromS: 103, untilS: 104 },
    ]);
  });

  it('a second without traffic keeps the queue length of the one before', () => {
    const ring = new TrafficRing(10);
    ring.put(bucket(101, 2, 7));
    ring.cover(100, 103);
    expect(ring.series(100, 103).columns.queue).toEqual([7, 7, 7, 7]);
  });

  it('a later bucket replaces an earlier one of the same second, and its sends count once', () => {
    const ring = new TrafficRing(10);
    ring.put(bucket(50, 3));
    ring.put(bucket(50, 8));
    expect(ring.series(50, 50).columns.sends).toEqual([8]);
    expect(ring.sendsTotal).toBe(8);
  });

  it('the ring drops seconds older than its length, and accepts none that old', () => {
    const ring = new TrafficRing(4);
    for (let at = 1; at <= 6; at += 1) ring.put(bucket(at, at));
    ring.put(bucket(1, 99));
    expect(ring.series(1, 6).columns.sends).toEqual([null, null, 3, 4, 5, 6]);
  });

  it('a sparkline gets no number for an unknown second, and zero for one without traffic', () => {
    const ring = new TrafficRing(10);
    ring.put(bucket(11, 6));
    ring.cover(12, 12);
    const { arrivals, succeeded } = ring.drawn(10, 12);
    expect([...succeeded]).toEqual([Number.NaN, 6, 0]);
    expect([...arrivals]).toEqual(ring.series(10, 12).columns.arrivals.map((count) => count ?? Number.NaN));
  });

  it('counts leave unknown seconds out, and the first second with traffic is known', () => {
    const ring = new TrafficRing(10);
    ring.cover(10, 10);
    ring.put(bucket(11, 6));
    ring.cover(12, 12);
    expect(ring.counts('sends', 9, 13)).toEqual([0, 6, 0]);
    expect(ring.counts('sends', 1, 5)).toEqual([]);
    expect([ring.firstActiveS(9, 13), ring.firstActiveS(12, 13)]).toEqual([11, null]);
  });

  it('a measured second is kept when the range around it is marked as covered', () => {
    const ring = new TrafficRing(4);
    ring.put(bucket(9, 2));
    ring.cover(5, 9);
    expect(ring.series(6, 9).columns.sends).toEqual([0, 0, 0, 2]);
  });
});

describe('a day of traffic minutes', () => {
  it('a day has rates per second, and a gap where a missing minute may not have been measured', () => {
    const series = minuteSeries([bucket(60, 120, 4)], { fromS: 0, untilS: 130, runningSinceS: 1000 });
    expect(series.at).toEqual([0, 60, 120]);
    expect(series.columns.sends).toEqual([null, 2, null]);
    expect(series.columns.succeeded).toEqual([null, 2, null]);
    expect(series.columns.queue).toEqual([null, 4, null]);
    expect(series.gaps).toEqual([
      { fromS: 0, untilS: 59 },
      { fromS: 120, untilS: 179 },
    ]);
  });

  it('a minute missing while the service ran counts as zero, not as a gap', () => {
    const series = minuteSeries([bucket(60, 120, 4)], { fromS: 0, untilS: 130, runningSinceS: 30 });
    expect(series.columns.sends).toEqual([null, 2, 0]);
    expect(series.columns.failed).toEqual([null, 0, 0]);
    expect(series.columns.queue).toEqual([null, 4, 4]);
    expect(series.columns.delayP95Ms).toEqual([null, 9, null]);
    expect(series.gaps).toEqual([{ fromS: 0, untilS: 59 }]);
  });

  it('the last hour of a day keeps what waited before it, and the part of a gap that is in it', () => {
    const day = minuteSeries([bucket(60, 120, 4)], { fromS: 0, untilS: 250, runningSinceS: 130 });
    const end = lastOf(day, 3);
    expect(end.at).toEqual([120, 180, 240]);
    expect(end.columns.queue).toEqual([null, 0, 0]);
    expect(end.gaps).toEqual([{ fromS: 120, untilS: 179 }]);
    expect(lastOf(day, 1).gaps).toEqual([]);
    const quiet = minuteSeries([bucket(60, 120, 4)], { fromS: 0, untilS: 250, runningSinceS: 0 });
    expect(lastOf(quiet, 2).columns.queue).toEqual([4, 4]);
  });
});
