import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ResolveName } from '../../../src-server/delivery/connection/guarded-lookup';
import { shortageCode } from '../../../src-server/delivery/connection/resource-shortage';
import type { Sender, SendReport } from '../../../src-server/delivery/connection/sender';
import { type DeliveryRig, numberIn, receiver, rig, sendNumbered, upTo } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { sender, sending } from '../../support/sending';

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

describe('shortages of this machine', () => {
  test.each([
    ['EMFILE', { syscall: 'connect', address: '127.0.0.1' }],
    ['ENFILE', { syscall: 'connect' }],
    ['ENOBUFS', { syscall: 'connect' }],
    ['ENOMEM', { syscall: 'connect' }],
    ['EAGAIN', { syscall: 'connect' }],
    ['EADDRNOTAVAIL', { syscall: 'connect', address: '127.0.0.1' }],
    ['EADDRINUSE', { syscall: 'connect', address: '127.0.0.1' }],
    ['EMFILE', { syscall: 'getaddrinfo' }],
    ['EBUSY', { syscall: 'getaddrinfo' }],
  ])('%s is told from %o', (code, more) => {
    expect(shortageCode(failure(code, more))).toBe(code);
    expect(
      shortageCode(failure('ECONNREFUSED', { errors: [failure('ECONNREFUSED'), failure(code, more)] })),
    ).toBe(code);
  });

  test.each([
    [failure('ECONNREFUSED')],
    [failure('ENOTFOUND', { syscall: 'getaddrinfo' })],
    [failure('EBUSY', { syscall: 'connect' })],
    [failure('EADDRINUSE', { syscall: 'listen' })],
    [failure('constructor')],
    [new Error('no code')],
    [null],
  ])('is not what %o says', (error) => {
    expect(shortageCode(error)).toBeNull();
  });

  test('an unsupported address family is not a shortage of ports', () => {
    const speaksIPv6 = Object.values(networkInterfaces()).some((list) =>
      list?.some((network) => network.family === 'IPv6'),
    );
    const code = shortageCode(failure('EADDRNOTAVAIL', { syscall: 'connect', address: '::1' }));
    expect(code).toBe(speaksIPv6 ? 'EADDRNOTAVAIL' : null);
  });

  test.each(['EMFILE', 'EBUSY'])(
    'a lookup that fails with %s is no failure of the receiver',
    async (code) => {
      const resolve: ResolveName = (_, done) => done(failure(code, { syscall: 'getaddrinfo' }), []);
      const { result, written } = await sending({ resolve })('http://a.test/');
      expect([result, written]).toEqual([{ kind: 'short', code }, false]);
    },
  );
});

/** Has the next request fail once it is written, as when the system has no buffer for the rest of it. */
function failNextWrite(code: string): void {
  const onHeaders = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    unsubscribe('undici:client:sendHeaders', onHeaders);
    queueMicrotask(() => socket.destroy(failure(code, { syscall: 'write' })));
  };
  subscribe('undici:client:sendHeaders', onHeaders);
  onTestFinished(() => void unsubscribe('undici:client:sendHeaders', onHeaders));
}

describe('a shortage once a request is being written', () => {
  test.each(['ENOBUFS', 'ENOMEM'])('is no failure of the receiver (%s)', async (code) => {
    const target = await receiver(() => 'hang');
    failNextWrite(code);
    const { result, written } = await sending()(target.baseUrl);
    expect([result, written]).toEqual([{ kind: 'short', code }, true]);
  });

  test('is no attempt: the message leaves again a second later', async () => {
    const clock = new FakeClock();
    const engine = await rig({ clock, scheduleS: [] });
    const target = await receiver((_, count) => (count === 1 ? 'hang' : { status: 200 }));
    await engine.addEndpoint(target.baseUrl, { rateLimit: 1 });
    failNextWrite('ENOBUFS');
    await engine.send();
    await expect.poll(() => engine.delivery.shortage().putOff).toBe(1);
    await pass(engine, clock, 3000, 500);
    await engine.recorded(1);
    expect(await engine.rows('SELECT succeeded FROM attempt')).toEqual([{ succeeded: 1 }]);
    expect(await engine.rows('SELECT state, attempt_count AS tries FROM delivery')).toEqual([
      { state: 'delivered', tries: 1 },
    ]);
  });
});

test('no connection is opened while this process could soon open nothing else', async () => {
  const target = await receiver();
  const { result } = await sending({ mostOpenFiles: 1 })(target.baseUrl);
  expect(result).toEqual({ kind: 'short', code: 'EMFILE' });
  expect(target.connections()).toBe(0);
  expect((await sending({ mostOpenFiles: 1_000_000 })(target.baseUrl)).result).toMatchObject({ status: 200 });
});

