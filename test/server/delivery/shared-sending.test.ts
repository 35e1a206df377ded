import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendNumbered, upTo } from '../../support/delivery-rig';
import { some } from '../../support/share';
import { type SharedNode, type SharedRigs, startSharedRigs } from '../../support/shared-rigs';

let rigs: SharedRigs;
let a: SharedNode;
let b: SharedNode;

beforeEach(async () => {
  rigs = await startSharedRigs();
  [a, b] = rigs.nodes;
});
afterEach(() => rigs.dispose());

const numbers = () => rigs.sent.map(({ n }) => n);

describe('an engine that covers no endpoint', () => {
  test('has no queue, and tells the one that sends what it has stored', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    await b.take(endpoint);
    await sendNumbered(a.rig, 3);
    await rigs.pass(40);
    expect(a.rig.delivery.load().queues).toBe(0);
    expect(rigs.reported).toEqual(['stored 1', 'stored 1', 'stored 1']);
    expect(rigs.sent.map(({ n, node }) => [n, node])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  test('passes on what waits for a retry, and what is canceled', async () => {
    const endpoint = await rigs.addEndpoint('/', 1);
    await b.take(endpoint);
    b.mayStart = false;
    await sendNumbered(a.rig, 4);
    const { cancellation } = a.rig.delivery;
    expect(await cancellation.cancel(endpoint.id, rigs.clock.now() + 1000)).toBe(4);
    await a.rig.delivery.replays.begin(endpoint.id, RETRY_ALL);
    expect(rigs.reported).toContain('forgive');
    b.mayStart = true;
    b.rig.delivery.sendingChanged();
    await rigs.pass(3000);
    expect(rigs.sent).toEqual([]);
  });

  test('refuses to cancel in place of the one that sends', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    await expect(a.rig.delivery.cancelHere(endpoint.id, [1])).rejects.toMatchObject({
      body: { code: 'unavailable' },
    });
  });

  test('says which endpoints it does not know yet, so that nothing stored for them is lost', async () => {
    const record = await a.rig.addEndpoint('http://127.0.0.1:1/');
    await b.take(record);
    await sendNumbered(a.rig, 1);
    const counts = new Map([[record.id, 1]]);
    expect(b.rig.delivery.storedElsewhere(counts)).toEqual([record.id]);
    b.rig.delivery.endpointChanged(record);
    expect(b.rig.delivery.storedElsewhere(counts)).toEqual([]);
    await rigs.pass(1100);
    expect(numbers()).toEqual([0]);
  });
});

describe('a retry by hand on any node', () => {
  test('is one attempt of the node that sends, and takes nothing from the schedule', async () => {
    await rigs.dispose();
    rigs = await startSharedRigs({ scheduleS: [3600] });
    [a, b] = rigs.nodes;
    const endpoint = await rigs.addEndpoint('/', 5);
    await b.take(endpoint);
    rigs.receiver.status = 503;
    await sendNumbered(a.rig, 1);
    await rigs.pass(1100); // after the window that the other may have filled
    const due = () => a.rig.rows('SELECT due_at, attempt_count - extra_count AS scheduled FROM delivery');
    const planned = await due();
    const [message] = await a.rig.rows<{ id: string }>('SELECT id FROM message');
    const wanted = { endpointId: endpoint.id, dryRun: false };
    const press = ({ rig }: SharedNode) => rig.delivery.retries.retryNow(message?.id ?? '', wanted);
    const pressed = await Promise.all([a, b].map(press));
    expect(pressed.reduce((sum, { retried }) => sum + retried, 0)).toBe(1);
    await rigs.pass(1100);
    expect(rigs.sent.map(({ n, node }) => [n, node])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(await due()).toEqual(planned);
  });
});

describe('taking over', () => {
  test('sends what the database holds in order, at the limit, after a full window', async () => {
    const endpoint = await rigs.addEndpoint('/', 10);
    await sendNumbered(a.rig, 15);
    const takenMs = rigs.clock.monotonicUs() / 1000;
    await b.take(endpoint);
    await rigs.pass(3000);
    expect(numbers()).toEqual(upTo(15));
    const times = rigs.sent.map(({ atMs }) => atMs);
    expect(Math.min(...times) - takenMs).toBeGreaterThanOrEqual(1000);
    expect(mostInASecond(times)).toBeLessThanOrEqual(10);
  });

  test('lets the first message to an endpoint leave at once when that window has long passed', async () => {
    const endpoint = await rigs.addEndpoint('/', 10);
    await b.take(endpoint);
    await rigs.pass(2000);
    await sendNumbered(b.rig, 1);
    await rigs.pass(20);
    expect(numbers()).toEqual([0]);
  });

  test('assumes a full window also for what is stored before `takeOver` is called', async () => {
    const endpoint = await rigs.addEndpoint('/', 5);
    const taking = b.take(endpoint);
    await sendNumbered(b.rig, 1);
    await taking;
    await rigs.pass(900);
    expect(rigs.sent).toEqual([]);
    await rigs.pass(300);
    expect(numbers()).toEqual([0]);
  });

  test('sends what others have stored before what it stores itself, even if it was not told', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    await b.take(endpoint);
    rigs.network.works = false;
    await sendNumbered(a.rig, 2);
    await sendNumbered(b.rig, 1, 2);
    await rigs.pass(40);
    expect(numbers()).toEqual([0, 1, 2]);
  });

  test('sends nothing while a lease is in doubt, and goes on afterwards', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    await a.take(endpoint);
    a.mayStart = false;
    await sendNumbered(a.rig, 3);
    await rigs.pass(2000);
    expect(rigs.sent).toEqual([]);
    a.mayStart = true;
    a.rig.delivery.sendingChanged();
    await rigs.pass(40);
    expect(numbers()).toEqual([0, 1, 2]);
  });
});

