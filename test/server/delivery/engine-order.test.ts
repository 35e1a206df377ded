import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { DeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import type { DeliveryRig } from '../../support/delivery-rig';
import { deliveryRows, numberIn, receiver, rig, sendNumbered, upTo } from '../../support/delivery-rig';
import { randomNumbers } from '../../support/random-numbers';
import { some } from '../../support/share';
import { startSharedRigs } from '../../support/shared-rigs';
import { startedHere } from '../../support/started';
import { stillRig } from '../../support/still-rig';

const URL = 'http://127.0.0.1:1/';

/** An engine on a stopped clock with an ordered endpoint, whose receiver refuses the numbers in `refused`. */
async function scene(scheduleS: readonly number[] = [60, 600]) {
  const refused = new Set<number>();
  const still = await stillRig(rig, { scheduleS }, (n) => ({ status: refused.has(n) ? 500 : 200 }));
  const endpoint = await still.engine.addEndpoint(URL, { ordered: true });
  const numbers = () => still.sent.map(({ n }) => n);
  return { ...still, endpoint, refused, numbers, passUntilDone: () => passUntilDone(still) };
}

/** Lets time pass until nothing waits. */
async function passUntilDone({ pass }: Pick<Awaited<ReturnType<typeof stillRig>>, 'pass'>): Promise<void> {
  const waits: number[] = [];
  while (waits.at(-1) !== 0) await pass(1000, (waiting) => void waits.push(waiting));
}

/** The message with this number in its payload. */
async function idOf(engine: DeliveryRig, n: number): Promise<string> {
  const rows = await engine.rows<{ id: string }>(`SELECT id FROM message WHERE payload = '{"n":${n}}'`);
  return rows[0]?.id ?? '';
}

test('an ordered endpoint gets one message at a time, and the next after the response to the one before', async () => {
  const engine = await rig();
  let open = 0;
  const atOnce: number[] = [];
  const target = await receiver(() => {
    open += 1;
    atOnce.push(open);
    const answered = setImmediate().then(() => {
      open -= 1;
    });
    return { after: answered, status: 200 };
  });
  await engine.addEndpoint(target.baseUrl, { ordered: true });
  await sendNumbered(engine, 50);
  await engine.recorded(50);
  expect(target.arrivals.map(numberIn)).toEqual(upTo(50));
  expect(new Set(atOnce)).toEqual(new Set([1]));
});

test('what fails at an ordered endpoint holds all behind it until it is delivered or given up, and nothing at others', async () => {
  const { engine, refused, numbers, sent, pass } = await scene();
  refused.add(3).add(5);
  await sendNumbered(engine, 8);
  await pass(500);
  expect(numbers()).toEqual([0, 1, 2, 3]);
  await engine.addEndpoint(`${URL}other`);
  await engine.send('{"n":8}');
  await pass(500);
  expect(numbers()).toEqual([0, 1, 2, 3, 8]);
  sent.splice(0);
  refused.delete(3);
  await pass(90_000, undefined, 1000);
  expect(numbers()).toEqual([3, 4, 5]);
  await pass(1_000_000, undefined, 10_000);
  // Refused for good at its third attempt.
  expect(numbers()).toEqual([3, 4, 5, 5, 5, 6, 7, 8]);
  expect((await deliveryRows(engine))[5]).toEqual({ state: 'failed', attempt_count: 3 });
});

test('the one that holds an ordered endpoint is sent at once by a manual retry, and those behind it follow', async () => {
  const { engine, refused, numbers, pass } = await scene();
  refused.add(0);
  await sendNumbered(engine, 3);
  await pass(500);
  refused.clear();
  const head = await idOf(engine, 0);
  expect(await engine.delivery.retries.retryNow(head, { endpointId: null, dryRun: false })).toMatchObject({
    retried: 1,
  });
  await pass(500);
  expect(numbers()).toEqual([0, 0, 1, 2]);
});

test('a manual retry that fails leaves the order as it was', async () => {
  const { engine, refused, numbers, pass } = await scene();
  refused.add(0);
  await sendNumbered(engine, 3);
  await pass(500);
  await engine.delivery.retries.retryNow(await idOf(engine, 0), { endpointId: null, dryRun: false });
  await pass(500);
  expect(numbers()).toEqual([0, 0]);
  refused.clear();
  await pass(90_000, undefined, 1000);
  expect(numbers()).toEqual([0, 0, 0, 1, 2]);
});

test('when the one that holds an ordered endpoint is canceled, those behind it leave', async () => {
  const { engine, clock, endpoint, refused, numbers, pass } = await scene();
  refused.add(0);
  await engine.send('{"n":0}');
  await pass(500);
  const between = clock.now();
  await pass(500);
  await sendNumbered(engine, 2, 1);
  await pass(500);
  expect(numbers()).toEqual([0]);
  expect(await engine.delivery.cancellation.cancel(endpoint.id, between)).toBe(1);
  await pass(500);
  expect(numbers()).toEqual([0, 1, 2]);
});

test('a cancellation that cannot be written down changes nothing in the order', async () => {
  const deliveries = (store: DeliveryStore): DeliveryStore => ({
    ...store,
    cancel: () => Promise.reject(new Error('no')),
  });
  let status = 500;
  const { engine, clock, sent, pass } = await stillRig(rig, { scheduleS: [60], deliveries }, () => ({
    status,
  }));
  const endpoint = await engine.addEndpoint(URL, { ordered: true });
  await engine.send('{"n":0}');
  await pass(500);
  const between = clock.now();
  await pass(500);
  await sendNumbered(engine, 2, 1);
  await expect(engine.delivery.cancellation.cancel(endpoint.id, between)).rejects.toThrow('no');
  await pass(500);
  status = 200;
  await pass(90_000, undefined, 1000);
  expect(sent.map(({ n }) => n)).toEqual([0, 0, 1, 2]);
});

test('a message whose content was removed does not hold an ordered endpoint', async () => {
  const { engine, endpoint, numbers, passUntilDone } = await scene();
  await engine.changeEndpoint(endpoint.id, { paused: true });
  await sendNumbered(engine, 40);
  await engine.db.write((tx) => tx.run(`UPDATE message SET payload = NULL WHERE payload = '{"n":30}'`));
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await passUntilDone();
  expect(numbers()).toEqual(upTo(40).filter((n) => n !== 30));
});

test('what waits for its retry when an endpoint becomes ordered comes first, in the order of acceptance', async () => {
  const { engine, endpoint, refused, numbers, sent, pass } = await scene();
  await engine.changeEndpoint(endpoint.id, { ordered: false });
  for (const n of [0, 1, 2]) refused.add(n);
  await sendNumbered(engine, 4);
  await pass(500);
  expect(numbers()).toEqual([0, 1, 2, 3]);
  sent.splice(0);
  await engine.changeEndpoint(endpoint.id, { ordered: true });
  await sendNumbered(engine, 2, 4);
  await pass(500);
  expect(numbers()).toEqual([]);
  refused.clear();
  await pass(90_000, undefined, 1000);
  expect(numbers()).toEqual([0, 1, 2, 4, 5]);
});

test('when ordering is turned off, messages behind a retry are sent at once', async () => {
  const { engine, endpoint, refused, numbers, pass } = await scene();
  refused.add(0);
  await sendNumbered(engine, 3);
  await pass(500);
  await engine.changeEndpoint(endpoint.id, { ordered: false });
  await pass(500);
  expect(numbers()).toEqual([0, 1, 2]);
});

test('what is sent again to an ordered endpoint comes last, and what is scheduled when it is due', async () => {
  const { engine, clock, endpoint, refused, numbers, pass } = await scene();
  await sendNumbered(engine, 1);
  const later = { appId: 'app_1', eventType: 'a', eventId: null, channels: null, tags: null };
  await engine.delivery.createMessage({ ...later, payload: '{"n":9}', deliverAt: clock.now() + 30_000 });
  await pass(500);
  refused.add(1);
  await sendNumbered(engine, 2, 1);
  await pass(500);
  await engine.delivery.resend(await idOf(engine, 0), endpoint.id);
  await pass(45_000, undefined, 1000);
  expect(numbers()).toEqual([0, 1]);
  refused.clear();
  await pass(60_000, undefined, 1000);
  expect(numbers()).toEqual([0, 1, 1, 2, 0, 9]);
});

describe.each([true, false])('what became due while an endpoint (ordered: %s) was held', (ordered) => {
  /** Message 1 is scheduled for 2 seconds from now, and messages 2 and 3 are accepted after that. */
  async function schedule(engine: DeliveryRig, at: number, pass: (ms: number) => Promise<void>) {
    const input = { appId: 'app_1', eventType: 'a', eventId: null, channels: null, tags: null };
    await engine.delivery.createMessage({ ...input, payload: '{"n":1}', deliverAt: at + 2000 });
    await pass(3000);
    await sendNumbered(engine, 1, 2);
    await sendNumbered(engine, 1, 3);
  }

  test.each([
    ['paused', { paused: true }, { paused: false }],
    ['disabled', { disabled: true }, { disabled: false }],
  ])('by being %s leaves before what was accepted after it', async (_how, held, released) => {
    const { engine, clock, endpoint, numbers, pass } = await scene();
    await engine.changeEndpoint(endpoint.id, { ordered });
    await sendNumbered(engine, 1);
    await pass(500);
    await engine.changeEndpoint(endpoint.id, held);
    await schedule(engine, clock.now(), pass);
    await engine.changeEndpoint(endpoint.id, released);
    await pass(1000);
    expect(numbers()).toEqual([0, 1, 2, 3]);
  });

  test('by the Retry-After of its receiver leaves before what was accepted after it', async () => {
    const { engine, clock, sent, pass } = await stillRig(rig, { scheduleS: [] }, (n) =>
      n === 0 ? { status: 503, retryAfter: '4' } : { status: 200 },
    );
    await engine.addEndpoint(URL, { ordered });
    await sendNumbered(engine, 1);
    await pass(100);
    await schedule(engine, clock.now(), pass);
    expect(sent.map(({ n }) => n)).toEqual([0]);
    await pass(6000);
    expect(sent.map(({ n }) => n)).toEqual([0, 1, 2, 3]);
  });
});

test('an ordered endpoint gets in order what two nodes accept, although the one that sends is told of nothing', async () => {
  const rigs = await startedHere(startSharedRigs());
  const [other, sending] = rigs.nodes;
  const endpoint = await rigs.addEndpoint('/', null, { ordered: true });
  await sending.take(endpoint);
  rigs.network.works = false;
  rigs.receiver.responseMs = 30;
  for (let n = 0; n < 20; n++) {
    await sendNumbered(n % 2 === 0 ? other.rig : sending.rig, 1, n);
    await rigs.pass((n % 3) * 20);
  }
  await rigs.pass(3000);
  expect(rigs.sent.map(({ n }) => n)).toEqual(upTo(20));
});

// In the gate one with all that may happen, the others at night.
test.each(some(upTo(12), 12, 1))(
  'an ordered endpoint gets a backlog in order, whatever fails, is retried, paused or killed: %i',
  async (seed) => {
    const random = randomNumbers(seed);
    const failures = randomNumbers(seed + 1000);
    const { engine, sent, pass } = await stillRig(rig, { scheduleS: [2, 5, 9] }, () => ({
      status: failures() < 0.05 ? 500 : 200,
    }));
    const endpoint = await engine.addEndpoint(URL, { ordered: true });
    let current = engine;
    let accepted = 0;
    for (let step = 0; step < 15; step++) {
      const count = Math.floor(random() ** 3 * 200);
      await sendNumbered(current, count, accepted);
      accepted += count;
      await pass(Math.floor(random() * 8) * 100);
      const act = random();
      if (act < 0.3) {
        current.kill();
        current = await current.restart();
      } else if (act < 0.5) {
        await current.changeEndpoint(endpoint.id, { paused: true });
        await pass(200);
        await current.changeEndpoint(endpoint.id, { paused: false });
      } else if (act < 0.8) {
        const waiting = await current.rows<{ id: string }>(
          `SELECT message_id AS id FROM delivery WHERE state = 'waiting' AND attempt_count > 0`,
        );
        for (const { id } of waiting) {
          await current.delivery.retries.retryNow(id, { endpointId: null, dryRun: false });
        }
      }
    }
    await passUntilDone({ pass });
    const numbers = sent.map(({ n }) => n);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect([...new Set(numbers)]).toEqual(upTo(accepted));
  },
);