/** A sender over the network that cannot open connections while `isShort`; it counts its attempts. */
function shortSender(clock: FakeClock) {
  const network = sender({ clock });
  const state = { isShort: true, tries: [] as number[] };
  const short: Sender = {
    ...network,
    send(request, onWritten) {
      if (!state.isShort) return network.send(request, onWritten);
      state.tries.push(clock.monotonicUs());
      const report: SendReport = {
        result: { kind: 'short', code: 'EMFILE' },
        sentAt: clock.now(),
        durationMs: 0,
        written: false,
      };
      return { opening: true, report: Promise.resolve(report) };
    },
  };
  return { sender: short, state };
}

async function settled(engine: DeliveryRig): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await engine.db.get('SELECT 1');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function pass(engine: DeliveryRig, clock: FakeClock, ms: number, stepMs: number): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    clock.advance(stepMs);
    await settled(engine);
  }
}

describe('while no connection can be opened', () => {
  test('nothing counts as an attempt, and everything arrives in order afterwards', async () => {
    const clock = new FakeClock();
    const { sender, state } = shortSender(clock);
    const disabled: string[] = [];
    const engine = await rig({
      clock,
      sender,
      scheduleS: [],
      disableAfterMs: () => 0,
      disableEndpoint: async (id) => void disabled.push(id),
    });
    const target = await receiver();
    const endpoint = await engine.addEndpoint(target.baseUrl);
    await sendNumbered(engine, 5);
    await pass(engine, clock, 10_000, 500);
    expect(engine.delivery.shortage().sentence).toContain('EMFILE');
    expect(await engine.rows('SELECT state, attempt_count AS tries FROM delivery')).toEqual(
      Array(5).fill({ state: 'waiting', tries: 0 }),
    );
    expect(await engine.rows('SELECT id FROM attempt')).toEqual([]);
    // One attempt per second and no more: the pause is short, but real.
    expect(state.tries.length).toBeGreaterThanOrEqual(10);
    expect(engine.delivery.shortage().putOff).toBe(state.tries.length);
    expect(engine.delivery.paceOf(endpoint)).toMatchObject({ slowness: 1, heldForMs: null });
    state.isShort = false;
    await pass(engine, clock, 1000, 500);
    await engine.recorded(5);
    expect(target.arrivals.map(numberIn)).toEqual(upTo(5));
    expect(disabled).toEqual([]);
    await pass(engine, clock, 31_000, 1000);
    expect(engine.delivery.shortage().sentence).toBeNull();
  });

  test('a resend does not lose its only attempt', async () => {
    const clock = new FakeClock();
    const { sender, state } = shortSender(clock);
    state.isShort = false;
    const engine = await rig({ clock, sender });
    const target = await receiver();
    const endpoint = await engine.addEndpoint(target.baseUrl);
    const message = await engine.send();
    await engine.recorded(1);
    state.isShort = true;
    await engine.delivery.resend(message, endpoint.id);
    await pass(engine, clock, 2000, 500);
    state.isShort = false;
    await pass(engine, clock, 1000, 500);
    await engine.recorded(2);
    expect(await engine.rows('SELECT state FROM delivery')).toEqual([
      { state: 'delivered' },
      { state: 'delivered' },
    ]);
  });

  test('the limit applies to the attempts, and nothing is caught up afterwards', async () => {
    const clock = new FakeClock();
    const { sender, state } = shortSender(clock);
    const engine = await rig({ clock, sender });
    const target = await receiver();
    await engine.addEndpoint(target.baseUrl, { rateLimit: 2 });
    await sendNumbered(engine, 8);
    await pass(engine, clock, 6000, 100);
    state.isShort = false;
    const before = state.tries.length;
    expect(before).toBeGreaterThanOrEqual(4);
    for (const [n, at] of state.tries.entries()) {
      const third = state.tries[n + 2];
      if (third !== undefined) expect(third - at).toBeGreaterThanOrEqual(1_000_000);
    }
    await pass(engine, clock, 2000, 100);
    expect(target.arrivals.length).toBeLessThanOrEqual(4);
    await pass(engine, clock, 3000, 100);
    expect(target.arrivals.map(numberIn)).toEqual(upTo(8));
  });

  test('an endpoint deleted meanwhile is forgotten', async () => {
    const clock = new FakeClock();
    const { sender } = shortSender(clock);
    const engine = await rig({ clock, sender });
    const target = await receiver();
    const endpoint = await engine.addEndpoint(target.baseUrl);
    await sendNumbered(engine, 2);
    await settled(engine);
    await engine.endpoints.delete(endpoint.id, clock.now());
    engine.delivery.endpointDeleted(endpoint.id);
    await pass(engine, clock, 5000, 500);
    expect(engine.delivery.load()).toMatchObject({ inFlight: 0, queues: 0 });
    expect(target.arrivals).toEqual([]);
  });
});
