import { expect, it } from 'vitest';
import { marksOf } from '../../../../src-renderer/admin/features/live/use-marks';

const at = (second: number) => new Date(second * 1000).toISOString();
const line = (second: number, action: string, before: object | null = null, after: object | null = null) =>
  ({ at: at(second), action, before, after }) as never;
const within = { startedS: null, fromS: 1000, untilS: 2000 };

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
