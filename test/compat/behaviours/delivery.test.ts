import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { fileBench } from '../bench';
import { type Loose, VERSIONS } from '../clients';

/**
 * Delivery over time, with every client: retries, recovery, deletion, redirects; of the list in section-e.ts.
 * The test controls the clock: the delays of the schedule pass when it says so.
 */

const clock = new FakeClock(Date.now());
// No receiver times out, however far the clock advances while it answers.
const config = { retryScheduleS: [5, 300], requestTimeoutS: 1_000_000 };
const bench = fileBench({ config, parts: { clock } });
/** Long after the last attempt of the schedule. */
const LATER_MS = 3_600_000;

describe.each(VERSIONS)('svix %s', (version) => {
  const call = (method: string, ...parameters: unknown[]) =>
    bench.client(version).call(method, ...parameters);
  const failing = () => `${bench.receiver.baseUrl}/fail`;
  /** The attempts, once there are `count`; until then, time advances by half a minute at a time. */
  const attemptsOf = (app: string, message: string, count: number): Promise<Loose[]> =>
    bench.until(async () => {
      const { data } = await call('messageAttempt.listByMsg', app, message);
      if (data.length >= count) return data;
      clock.advance(30_000);
      return undefined;
    });

  test('a message to several endpoints is tried again where it failed, until it works', async () => {
    const app = await bench.app();
    const bad = await bench.endpoint(app, { url: failing() });
    const good = [await bench.endpoint(app), await bench.endpoint(app)];
    const id = await bench.message(app);
    const before = await bench.attempts(app, id, 3);
    expect(before.map(({ status }) => status).sort()).toEqual([0, 0, 2]);
    await call('endpoint.patch', app, bad, { url: bench.receiver.baseUrl });
    const attempts = await attemptsOf(app, id, 4);
    const ofBad = attempts.filter(({ endpointId }) => endpointId === bad).map(({ status }) => status);
    expect(ofBad).toEqual([0, 2]);
    for (const endpoint of good)
      expect(attempts.filter(({ endpointId }) => endpointId === endpoint)).toHaveLength(1);
  });

  test('a message that goes on failing is queued again as often as the schedule says, and is sending meanwhile', async () => {
    const app = await bench.app();
    const endpoint = await bench.endpoint(app, { url: failing() });
    const id = await bench.message(app);
    await bench.attempts(app, id);
    const standing = async () => {
      const { data } = await call('messageAttempt.listAttemptedMessages', app, endpoint);
      return [data[0].status, data[0].nextAttempt ?? null];
    };
    // Clients since 1.95 know the status "sending"; for older ones it is pending.
    expect(await standing()).toEqual([version === '1.24' ? 1 : 3, expect.any(Date)]);
    const attempts = await attemptsOf(app, id, 3);
    expect(attempts.map(({ status }) => status)).toEqual([2, 2, 2]);
    expect(await standing()).toEqual([2, null]);
    clock.stall(LATER_MS);
    expect((await call('messageAttempt.listByMsg', app, id)).data).toHaveLength(3);
  });

  test('what is recovered has all its tries again, and what failed before is left', async () => {
    const app = await bench.app();
    const endpoint = await bench.endpoint(app, { url: failing() });
    const id = await bench.message(app);
    await attemptsOf(app, id, 3);
    const failedBefore = new Date(clock.now() + 1);
    clock.advance(1000);
    await call('endpoint.recover', app, endpoint, { since: failedBefore });
    const taskOf = () => bench.wire.exchanges.findLast(({ path }) => path.endsWith('/recover'))?.json.id;
    const queued = (task: string) =>
      bench.until(async () => {
        const { status, data } = await bench.api('GET', `/background-task/${task}`);
        if (status !== 'running') return data;
        clock.advance(100);
        return undefined;
      });
    expect((await queued(taskOf())).queued).toBe(0);
    await call('endpoint.recover', app, endpoint, { since: new Date(failedBefore.getTime() - 86_400_000) });
    expect((await queued(taskOf())).queued).toBe(1);
    expect(await attemptsOf(app, id, 6)).toHaveLength(6);
  });

  test('a payload is there until its time is over, and then no more', async () => {
    const app = await bench.app();
    // The oldest client has no field for less than a day.
    const kept = { payloadRetentionPeriod: 1 };
    const { id } = await call('message.create', app, { eventType: 'a', payload: { n: 1 }, ...kept });
    const payload = async () => (await bench.api('GET', `/app/${app}/msg/${id}`)).payload;
    clock.stall(23 * 3_600_000);
    expect(await payload()).toEqual({ n: 1 });
    await bench.until(async () => {
      clock.stall(600_000);
      return (await payload()).expired;
    });
  });

  test.each([301, 302, 307, 308])(
    'a redirect with %i is an attempt that failed, and leads nowhere',
    async (code) => {
      const app = await bench.app();
      await bench.endpoint(app, { url: `${bench.receiver.baseUrl}/status/${code}` });
      const id = await bench.message(app);
      await bench.attempts(app, id);
      const { data } = await call('messageAttempt.listByMsg', app, id);
      expect(data).toMatchObject([{ status: 2, responseStatusCode: code }]);
      expect(bench.receiver.arrivals.some(({ path }) => path === '/visited')).toBe(false);
    },
  );

  test('nothing goes to what was deleted, be it the endpoint or its application', async () => {
    const [app, other] = [await bench.app(), await bench.app()];
    for (const [where, remove] of [
      [app, (endpoint: string) => call('endpoint.delete', app, endpoint)],
      [other, () => call('application.delete', other)],
    ] as const) {
      const path = `/fail/${where}`;
      const endpoint = await bench.endpoint(where, { url: `${bench.receiver.baseUrl}${path}` });
      await bench.attempts(where, await bench.message(where));
      await remove(endpoint);
      clock.stall(LATER_MS);
      expect(bench.receiver.arrivals.filter((arrival) => arrival.path === path)).toHaveLength(1);
    }
  });
});
