import { expect, test } from 'vitest';
import { deliveryRows, numberIn, receiver, rig, sendNumbered, upTo } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { busiestSecond } from '../../support/receiver';

test('a graceful stop waits for responses, and nothing that was delivered is sent again after it', async () => {
  const engine = await rig();
  const target = await receiver(() => ({
    after: new Promise((resolve) => setTimeout(resolve, 50)),
    status: 200,
  }));
  await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 30);
  await target.arrived(3);
  await engine.delivery.stop();
  const delivered = (await deliveryRows(engine)).filter(({ state }) => state === 'delivered').length;
  expect(delivered).toBe(target.arrivals.length);
  await engine.restart();
  await target.arrived(30);
  expect(target.arrivals.map(numberIn).sort((a, b) => a - b)).toEqual(upTo(30));
});

test('a stop ends after ten seconds, and unfinished sends are repeated after the next start', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, requestTimeoutMs: 15_000 });
  const target = await receiver((_, count) => (count === 1 ? 'hang' : { status: 200 }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await target.arrived(1);
  const stopped = engine.delivery.stop();
  clock.advance(10_000);
  await stopped;
  expect(await deliveryRows(engine)).toEqual([{ state: 'waiting', attempt_count: 0 }]);
  await engine.restart();
  await target.arrived(2);
});

test('after an abrupt end all accepted messages are delivered, and the limit is kept', async () => {
  const engine = await rig();
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl, { rateLimit: 5 });
  await sendNumbered(engine, 12);
  await target.arrived(5);
  engine.kill();
  await engine.restart();
  await expect.poll(() => new Set(target.arrivals.map(numberIn)).size, { timeout: 10_000 }).toBe(12);
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(5);
});

test('a backlog larger than the memory window is delivered completely and in order', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { disabled: true, rateLimit: 5000 });
  await sendNumbered(engine, 900);
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  await sendNumbered(engine, 100, 900);
  await engine.recorded(1000);
  expect(new Set(target.arrivals.map(numberIn)).size).toBe(1000);
  expect(target.arrivals).toHaveLength(1000);
  expect(await engine.deliveries.listQueues()).toEqual([]);
});

test('waiting deliveries do not wait for a clock that was set back', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, scheduleS: [10] });
  const target = await receiver((_, count) => ({ status: count === 1 ? 500 : 200 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await engine.changeEndpoint(endpoint.id, { paused: true });
  await sendNumbered(engine, 2, 1);
  engine.kill();
  await engine.endpoints.update(endpoint.id, clock.now(), (current) => ({ ...current, paused: false }));
  clock.setWall(clock.now() - 365 * 86_400_000);
  const next = await engine.restart();
  await next.recorded(3);
  expect(target.arrivals.map(numberIn)).toEqual(expect.arrayContaining(upTo(3)));
});
