import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

/** While nobody knows whether the clock is right, nothing expires, and nothing is removed because of its age. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-05-01T12:00:00Z');
const FRAME = { letter: 'A', name: 'All', colour: 'sky', featureFlags: [], theme: 'light' };

let clock: FakeClock;
const receiver = startedForEach(startReceiver);
const server = startedForEach(() => {
  clock = new FakeClock(START_MS);
  return startTestServer({ parts: { clock } });
});
let stored: Awaited<ReturnType<typeof storeAgingThings>>;

beforeEach(async () => {
  stored = await storeAgingThings();
});

const KEY = { headers: { 'idempotency-key': 'once' } };
const createAgain = () => server.call('POST', '/app', { name: 'Once' }, KEY);

/** One of everything that expires or is removed because of its age. */
async function storeAgingThings() {
  const appId = await server.create('/app', { name: 'Acme' });
  const endpoint = await server.create(`/app/${appId}/endpoint`, { url: receiver.baseUrl });
  const message = await server.create(`/app/${appId}/msg`, {
    eventType: 'a.b',
    payload: { kept: true },
    payloadRetentionPeriod: 30,
  });
  await receiver.arrived(1);
  const rotate = `/app/${appId}/endpoint/${endpoint}/secret/rotate`;
  expect((await server.call('POST', rotate, {})).status).toBeLessThan(300);
  const shared = await server.call('POST', '/share-links', {
    appId,
    page: '/catalog',
    widthPx: 834,
    frames: [FRAME],
  });
  const expiresAt = new Date(START_MS + 30 * DAY_MS).toISOString();
  return {
    app: `/app/${appId}`,
    message,
    portal: await server.portalToken(appId),
    link: await server.portalToken(appId, { oneTime: true }),
    share: new URL(shared.json.url).hash.slice('#key='.length),
    sender: (await server.call('POST', '/auth/token', { name: 'program', expiresAt })).json.token as string,
    response: (await createAgain()).json,
  };
}

async function startAgain(atMs: number): Promise<void> {
  await server.stop();
  clock = new FakeClock(atMs);
  await server.restart({ parts: { clock } });
}

/** Lets the server run for so long, with a request every few minutes, and time for whatever it removes. */
async function run(ms: number): Promise<void> {
  for (let left = ms; left > 0; ) {
    const step = left > 10 * MINUTE_MS ? 5 * MINUTE_MS : Math.min(left, MINUTE_MS);
    left -= step;
    clock.advance(step);
    for (let pause = 0; pause < 3; pause++) {
      await server.call('GET', '/health');
      clock.advance(20);
    }
  }
}

const mayUse = async (path: string, token: string) =>
  (await server.call('GET', path, undefined, { token })).status === 200;

/** What of the stored things is still there. */
async function whatIsLeft() {
  const { app, message, portal, share, sender, response } = stored;
  return {
    payload: (await server.call('GET', `${app}/msg/${message}`)).json.payload.kept === true,
    attempts: (await server.call('GET', `${app}/attempt/msg/${message}`)).json.data.length === 1,
    portal: await mayUse(app, portal),
    share: await mayUse('/shared-preview', share),
    sender: await mayUse('/app', sender),
    response: (await createAgain()).json.id === response.id,
  };
}

const ALL = { payload: true, attempts: true, portal: true, share: true, sender: true, response: true };
const NOTHING = {
  payload: false,
  attempts: false,
  portal: false,
  share: false,
  sender: false,
  response: false,
};
const clockOf = async () => (await server.call('GET', '/health')).json.clock;

describe.each([
  ['started', startAgain],
  ['set while it runs', async (atMs: number) => clock.setWall(atMs)],
])('a clock that is 400 days ahead, %s', (_, setClock) => {
  const WRONG_MS = START_MS + 400 * DAY_MS;

  test('costs nothing, and the server goes on when it is right again', async () => {
    await setClock(WRONG_MS);
    await run(45_000);
    expect(await whatIsLeft()).toEqual(ALL);
    const health = await server.call('GET', '/health');
    expect([health.status, health.json]).toMatchObject([
      200,
      { status: 'degraded', clock: { from: expect.stringContaining('2026-05-01T12:0') } },
    ]);
    expect(health.json.detail).toContain('until it has been steady for an hour');
    await startAgain(START_MS + 10 * MINUTE_MS);
    await run(45_000);
    expect(await whatIsLeft()).toEqual(ALL);
    const { json } = await server.call('GET', '/health');
    expect([json.status, json.clock]).toEqual(['ok', undefined]);
  });

  test('is believed after an hour', async () => {
    await setClock(WRONG_MS);
    await run(59 * MINUTE_MS);
    expect(await whatIsLeft()).toEqual(ALL);
    await run(HOUR_MS + 2 * MINUTE_MS);
    expect(await whatIsLeft()).toEqual(NOTHING);
    expect(await clockOf()).toBeUndefined();
  });

  test('is believed at once when an admin confirms it, and by nobody else', async () => {
    await setClock(WRONG_MS);
    const asCustomer = await server.call('POST', '/clock/confirm', undefined, { token: stored.portal });
    expect([asCustomer.status, (await clockOf()) !== undefined]).toEqual([403, true]);
    expect((await server.call('POST', '/clock/confirm')).status).toBe(204);
    expect(await clockOf()).toBeUndefined();
    await run(HOUR_MS + 2 * MINUTE_MS);
    expect(await whatIsLeft()).toEqual(NOTHING);
  });
});

test('what is ended by hand while the clock is in doubt stays ended, and what begins has its whole life', async () => {
  await startAgain(START_MS + 400 * DAY_MS);
  await server.call('POST', `/auth${stored.app}/expire-all`, {});
  expect(await mayUse(stored.app, stored.portal)).toBe(false);
  const begun = await server.portalToken(stored.app.slice('/app/'.length));
  expect(await mayUse(stored.app, begun)).toBe(true);
  await server.call('POST', '/clock/confirm');
  expect(await mayUse(stored.app, stored.portal)).toBe(false);
  expect(await mayUse(stored.app, begun)).toBe(true);
});

test('a clock that went back brings nothing back that has expired', async () => {
  await startAgain(START_MS + 8 * HOUR_MS);
  const short = await server.portalToken(stored.app.slice('/app/'.length), { expiry: 3600 });
  clock.stall(2 * HOUR_MS);
  expect(await mayUse(stored.app, short)).toBe(false);
  clock.setWall(START_MS - 400 * DAY_MS);
  expect(await mayUse(stored.app, short)).toBe(false);
  expect(await mayUse(stored.app, await server.portalToken(stored.app.slice('/app/'.length)))).toBe(true);
});

test('an old secret goes on signing while it only looks expired', async () => {
  await startAgain(START_MS + 400 * DAY_MS);
  await server.create(`${stored.app}/msg`, { eventType: 'a.b', payload: {} });
  await receiver.arrived(2);
  expect(String(receiver.arrivals[1]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
});

test('a one-time link that only looks expired can be followed', async () => {
  await startAgain(START_MS + 400 * DAY_MS);
  const body = { oneTimeToken: stored.link };
  expect((await server.call('POST', '/auth/one-time-token', body, { token: null })).status).toBe(200);
});
