import { expect, test } from 'vitest';
import { type DeliveryRig, numberIn, receiver, rig, sendNumbered, upTo } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';

/** Completes everything that can happen while the clock is stopped: reads, writes, requests on open connections. */
async function settled(engine: DeliveryRig): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await engine.db.get('SELECT 1');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Advances the clock in steps, so that the effects of one send happen before the next. */
async function pass(engine: DeliveryRig, clock: FakeClock, ms: number, stepMs = ms): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    clock.advance(Math.min(stepMs, left));
    await settled(engine);
  }
}

const isDisabled = async (engine: DeliveryRig, id: string): Promise<boolean> =>
  (await engine.endpoints.get('app_1', id))?.disabled ?? false;
const states = async (engine: DeliveryRig): Promise<string[]> =>
  (await engine.rows<{ state: string }>('SELECT state FROM delivery ORDER BY id')).map(({ state }) => state);

const inSeconds = () => '40';
const asDate = (clock: FakeClock) => new Date(clock.now() + 40_000).toUTCString();

test.each([
  [429, 'seconds', inSeconds],
  [503, 'seconds', inSeconds],
  [429, 'a date', asDate],
  [503, 'a date', asDate],
] as const)(
  'after a %i with Retry-After in %s nothing is sent before that moment, and elsewhere all goes on',
  async (status, _, retryAfter) => {
    const clock = new FakeClock();
    const engine = await rig({ clock, scheduleS: [1] });
    const target = await receiver((_arrival, count) =>
      count === 1 ? { status, headers: { 'retry-after': retryAfter(clock) } } : { status: 200 },
    );
    const neighbour = await receiver();
    await engine.addEndpoint(target.baseUrl, { rateLimit: 20 });
    await engine.send('{"n":0}');
    await engine.recorded(1);
    await engine.addEndpoint(neighbour.baseUrl);
    await sendNumbered(engine, 3, 1);
    await neighbour.arrived(3);
    await pass(engine, clock, 39_999);
    expect(target.arrivals.map(numberIn)).toEqual([0]);
    expect(neighbour.arrivals.map(numberIn)).toEqual([1, 2, 3]);
    await pass(engine, clock, 1);
    await target.arrived(2);
    // Nothing is caught up: the others keep their distance. The first one returns at its due time.
    expect(target.arrivals).toHaveLength(2);
    await pass(engine, clock, 400, 10);
    await target.arrived(5);
    expect(target.arrivals.map(numberIn).slice(1).sort()).toEqual(upTo(4));
    expect(await states(engine)).not.toContain('failed');
  },
);

test('a Retry-After holds an endpoint without a limit too', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  const target = await receiver((_, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '5' } } : { status: 200 },
  );
  await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await sendNumbered(engine, 3, 1);
  await pass(engine, clock, 4999);
  expect(target.arrivals).toHaveLength(1);
  await pass(engine, clock, 1);
  await target.arrived(4);
});

test('a Retry-After of more than an hour counts as an hour', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  const target = await receiver((_, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '999999999' } } : { status: 200 },
  );
  await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await engine.send('{"n":1}');
  await pass(engine, clock, 3_599_999);
  expect(target.arrivals).toHaveLength(1);
  await pass(engine, clock, 1);
  await target.arrived(2);
});

test.each([
  [500, '30'],
  [200, '30'],
  [429, 'later'],
  [429, '-99999'],
  [503, '-99999'],
  [429, '2.5'],
  [503, '2999-01-01T00:00:00Z'],
])('a response of %i with Retry-After "%s" holds nothing back', async (status, value) => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  const target = await receiver(() => ({ status, headers: { 'retry-after': value } }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  await engine.send();
  await engine.recorded(2);
});

test('a 429 with a Retry-After is retried by the schedule, not after a minute', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, retry: { scheduleS: [5], overloadWaitMs: 60_000 } });
  const target = await receiver((_, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { status: 200 },
  );
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  await pass(engine, clock, 4999);
  expect(target.arrivals).toHaveLength(1);
  await pass(engine, clock, 1);
  await engine.recorded(2);
  expect(await states(engine)).toEqual(['delivered']);
});

test('a new address does not inherit the pause of the old one', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  const target = await receiver(() => ({ status: 429, headers: { 'retry-after': '600' } }));
  const moved = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await engine.send('{"n":1}');
  await settled(engine);
  expect(target.arrivals).toHaveLength(1);
  await engine.changeEndpoint(endpoint.id, { url: moved.baseUrl });
  await moved.arrived(1);
  expect(moved.arrivals.map(numberIn)).toEqual([1]);
});

