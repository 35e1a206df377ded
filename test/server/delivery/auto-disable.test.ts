import { expect, test } from 'vitest';
import { type DeliveryRig, receiver, rig } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';

const HOUR = 3_600_000;
const FIVE_DAYS = 120 * HOUR;

interface EndpointRow {
  readonly disabled: number;
  readonly disabled_at: number | null;
  readonly disabled_reason: string | null;
  readonly failing_since: number | null;
}
async function row(engine: DeliveryRig): Promise<EndpointRow | undefined> {
  return (
    await engine.rows<EndpointRow>(
      'SELECT disabled, disabled_at, disabled_reason, failing_since FROM endpoint ORDER BY id LIMIT 1',
    )
  )[0];
}

/** Sends one message and waits until its only attempt is on disk. */
async function attempt(engine: DeliveryRig): Promise<void> {
  const before = engine.attempts.length;
  await engine.send();
  await engine.recorded(before + 1);
}

/** One attempt every 24 hours, `count` in total. */
async function daily(engine: DeliveryRig, clock: FakeClock, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await attempt(engine);
    clock.advance(24 * HOUR);
  }
}

/** The decision about a failure follows immediately. */
async function untilDisabled(engine: DeliveryRig): Promise<EndpointRow> {
  for (;;) {
    const endpoint = await row(engine);
    if (endpoint?.disabled === 1) return endpoint;
  }
}

test('an endpoint whose attempts all failed for five days is disabled, and keeps when and why', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, disableAfterMs: () => FIVE_DAYS });
  const target = await receiver(() => ({ status: 500 }));
  await engine.addEndpoint(target.baseUrl);
  const since = clock.now();
  await daily(engine, clock, 5);
  expect(await row(engine)).toEqual({
    disabled: 0,
    disabled_at: null,
    disabled_reason: null,
    failing_since: since,
  });
  await attempt(engine);
  expect(await untilDisabled(engine)).toEqual({
    disabled: 1,
    disabled_at: since + FIVE_DAYS,
    disabled_reason: 'failing',
    failing_since: since,
  });
  await engine.send();
  expect(target.arrivals).toHaveLength(6);
});

test('a restart does not change that', async () => {
  const clock = new FakeClock();
  const first = await rig({ clock, disableAfterMs: () => FIVE_DAYS });
  const target = await receiver(() => ({ status: 500 }));
  await first.addEndpoint(target.baseUrl);
  await daily(first, clock, 3);
  await first.delivery.stop();
  const second = await first.restart();
  await daily(second, clock, 2);
  expect((await row(second))?.disabled).toBe(0);
  await attempt(second);
  expect((await untilDisabled(second)).disabled_reason).toBe('failing');
});

test('one success on the way, or no time that is too long, leaves it enabled', async () => {
  const clock = new FakeClock();
  let limitMs: number | null = FIVE_DAYS;
  const engine = await rig({ clock, disableAfterMs: () => limitMs });
  const target = await receiver((_, count) => ({ status: count === 4 ? 200 : 500 }));
  await engine.addEndpoint(target.baseUrl);
  await daily(engine, clock, 4);
  expect((await row(engine))?.failing_since).toBeNull();
  const again = clock.now();
  await daily(engine, clock, 5);
  expect(await row(engine)).toMatchObject({ disabled: 0, failing_since: again });
  limitMs = null;
  await daily(engine, clock, 3);
  expect((await row(engine))?.disabled).toBe(0);
});

test('enabling it by hand, or a new address, starts the count anew', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, disableAfterMs: () => FIVE_DAYS });
  const target = await receiver(() => ({ status: 500 }));
  const { id } = await engine.addEndpoint(target.baseUrl);
  await daily(engine, clock, 6);
  await untilDisabled(engine);
  await engine.changeEndpoint(id, { disabled: false });
  expect(await row(engine)).toMatchObject({ disabled: 0, disabled_reason: null, failing_since: null });
  await daily(engine, clock, 4);
  await engine.changeEndpoint(id, { url: `${target.baseUrl}/new` });
  expect((await row(engine))?.failing_since).toBeNull();
  await daily(engine, clock, 5);
  expect((await row(engine))?.disabled).toBe(0);
  await attempt(engine);
  await untilDisabled(engine);
});

test('an address that is not sent to counts as failing, as nothing arrives there', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, disableAfterMs: () => FIVE_DAYS });
  await engine.addEndpoint('http://[::1]:9/');
  await daily(engine, clock, 6);
  expect((await untilDisabled(engine)).disabled_reason).toBe('failing');
});

test('a 410 of the receiver is a reason by itself', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  const target = await receiver(() => ({ status: 410 }));
  await engine.addEndpoint(target.baseUrl);
  await attempt(engine);
  expect((await untilDisabled(engine)).disabled_reason).toBe('receiver');
});

test('a success written meanwhile prevents the disabling of an endpoint', async () => {
  const engine = await rig({ clock: new FakeClock() });
  const target = await receiver();
  const { id } = await engine.addEndpoint(target.baseUrl);
  expect(await engine.endpoints.disable(id, 5, 'failing')).toBeUndefined();
  expect((await row(engine))?.disabled).toBe(0);
});
