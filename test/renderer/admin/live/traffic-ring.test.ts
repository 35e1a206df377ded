import { describe, expect, it } from 'vitest';
import { minuteSeries, TrafficRing } from '../../../../src-renderer/admin/platform/live/traffic-ring';

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

describe('a ring of seconds', () => {
  it('tells a second without traffic from one that nobody measured', () => {
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

  it('keeps the queue of the second before through quiet ones', () => {
    const ring = new TrafficRing(10);
    ring.put(bucket(101, 2, 7));
    ring.cover(100, 103);
    expect(ring.series(100, 103).columns.queue).toEqual([7, 7, 7, 7]);
  });

  it('lets a later bucket of the same second take its place, and counts its sends once', () => {
    const ring = new TrafficRing(10);
    ring.put(bucket(50, 3));
    ring.put(bucket(50, 8));
    expect(ring.series(50, 50).columns.sends).toEqual([8]);
    expect(ring.sendsTotal).toBe(8);
  });

  it('forgets what is older than it is long, and takes nothing so old', () => {
    const ring = new TrafficRing(4);
    for (let at = 1; at <= 6; at += 1) ring.put(bucket(at, at));
    ring.put(bucket(1, 99));
    expect(ring.series(1, 6).columns.sends).toEqual([null, null, 3, 4, 5, 6]);
  });

  it('gives what a sparkline draws, what is unknown as no number and what is quiet as none', () => {
    const ring = new TrafficRing(10);
    ring.put(bucket(11, 6));
    ring.cover(12, 12);
    const { arrivals, succeeded } = ring.drawn(10, 12);
    expect([...succeeded]).toEqual([Number.NaN, 6, 0]);
    expect([...arrivals]).toEqual(ring.series(10, 12).columns.arrivals.map((count) => count ?? Number.NaN));
  });

  it('leaves unknown seconds out of counts, and knows the first with traffic', () => {
    const ring = new TrafficRing(10);
    ring.cover(10, 10);
    ring.put(bucket(11, 6));
    ring.cover(12, 12);
    expect(ring.counts('sends', 9, 13)).toEqual([0, 6, 0]);
    expect(ring.counts('sends', 1, 5)).toEqual([]);
    expect([ring.firstActiveS(9, 13), ring.firstActiveS(12, 13)]).toEqual([11, null]);
  });

  it('does not let a gap be filled over what was measured', () => {
    const ring = new TrafficRing(4);
    ring.put(bucket(9, 2));
    ring.cover(5, 9);
    expect(ring.series(6, 9).columns.sends).toEqual([0, 0, 0, 2]);
  });
});

describe('a day of minutes', () => {
  it('has rates per second, and a gap where nobody knows whether a missing minute was measured', () => {
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

  it('is zero, not a gap, where a minute is missing while the service ran', () => {
    const series = minuteSeries([bucket(60, 120, 4)], { fromS: 0, untilS: 130, runningSinceS: 30 });
    expect(series.columns.sends).toEqual([null, 2, 0]);
    expect(series.columns.failed).toEqual([null, 0, 0]);
    expect(series.columns.queue).toEqual([null, 4, 4]);
    expect(series.columns.delayP95Ms).toEqual([null, 9, null]);
    expect(series.gaps).toEqual([{ fromS: 0, untilS: 59 }]);
  });
});
