import { test as base, describe, expect } from 'vitest';
import { type Arrival, type Receiver, startReceiver } from '../support/receiver';
import { startedOnce } from '../support/started';
import { startService } from './service';

/**
 * These tests measure real time, so they really take that many seconds, and wait side by side. Receivers and
 * service share this process, and a busy machine sometimes delays it by a tenth of a second: a request may
 * be noticed late, and seem closer to the next than it was. `expectPaced` uses the service's own record for the
 * exact second, and the receiver's for a slightly shorter one. The demo and the bench, whose receivers run in their
 * own process, and the tests of the pacer show limits to the millisecond.
 */
const service = startedOnce(startService);
const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
});

const at = (receiver: Receiver, path: string): Arrival[] =>
  receiver.arrivals.filter((arrival) => arrival.path === path);
const secondsOf = (arrivals: readonly Arrival[]) =>
  ((arrivals.at(-1)?.atMs ?? 0) - (arrivals[0]?.atMs ?? 0)) / 1000;
/** The most of these times in any window of this length. */
const busiest = (times: readonly number[], lengthMs: number) =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + lengthMs).length));
const times = (arrivals: readonly Arrival[]) => arrivals.map((arrival) => arrival.atMs);

/** No second has more sends than the limit, to the endpoint with this path and in total. */
async function expectPaced(receiver: Receiver, app: string, path: string, limit: number): Promise<void> {
  const endpoints = await service.call('GET', `/api/v1/app/${app}/endpoint/`);
  const { id } = endpoints.body.data.find(({ url }: { url: string }) => url.endsWith(path));
  const attempts = await service.call('GET', `/api/v1/app/${app}/attempt/endpoint/${id}/?limit=250`);
  const sent: number[] = attempts.body.data.map(({ timestamp }: { timestamp: string }) =>
    Date.parse(timestamp),
  );
  const arrived = at(receiver, path);
  expect(busiest(sent, 1000)).toBeLessThanOrEqual(limit);
  expect(busiest(times(arrived), 800)).toBeLessThanOrEqual(limit);
  expect(secondsOf(arrived)).toBeGreaterThan(((arrived.length - 1) / limit) * 0.9);
}
const sendMany = (app: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => service.message(app, 'burst', { n })));

describe.concurrent('What the service does', () => {
  test('"Deliveries to customer endpoints can be rate limited, per application or per endpoint, so that traffic peaks are smoothed over several seconds."', async ({
    receiver,
  }) => {
    const byApp = await service.application({ rateLimit: 10 });
    await service.endpoint(byApp, { url: `${receiver.baseUrl}/by-app` });
    const byEndpoint = await service.application();
    await service.endpoint(byEndpoint, { url: `${receiver.baseUrl}/by-endpoint`, rateLimit: 10 });
    await Promise.all([sendMany(byApp, 25), sendMany(byEndpoint, 25)]);
    await receiver.arrived(50);
    for (const [app, path] of [
      [byApp, '/by-app'],
      [byEndpoint, '/by-endpoint'],
    ] as const) {
      await expectPaced(receiver, app, path, 10);
      expect(secondsOf(at(receiver, path)), path).toBeGreaterThan(2);
    }
  });
});

