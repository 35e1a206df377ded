import { expect, it } from 'vitest';
import { marksOf } from '../../../../src-renderer/admin/features/live/use-marks';
import { timeOfDay } from '../../../../src-renderer/admin/parts/traffic/time-span';
import type { TrafficSeries } from '../../../../src-renderer/admin/platform/live/traffic-ring';

const at = (second: number) => new Date(second * 1000).toISOString();
const line = (second: number, action: string, before: object | null = null, after: object | null = null) =>
  ({ at: at(second), action, before, after }) as never;
/** What each step of a chart had, oldest first: `+` a success, `-` a failure, `*` both, `.` no traffic, `?` unknown. */
function chart(steps: string, stepS: 1 | 60, fromS: number): TrafficSeries {
  const count = (outcomes: string) =>
    [...steps].map((step) => (step === '?' ? null : outcomes.includes(step) ? 1 / stepS : 0));
  const columns = { succeeded: count('+*'), failed: count('-*') } as never;
  return { stepS, at: [...steps].map((_, index) => fromS + index * stepS), columns, gaps: [] };
}
const within = { startedS: null, series: chart('.'.repeat(1001), 1, 1000) };

it('marks tell an outage, a changed limit, a pause and a restart apart, in order of time', () => {
  const changes = [
    line(1500, 'endpoint.resumed'),
    line(1400, 'endpoint.paused'),
    line(1300, 'endpoint.updated', { rateLimit: 10 }, { rateLimit: 25 }),
    line(1200, 'endpoint.updated', { url: 'https://a.example' }, { url: 'https://b.example' }),
    line(900, 'endpoint.paused'),
    line(1250, 'endpoint.secret_rotated'),
  ];
  const endpoint = { failingSince: at(1600), updatedAt: at(1500) };
  const marks = marksOf({ ...within, endpoint, changes, startedS: 1100 });
  expect(marks.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'restart: Service started',
    'changed: Endpoint changed',
    'limit: Limit 10 to 25',
    'paused: Paused',
    'resumed: Resumed',
    'outage: Outage',
  ]);
});

it('without a list of changes, the last change of the endpoint is marked, and nothing outside of the chart', () => {
  const endpoint = { failingSince: at(3000), updatedAt: at(1500) };
  expect(marksOf({ ...within, endpoint, changes: undefined, startedS: 1002 })).toEqual([
    { kind: 'changed', atS: 1500, label: 'Endpoint changed' },
  ]);
});

/** The marks of a quiet endpoint with this traffic. */
function outages(steps: string, stepS: 1 | 60 = 1, failingSince: string | null = null) {
  const endpoint = { failingSince, updatedAt: at(0) };
  const marks = marksOf({ endpoint, changes: [], startedS: null, series: chart(steps, stepS, 6000) });
  return marks.map(({ kind, atS, label }) => {
    expect(kind).toBe('outage');
    return [(atS - 6000) / stepS, label];
  });
}
const until = (step: number) => `Outage until ${timeOfDay(6000 + step)}`;

it('an outage that is over is marked at its first failure, and its label says when a success ended it', () => {
  expect(outages('..+.-.--..+..')).toEqual([[4, until(10)]]);
  expect(outages('+---+.+---*')).toEqual([
    [1, until(4)],
    [7, until(10)],
  ]);
  expect(outages('+---+', 60)).toEqual([[1, `Outage until ${timeOfDay(6000 + 240).slice(0, 5)}`]]);
});

it('fewer than three failures in a row, or failures among successes, are no outage', () => {
  expect(outages('+--+-+****+-*-+')).toEqual([]);
});

it('an outage that may have begun before what is known is marked where it ended', () => {
  expect(outages('.---.+')).toEqual([[5, 'Outage ended']]);
  expect(outages('+-?---+')).toEqual([[6, 'Outage ended']]);
  expect(outages('+---?+')).toEqual([]);
});

it('the current outage has one mark, beside those that are over', () => {
  expect(outages('+---+..---.', 1, at(6007))).toEqual([
    [1, until(4)],
    [7, 'Outage'],
  ]);
  expect(outages('+---')).toEqual([]);
});

it('of many outages a chart marks the five longest', () => {
  const steps = [3, 9, 5, 4, 7, 6].map((failures) => `+${'-'.repeat(failures)}`).join('');
  expect(outages(`${steps}+`).map(([step]) => step)).toEqual([5, 15, 21, 26, 34]);
});