test('a restart forgets the pause, and loses no delivery that waited for its end', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  const target = await receiver((_, count) =>
    count === 1 ? { status: 503, headers: { 'retry-after': '600' } } : { status: 200 },
  );
  await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await sendNumbered(engine, 2, 1);
  engine.kill();
  const later = await engine.restart();
  await later.recorded(2);
  expect(target.arrivals.map(numberIn)).toEqual([0, 1, 2]);
});

test('a repeatedly overloaded endpoint gets half the pace, and its full limit once it answers', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  let busy = true;
  const target = await receiver(() => ({ status: busy ? 429 : 200 }));
  await engine.addEndpoint(target.baseUrl, { rateLimit: 10 });
  await sendNumbered(engine, 400);
  const sentWithin = async (ms: number): Promise<number> => {
    const before = target.arrivals.length;
    await pass(engine, clock, ms, 10);
    return target.arrivals.length - before;
  };
  await target.arrived(1);
  await sentWithin(5000);
  busy = false;
  const slowed = await sentWithin(2000);
  expect(slowed).toBeLessThanOrEqual(5);
  expect(slowed).toBeGreaterThanOrEqual(1);
  await sentWithin(15_000);
  const recovered = await sentWithin(3000);
  expect(recovered).toBeGreaterThanOrEqual(29);
  expect(recovered).toBeLessThanOrEqual(31);
});

test.each([
  ['410 Gone', { status: 410 }],
  ['a header on a failure', { status: 500, headers: { 'webhook-delivery': 'disable' } }],
  ['a header on a success', { status: 200, headers: { 'webhook-delivery': ' Disable ' } }],
])(
  'an endpoint is disabled by %s: nothing more is sent, nothing is lost, after a restart too',
  async (_, response) => {
    const engine = await rig();
    const target = await receiver((_arrival, count) => (count === 1 ? response : { status: 200 }));
    const endpoint = await engine.addEndpoint(target.baseUrl, { rateLimit: 1000 });
    await engine.send('{"n":0}');
    await engine.recorded(1);
    await expect.poll(() => isDisabled(engine, endpoint.id)).toBe(true);
    await sendNumbered(engine, 2, 1);
    await settled(engine);
    engine.kill();
    const later = await engine.restart();
    await settled(later);
    expect(target.arrivals).toHaveLength(1);
    expect(await later.deliveries.countWaiting(endpoint.id)).toBe(2);
    await later.changeEndpoint(endpoint.id, { disabled: false });
    await later.recorded(2);
    expect(target.arrivals.map(numberIn)).toEqual([0, 1, 2]);
  },
);

test('nothing is sent to an endpoint while its disabling is being written', async () => {
  let onDisk: () => void = () => undefined;
  const sent: string[] = [];
  const engine = await rig({
    disableEndpoint: (id) => {
      sent.push(id);
      return new Promise((resolve) => {
        onDisk = resolve;
      });
    },
  });
  const target = await receiver((_, count) => ({ status: count === 1 ? 410 : 200 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await sendNumbered(engine, 2, 1);
  await settled(engine);
  expect([sent, target.arrivals.length]).toEqual([[endpoint.id], 1]);
  // If the write failed, the endpoint continues, and reports again.
  onDisk();
  await engine.recorded(3);
  expect(target.arrivals.map(numberIn)).toEqual([0, 1, 2]);
});

test('the old address cannot disable an endpoint that has moved', async () => {
  const engine = await rig();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const old = await receiver(() => ({ after: held, status: 410 }));
  const moved = await receiver();
  const endpoint = await engine.addEndpoint(old.baseUrl);
  await engine.send();
  await old.arrived(1);
  await engine.changeEndpoint(endpoint.id, { url: moved.baseUrl });
  release();
  await engine.recorded(1);
  await engine.send();
  await moved.arrived(1);
  expect(await isDisabled(engine, endpoint.id)).toBe(false);
});

test('a receiver may end the attempts of one message, and gets the next one', async () => {
  const engine = await rig({ scheduleS: [0.01, 0.01] });
  const target = await receiver((_, count) =>
    count === 1 ? { status: 422, headers: { 'webhook-delivery': 'abort-message' } } : { status: 200 },
  );
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await engine.send('{"n":1}');
  await engine.recorded(2);
  expect(target.arrivals.map(numberIn)).toEqual([0, 1]);
  expect(await states(engine)).toEqual(['failed', 'delivered']);
  expect(await isDisabled(engine, endpoint.id)).toBe(false);
});

test('a success that asks to abort is a success, and an unknown request is ignored', async () => {
  const engine = await rig({ scheduleS: [0.01] });
  const target = await receiver((_, count) => ({
    status: count === 1 ? 200 : 500,
    headers: { 'webhook-delivery': count === 1 ? 'abort-message' : 'explode' },
  }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  await engine.send();
  await engine.recorded(3);
  expect(await states(engine)).toEqual(['delivered', 'failed']);
});