describe.concurrent('Limits', () => {
  test('"rateLimit is a number of messages per second, applied per endpoint.": two endpoints with the same limit do not share it', async ({
    receiver,
  }) => {
    const app = await service.application();
    for (const path of ['/one', '/two']) {
      await service.endpoint(app, { url: receiver.baseUrl + path, rateLimit: 5 });
    }
    await sendMany(app, 12);
    await receiver.arrived(24);
    for (const path of ['/one', '/two']) {
      expect(at(receiver, path).length).toBe(12);
      await expectPaced(receiver, app, path, 5);
    }
    expect(busiest(times(receiver.arrivals), 1000)).toBeGreaterThan(5);
  });

  test('"A rate limit set on an application applies to all of its endpoints; an endpoint\'s own rateLimit overrides it." "Propagates to the endpoints"', async ({
    receiver,
  }) => {
    const app = await service.application({ rateLimit: 4 });
    await service.endpoint(app, { url: `${receiver.baseUrl}/inherits` });
    await service.endpoint(app, { url: `${receiver.baseUrl}/inherits-too` });
    await service.endpoint(app, { url: `${receiver.baseUrl}/faster`, rateLimit: 40 });
    await service.endpoint(app, { url: `${receiver.baseUrl}/slower`, rateLimit: 2 });
    await sendMany(app, 9);
    await receiver.arrived(36);
    await expectPaced(receiver, app, '/inherits', 4);
    await expectPaced(receiver, app, '/inherits-too', 4);
    await expectPaced(receiver, app, '/slower', 2);
    expect(secondsOf(at(receiver, '/slower'))).toBeGreaterThan(3.9);
    expect(secondsOf(at(receiver, '/inherits'))).toBeGreaterThan(1.9);
    expect(secondsOf(at(receiver, '/faster'))).toBeLessThan(secondsOf(at(receiver, '/inherits')));
  });

  test('"Set at creation or update.": a limit set while messages wait acts on those that follow', async ({
    receiver,
  }) => {
    const app = await service.application({ rateLimit: 2 });
    const endpoint = await service.endpoint(app, { url: `${receiver.baseUrl}/changed` });
    await sendMany(app, 40);
    await receiver.arrived(2);
    const path = `/api/v1/app/${app}/endpoint/${endpoint}/`;
    expect((await service.call('PATCH', path, { rateLimit: 50 })).status).toBe(200);
    await receiver.arrived(40);
    // At 2 a second the rest would have taken 19 seconds.
    expect(secondsOf(receiver.arrivals)).toBeLessThan(15);
  });

  test('"When the limit is reached, further deliveries are throttled to hold a steady rate under the limit (not dropped)."', async ({
    receiver,
  }) => {
    const app = await service.application();
    await service.endpoint(app, { url: `${receiver.baseUrl}/steady`, rateLimit: 20 });
    await sendMany(app, 60);
    await receiver.arrived(60);
    const got = receiver.arrivals.map((arrival) => JSON.parse(arrival.body.toString()).n);
    expect([...got].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
    await expectPaced(receiver, app, '/steady', 20);
    // Steady: a burst would put all 20 into one half second.
    expect(busiest(times(receiver.arrivals), 500)).toBeLessThanOrEqual(15);
  });

  test('"The enforced rate can slightly exceed the configured one": here it never does, also not after a rest', async ({
    receiver,
  }) => {
    const app = await service.application({ rateLimit: 10 });
    await service.endpoint(app, { url: `${receiver.baseUrl}/rested` });
    await sendMany(app, 5);
    await receiver.arrived(5);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await sendMany(app, 20);
    await receiver.arrived(25);
    await expectPaced(receiver, app, '/rested', 10);
  });

  test('"When the send rate stays above the limit, the queue congests and delivery delay grows without bound.": nothing is refused or lost, the wait only gets longer', async ({
    receiver,
  }) => {
    const app = await service.application();
    await service.endpoint(app, { url: `${receiver.baseUrl}/slow`, rateLimit: 5 });
    const started = performance.now();
    for (let batch = 0; batch < 4; batch++) await sendMany(app, 5);
    const acceptedAfterMs = performance.now() - started;
    await receiver.arrived(20);
    const delays = receiver.arrivals.map((arrival) => arrival.atMs - started);
    expect(delays.at(-1)).toBeGreaterThan(Math.max(3600, acceptedAfterMs));
    for (const n of [5, 10, 15]) expect(delays[n]).toBeGreaterThan(delays[n - 5] as number);
  });

  test('"The limit is meant as a protective fuse against sudden peaks, smoothing them over several seconds."', async ({
    receiver,
  }) => {
    const app = await service.application({ rateLimit: 30 });
    await service.endpoint(app, { url: `${receiver.baseUrl}/peak` });
    await sendMany(app, 100);
    await receiver.arrived(100);
    await expectPaced(receiver, app, '/peak', 30);
    expect(secondsOf(receiver.arrivals)).toBeGreaterThan(3.2);
  });

  test('"Event type name and featureFlag must match `^[a-zA-Z0-9\\-_.]+$`."', async () => {
    const create = (fields: object) =>
      service.call('POST', '/api/v1/event-type/', { name: 'fine', description: 'd', ...fields });
    expect((await create({ name: 'not fine' })).status).toBe(422);
    expect((await create({ featureFlag: 'not fine' })).status).toBe(422);
    expect((await create({ featureFlag: 'fine.too' })).status).toBe(201);
  });
});
