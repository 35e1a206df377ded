import { expect, test } from 'vitest';
import { receiver, rig, sendNumbered } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { busiestSecond } from '../../support/receiver';

test('ten per second means ten in any second, and hardly fewer', async () => {
  const engine = await rig();
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl, { rateLimit: 10 });
  await sendNumbered(engine, 31);
  await target.arrived(31);
  const times = target.arrivals.map(({ atMs }) => atMs);
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(10);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(3500);
});

test('the limit of the application applies only to endpoints without their own', async () => {
  const engine = await rig({ applicationRateLimit: 2 });
  const inheriting = await receiver();
  const own = await receiver();
  await engine.addEndpoint(inheriting.baseUrl);
  await engine.addEndpoint(own.baseUrl, { rateLimit: 1000 });
  await sendNumbered(engine, 4);
  await own.arrived(4);
  expect(inheriting.arrivals.length).toBeLessThanOrEqual(2);
  await inheriting.arrived(4);
  expect(busiestSecond(inheriting.arrivals)).toBeLessThanOrEqual(2);
});

test('a changed limit of the application applies from the next message', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, applicationRateLimit: 1 });
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 3);
  await target.arrived(1);
  const application = await engine.applications.update('app_1', clock.now(), (current) => ({
    ...current,
    rateLimit: 1000,
  }));
  if (application) engine.delivery.applicationChanged(application);
  // Under the old limit, the third would be sent two seconds after the first.
  for (let ms = 0; ms < 50 && target.arrivals.length < 3; ms++) {
    clock.advance(1);
    await new Promise((resolve) => setImmediate(resolve));
    await engine.db.get('SELECT 1');
  }
  await target.arrived(3);
});

test('resends count against the limit', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { rateLimit: 3 });
  const ids = await Promise.all([1, 2, 3, 4].map(() => engine.send()));
  await engine.recorded(4);
  const resends = ids.map((id) => engine.delivery.resend(id, endpoint.id));
  await Promise.all([...resends, sendNumbered(engine, 3)]);
  await engine.recorded(11);
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(3);
});

test('retries count against the limit', async () => {
  const engine = await rig({ scheduleS: [0.01, 0.01, 0.01, 0.01] });
  const target = await receiver(() => ({ status: 500 }));
  await engine.addEndpoint(target.baseUrl, { rateLimit: 5 });
  await sendNumbered(engine, 2);
  await engine.recorded(10);
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(5);
});
