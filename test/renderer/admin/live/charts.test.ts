import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncer } from '../../../../src-renderer/admin/features/live/announcer';
import { chartRows, chartSummaries } from '../../../../src-renderer/admin/parts/traffic/chart-summary';
import { formatDuration } from '../../../../src-renderer/admin/parts/traffic/format-amount';
import { LINES, lineValues } from '../../../../src-renderer/admin/parts/traffic/plot-lines';
import {
  extendSpan,
  lastTimeOfDay,
  readSpan,
  spanBetween,
  timeOfDay,
  writeSpan,
} from '../../../../src-renderer/admin/parts/traffic/time-span';
import { TrafficRing } from '../../../../src-renderer/admin/platform/live/traffic-ring';
import { outcomeStack } from '../../../../src-renderer/ui/outcome-stack';

const ring = new TrafficRing(60);
ring.cover(1000, 1019);
const at = (second: number, sends: number, queue: number) =>
  ring.put({
    at: second,
    arrivals: sends + 2,
    sends,
    succeeded: sends - 1,
    failed: 1,
    queue,
    oldestMs: 2500,
    delayP50Ms: 40,
    delayP95Ms: 1500,
  });
at(1005, 10, 3);
at(1019, 20, 9);
const series = ring.series(995, 1019);

describe('a chart in words', () => {
  it('a chart in words gives the current, lowest and highest rate, and how much was not measured', () => {
    const { rate, queue, delay } = chartSummaries(
      series,
      { limit: 20, ceiling: 80 },
      { sendsPerS: 20, arrivalsPerS: 22, queue: 4 },
    );
    expect(rate).toBe(
      'Sent: 20/s now, peak 20/s. 28 delivered, 2 failed. Received: 22/s now, peak 22/s. Rate limit 20/s. No data for 5 s.',
    );
    expect(queue).toContain('4 waiting now');
    expect(delay).toContain('Delay: median 40 ms, 95th percentile 1.5 s (at most 1.5 s)');
  });

  it('a chart in words gives the value at its end when that is in the past', () => {
    const { rate, queue } = chartSummaries(series, { limit: 20, ceiling: 21 }, null);
    expect(rate).toContain('Sent: 20/s at the end');
    expect(rate).toContain('peak 22/s, beyond the top of the chart');
    expect(queue).toContain('9 waiting at the end');
  });

  it('a chart becomes a table of means and maxima, newest first, without zeros for gaps', () => {
    const rows = chartRows(series, ['sends', 'queue'], 10);
    expect(rows.map(({ at }) => at)).toEqual([1010, 1000, 990]);
    expect(rows[0]?.values).toEqual([2, 9]);
    expect(rows[2]?.values).toEqual([null, null]);
  });
});

describe('a time span', () => {
  const shown = { fromS: 1_700_000_000, untilS: 1_700_000_300 };

  it('a time span survives the URL, and an invalid one is ignored', () => {
    expect(readSpan(writeSpan(shown))).toEqual(shown);
    expect(readSpan('5-4')).toBeNull();
    expect(readSpan('1700000300-1700000000')).toBeNull();
    expect(readSpan('')).toBeNull();
  });

  it('a dragged time span is limited to the shown one, in whichever direction it was dragged', () => {
    expect(spanBetween(1_700_000_400, 1_700_000_010, shown, 1)).toEqual({
      fromS: 1_700_000_010,
      untilS: 1_700_000_300,
    });
  });

  it('Shift with an arrow selects a time span from the newest end backwards', () => {
    const first = extendSpan(null, -1, shown, 5);
    expect(first).toEqual({ fromS: 1_700_000_295, untilS: 1_700_000_300 });
    expect(extendSpan(first, -1, shown, 5)).toEqual({ fromS: 1_700_000_290, untilS: 1_700_000_300 });
  });

  it('a time of day is read as its last occurrence, yesterday if it is still to come', () => {
    const nowS = Math.floor(new Date(2026, 4, 5, 12, 0, 0).getTime() / 1000);
    expect(timeOfDay(nowS)).toBe('12:00:00');
    expect(lastTimeOfDay('11:59:30', nowS)).toBe(nowS - 30);
    expect(lastTimeOfDay('12:00:01', nowS)).toBe(nowS + 1 - 86_400);
    expect(lastTimeOfDay('25:00', nowS)).toBeNull();
  });
});

describe('an outcome in a chart', () => {
  it('failed attempts have a color and a pattern of their own, and never look delivered', () => {
    const stacked = LINES.rate.filter(({ look }) => look.ground !== null);
    const failed = stacked.find(({ columns }) => columns.join() === 'failed');
    expect(failed?.look).toMatchObject({ color: 'failed', ground: 'failedTint', isHatched: true });
    const values = lineValues(failed as (typeof stacked)[number], series);
    expect(values.slice(-1)).toEqual([series.columns.failed.at(-1)]);
    const others = stacked.filter((line) => line !== failed);
    expect(others.map(({ look }) => look.ground)).toEqual(['deliveredTint']);
  });

  it('failed attempts are drawn at the base, below delivered ones', () => {
    expect(
      outcomeStack({ succeeded: 5, failed: 2 }).map(({ look, from, until }) => [look.tone, from, until]),
    ).toEqual([
      ['failed', 0, 2],
      ['delivered', 2, 7],
    ]);
    expect(outcomeStack({ succeeded: 0, failed: 3 }).map(({ look }) => look.tone)).toEqual(['failed']);
  });
});

describe('the live region', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('the live region announces changes of state only, at most every ten seconds', () => {
    const spoken: string[] = [];
    const announcer = createAnnouncer((text) => spoken.push(text));
    announcer.tell('active', 'as it was');
    announcer.tell('queued', 'queued');
    vi.advanceTimersByTime(1);
    announcer.tell('queued', 'the same in other words');
    announcer.tell('delayed', 'delayed');
    announcer.tell('failing', 'failing');
    vi.advanceTimersByTime(9000);
    expect(spoken).toEqual(['queued']);
    announcer.tell('failing', 'failing, as it is shown by now');
    vi.advanceTimersByTime(2000);
    expect(spoken).toEqual(['queued', 'failing, as it is shown by now']);
    announcer.stop();
  });
});

describe('a duration', () => {
  it.each([
    [0.42, '0.4 s'],
    [24, '24 s'],
    [96, '1 min 36 s'],
    [7190, '2 h'],
    [7500, '2 h 5 min'],
    [3 * 86_400, '3 days'],
    [400_000, '4 d 15 h'],
  ])('a duration of %d seconds is shown as %s', (seconds, label) => {
    expect(formatDuration(seconds)).toBe(label);
  });
});