describe('handing over', () => {
  test('waits for what is in flight, and sends nothing meanwhile or later', async () => {
    const endpoint = await rigs.addEndpoint('/', 2);
    rigs.receiver.responseMs = 400;
    await a.take(endpoint);
    await sendNumbered(a.rig, 4);
    await rigs.pass(1200);
    const before = rigs.sent.length;
    expect(before).toBeGreaterThan(0);
    let isDone = false;
    const done = a.handOver(endpoint).then(() => {
      isDone = true;
    });
    await rigs.pass(100);
    expect([isDone, a.rig.delivery.load().queues]).toEqual([false, 0]);
    await rigs.pass(400);
    await done;
    const waiting = await a.rig.deliveries.countWaiting(endpoint.id);
    expect([rigs.sent.length, waiting]).toEqual([before, 4 - before]);
    await b.take(endpoint);
    await rigs.pass(5000);
    expect(numbers()).toEqual(upTo(4));
    expect(mostInASecond(rigs.sent.map(({ atMs }) => atMs))).toBeLessThanOrEqual(2);
  });

  test('is done at once where nothing is in flight', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    await a.take(endpoint);
    await sendNumbered(a.rig, 1);
    await rigs.pass(40);
    await a.handOver(endpoint);
    await a.handOver(endpoint);
    expect(a.rig.delivery.load().queues).toBe(0);
  });

  test('can be taken back while it waits, and then repeats nothing', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    rigs.receiver.responseMs = 500;
    await a.take(endpoint);
    await sendNumbered(a.rig, 2);
    await rigs.pass(40);
    const done = a.handOver(endpoint);
    await a.take(endpoint);
    a.abandon(endpoint);
    await a.take(endpoint);
    await rigs.pass(1000);
    await done;
    expect(numbers()).toEqual([0, 1]);
    expect(await a.rig.deliveries.countWaiting(endpoint.id)).toBe(0);
  });
});

describe('losing endpoints', () => {
  test('drops their queues at once, and still records what is in flight', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    rigs.receiver.responseMs = 300;
    await a.take(endpoint);
    await sendNumbered(a.rig, 1);
    await rigs.pass(40);
    a.abandon(endpoint);
    expect(a.rig.delivery.load().queues).toBe(0);
    await rigs.pass(400);
    expect(await a.rig.deliveries.countWaiting(endpoint.id)).toBe(0);
  });

  test('withdraws a send whose first byte was not written yet, even if the right to it has come back', async () => {
    const endpoint = await rigs.addEndpoint('/', 5);
    rigs.receiver.openingMs = 200;
    await a.take(endpoint);
    await sendNumbered(a.rig, 1);
    await rigs.pass(1020);
    expect(a.rig.delivery.load().inFlight).toBe(1);
    a.abandon(endpoint);
    await a.take(endpoint);
    await rigs.pass(900); // a full window may have left before
    expect(numbers()).toEqual([]);
    await rigs.pass(500);
    expect(numbers()).toEqual([0]);
    expect(await a.rig.rows('SELECT attempt_count AS n FROM delivery')).toEqual([{ n: 1 }]);
  });

  test('a send that may not leave when its connection is open keeps its place, and costs no slot', async () => {
    const endpoint = await rigs.addEndpoint('/', 1);
    rigs.receiver.openingMs = 50;
    await a.take(endpoint);
    await sendNumbered(a.rig, 2);
    await rigs.pass(1020);
    expect(a.rig.delivery.load().inFlight).toBe(1);
    a.mayStart = false;
    await rigs.pass(2000);
    expect([rigs.sent.length, a.rig.delivery.load().inFlight]).toEqual([0, 0]);
    expect(await a.rig.rows('SELECT id FROM attempt')).toEqual([]);
    a.mayStart = true;
    a.rig.delivery.sendingChanged();
    await rigs.pass(100);
    expect(numbers()).toEqual([0]);
    await rigs.pass(1200);
    expect(numbers()).toEqual([0, 1]);
  });
});

