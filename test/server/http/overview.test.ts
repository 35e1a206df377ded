import { expect, test } from 'vitest';
import type { OverviewOut } from '../../../src-server/contract/overview';
import { HourTotals } from '../../../src-server/live/hour-totals';
import { createTrafficStore } from '../../../src-server/storage/messages/traffic-store';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

const HOUR_MS = 3_600_000;
/** In the middle of an hour, far from the end of a minute. */
const clock = new FakeClock(1_700_000_000_000 - (1_700_000_000_000 % HOUR_MS) + HOUR_MS / 2);
const receiver = startedOnce(() => startReceiver(({ path }) => ({ status: path === '/good' ? 200 : 503 })));
const server = startedOnce(() => startTestServer({ config: { retryScheduleS: [600] }, parts: { clock } }));

const read = async (): Promise<OverviewOut> => (await server.call('GET', '/overview')).json;

test('the overview of an empty instance has zeros, and says that sending goes on', async () => {
  expect(await read()).toEqual({
    sending: { paused: false, since: null },
    applications: 0,
    waiting: 0,
    since: new Date(clock.now() - 23.5 * HOUR_MS).toISOString(),
    succeeded: Array(24).fill(0),
    failed: Array(24).fill(0),
    attention: { data: [], total: 0, silent: [] },
    ...{ queues: [], changes: [] },
  });
});

test('the overview has the figures of the operations that list them: attention, queues, changes and attempts', async () => {
  await server.call('POST', '/event-type', { name: 'a.b', description: '' });
  const app = await server.create('/app', { name: 'Acme' });
  const endpoint = (path: string, more: object) =>
    server.create(`/app/${app}/endpoint`, { url: `${receiver.baseUrl}${path}`, ...more });
  await endpoint('/good', {});
  const bad = await endpoint('/bad', {});
  const paused = await endpoint('/paused', { paused: true });
  for (let n = 0; n < 3; n += 1)
    await server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  const overview = await until(
    read,
    ({ succeeded, failed, waiting }) => succeeded.at(-1) === 3 && (failed.at(-1) ?? 0) > 0 && waiting === 6,
  );
  expect(overview).toMatchObject({ applications: 1 });
  expect(overview.succeeded).toEqual([...Array(23).fill(0), 3]);
  // Three wait for each of the endpoints that do not receive.
  expect(
    Object.fromEntries(overview.queues.map(({ traffic }) => [traffic.endpointId, traffic.queue])),
  ).toEqual({
    [bad]: 3,
    [paused]: 3,
  });
  expect(overview.queues[0]).toMatchObject({ appName: 'Acme', traffic: { appId: app } });
  const attention = (await server.call('GET', '/fleet/attention')).json;
  expect(overview.attention).toEqual({ data: attention.data, total: 1, silent: [] });
  expect(overview.changes).toEqual((await server.call('GET', '/event-type-changes')).json.data);
  expect(overview.changes).toMatchObject([{ name: 'a.b', kind: 'new' }]);
});

test('the overview says since when all sending is paused', async () => {
  await server.call('PUT', '/sending', { paused: true });
  expect((await read()).sending).toEqual({ paused: true, since: new Date(clock.now()).toISOString() });
  await server.call('PUT', '/sending', { paused: false });
});

test('the overview adds up the attempts of 24 hours by hour, those of deleted endpoints included', async () => {
  const before = await read();
  const nowS = clock.now() / 1000;
  const db = await server.openDatabase();
  const minute = (agoS: number, succeeded: number, failed: number) => ({
    ...{
      endpointId: 'ep_gone',
      at: nowS - agoS - ((nowS - agoS) % 60),
      arrivals: 0,
      sends: 0,
      succeeded,
      failed,
    },
    ...{ queue: 0, oldestMs: null, delayP50Ms: null, delayP95Ms: null },
  });
  const added = [minute(60, 3, 1), minute(3600, 10, 0), minute(24 * 3600, 99, 99)];
  await createTrafficStore(db).add(added, 0);
  await db.close();
  const { succeeded, failed } = await read();
  const more = (of: 'succeeded' | 'failed', now: readonly number[]) =>
    now.map((count, n) => count - (before[of][n] ?? 0));
  expect(more('succeeded', succeeded)).toEqual([...Array(22).fill(0), 10, 3]);
  expect(more('failed', failed)).toEqual([...Array(23).fill(0), 1]);
});

test('hours that do not change any more are read once, and again after a read that failed', async () => {
  const reads: [number, number][] = [];
  let fails = true;
  const totals = new HourTotals({
    traffic: { unwritten: () => [] },
    allEndpoints: {
      async hours(sinceS, untilS) {
        reads.push([sinceS, untilS]);
        if (fails) throw new Error('disk I/O error');
        return [{ hour: 0, succeeded: 1, failed: 0 }];
      },
    },
  });
  const ask = () => totals.read(0, 24, new Set());
  await expect(ask()).rejects.toThrow('disk I/O error');
  fails = false;
  expect(await ask()).toEqual([
    { hour: 0, succeeded: 1, failed: 0 },
    { hour: 22, succeeded: 1, failed: 0 },
  ]);
  reads.length = 0;
  await ask();
  expect(reads).toEqual([[22 * 3600, 24 * 3600]]);
});