describe('the sweep', () => {
  test('finds what was stored while nobody could be told', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    await b.take(endpoint);
    await sendNumbered(b.rig, 1);
    await rigs.pass(40);
    rigs.network.works = false;
    await sendNumbered(a.rig, 2, 1);
    await rigs.pass(2000);
    expect(numbers()).toEqual([0]);
    await b.rig.delivery.sweep();
    await rigs.pass(40);
    expect(numbers()).toEqual([0, 1, 2]);
  });

  test('finds it behind what the queue knows, and it leaves in its order although the queue is never empty', async () => {
    const endpoint = await rigs.addEndpoint('/', 2);
    await b.take(endpoint);
    await sendNumbered(b.rig, 4);
    await rigs.pass(1500);
    rigs.network.works = false;
    await sendNumbered(a.rig, 1, 4);
    await rigs.pass(20);
    await sendNumbered(b.rig, 1, 5);
    await b.rig.delivery.sweep();
    for (let n = 6; n < 12; n++) {
      await rigs.pass(400);
      await sendNumbered(b.rig, 1, n);
    }
    await rigs.pass(4000);
    expect(numbers()).toEqual(upTo(12));
  });

  test.each(['told', 'swept'])('it leaves in its order however much is in the window (%s)', async (way) => {
    const endpoint = await rigs.addEndpoint('/', 10);
    await b.take(endpoint);
    await sendNumbered(b.rig, 1);
    await rigs.pass(1200);
    await sendNumbered(b.rig, 19, 1);
    rigs.network.works = false;
    await sendNumbered(a.rig, 1, 20);
    await rigs.pass(20);
    await sendNumbered(b.rig, 40, 21);
    if (way === 'told') b.rig.delivery.storedElsewhere(new Map([[endpoint.id, 1]]));
    else await b.rig.delivery.sweep();
    await rigs.pass(8000);
    expect(numbers()).toEqual(upTo(61));
  });

  test('finds it at the second time while something else is in flight', async () => {
    const endpoint = await rigs.addEndpoint('/', null);
    await b.take(endpoint);
    rigs.receiver.responseMs = 30_000;
    await sendNumbered(b.rig, 1);
    await rigs.pass(40);
    rigs.network.works = false;
    await sendNumbered(a.rig, 1, 1);
    await b.rig.delivery.sweep();
    await rigs.pass(40);
    expect(numbers()).toEqual([0]);
    await b.rig.delivery.sweep();
    await rigs.pass(40);
    expect(numbers()).toEqual([0, 1]);
  });

  test('changes nothing where nothing was lost', async () => {
    const endpoint = await rigs.addEndpoint('/', 5);
    await b.take(endpoint);
    await sendNumbered(a.rig, 10);
    for (let n = 0; n < 40; n++) {
      await b.rig.delivery.sweep();
      await rigs.pass(100);
    }
    expect(numbers()).toEqual(upTo(10));
    expect(mostInASecond(rigs.sent.map(({ atMs }) => atMs))).toBeLessThanOrEqual(5);
  });
});

test.each(some([1, 2, 3]))(
  'two engines that swap endpoints lose nothing and stay within the limits (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const [limits, count] = [[8, 20, null], 90];
    const endpoints = await Promise.all(limits.map((limit, n) => rigs.addEndpoint(`/${n}`, limit)));
    const owners: (SharedNode | null)[] = endpoints.map(() => null);
    const handingOver = new Map<number, Promise<void>>();
    rigs.receiver.openingMs = 15;
    rigs.receiver.responseMs = 60;
    for (let sent = 0; sent < count; ) {
      await sendNumbered(random() < 0.5 ? a.rig : b.rig, 3, sent);
      sent += 3;
      rigs.network.works = random() < 0.8;
      const at = Math.floor(random() * endpoints.length);
      const endpoint = endpoints[at];
      if (!endpoint) throw new Error('no such endpoint');
      const owner = owners[at];
      if (handingOver.has(at)) {
        await rigs.pass(100);
        await handingOver.get(at);
        handingOver.delete(at);
      } else if (owner) {
        if (random() < 0.5) handingOver.set(at, owner.handOver(endpoint));
        else owner.abandon(endpoint);
        owners[at] = null;
      } else {
        const next = random() < 0.5 ? a : b;
        owners[at] = next;
        if (random() < 0.5) await next.take(endpoint);
        else void next.take(endpoint);
      }
      await rigs.pass(random() < 0.3 ? 20 : 160);
    }
    await rigs.pass(200);
    rigs.network.works = true;
    for (const [at, endpoint] of endpoints.entries()) if (!owners[at]) await a.take(endpoint);
    for (let n = 0; n < 3; n++) for (const node of [a, b]) await node.rig.delivery.sweep();
    await rigs.pass(16_000);
    for (const [at, limit] of limits.entries()) {
      const here = rigs.sent.filter(({ path }) => path === `/${at}`);
      expect(new Set(here.map(({ n }) => n)).size).toBe(count);
      if (limit !== null) expect(mostInASecond(here.map(({ atMs }) => atMs))).toBeLessThanOrEqual(limit);
    }
    expect(await a.rig.rows(`SELECT id FROM delivery WHERE state <> 'delivered'`)).toEqual([]);
  },
);

const RETRY_ALL = {
  name: 'endpoint.retry-now',
  since: 0,
  until: 2_000_000_000_000,
  filter: {},
} as const;

/** The most of these times in any window of a second. */
function mostInASecond(timesMs: readonly number[]): number {
  return Math.max(0, ...timesMs.map((from) => timesMs.filter((at) => at >= from && at < from + 1000).length));
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
