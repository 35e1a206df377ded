import { expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const clock = new FakeClock();
const target = startedOnce(() => startReceiver(() => response));
const server = startedOnce(() =>
  startTestServer({ parts: { clock }, config: { retryScheduleS: [60, 600] } }),
);
let response: { status: number; headers?: Record<string, string> };

async function setUp(rateLimit: number | null, more = {}) {
  const app = `/app/${await server.create('/app', { name: 'A', rateLimit })}`;
  const { id } = (await server.call('POST', `${app}/endpoint`, { url: target.baseUrl, ...more })).json;
  const send = async () => {
    const sent = await server.call('POST', `${app}/msg`, { eventType: 'invoice.paid', payload: {} });
    clock.advance(1100); // to the first of them, others that share the database may have sent right before
    return sent.json.id as string;
  };
  const attempts = async () =>
    (await server.call('GET', `${app}/attempt/endpoint/${id}`)).json.data.length as number;
  const pace = async () => (await server.call('GET', `${app}/endpoint/${id}/pace`)).json;
  const limitStatus = async () =>
    (await server.call('GET', `${app}/endpoint/${id}/rate-limit-status`)).json.status as string;
  return { send, attempts, pace, limitStatus };
}

test('the pace is the limit while all is well, and the limit of the application counts', async () => {
  const limited = await setUp(8);
  expect(await limited.pace()).toEqual({
    rateLimit: 8,
    currentRate: 8,
    heldUntil: null,
    reason: null,
    blockedBy: null,
  });
  const free = await setUp(null);
  expect(await free.pace()).toEqual({
    rateLimit: null,
    currentRate: null,
    heldUntil: null,
    reason: null,
    blockedBy: null,
  });
});

test('a pause requested by the receiver is reported with its end, and absent afterwards', async () => {
  const { send, attempts, pace } = await setUp(8);
  response = { status: 503, headers: { 'retry-after': '90' } };
  await send();
  await expect.poll(attempts).toBe(1);
  const heldUntil = new Date(clock.now() + 90_000).toISOString();
  expect(await pace()).toMatchObject({ rateLimit: 8, currentRate: 8, heldUntil, reason: 'retry-after' });
  clock.advance(90_000);
  expect(await pace()).toMatchObject({ heldUntil: null, reason: null });
});

test('a repeatedly overloaded receiver is reported with its reduced pace', async () => {
  const { send, attempts, pace } = await setUp(8);
  response = { status: 429 };
  for (const [sent, currentRate] of [8, 4, 2].entries()) {
    await send();
    clock.advance(5000);
    await expect.poll(attempts).toBe(sent + 1);
    clock.advance(5000);
    expect(await pace()).toMatchObject({ rateLimit: 8, currentRate, heldUntil: null });
  }
  expect((await pace()).reason).toBe('overloaded');
});

test('an ordered endpoint that waits for a retry is blocked by that message, and not by its limit', async () => {
  const { send, attempts, pace, limitStatus } = await setUp(8, { ordered: true });
  response = { status: 500 };
  expect(await pace()).toMatchObject({ blockedBy: null });
  const messageId = await send();
  await expect.poll(attempts).toBe(1);
  await send();
  clock.advance(1500);
  const { blockedBy } = await pace();
  expect(blockedBy).toMatchObject({ messageId, attempt: 2, plannedAttempts: 3 });
  expect(Date.parse(blockedBy.dueAt)).toBeGreaterThan(clock.now());
  expect(await limitStatus()).toBe('Ok');
});

test('an ordered endpoint whose limit holds its messages is limited like others', async () => {
  const { send, attempts, limitStatus } = await setUp(1, { ordered: true });
  response = { status: 200 };
  const sent = Array.from({ length: 5 }, () => send());
  await Promise.all(sent);
  await expect.poll(limitStatus).toBe('RateLimited');
  const attemptsLater = () => {
    // The next one is planned once the first has been answered, which may be after a single step of the clock.
    clock.advance(1000);
    return attempts();
  };
  await expect.poll(attemptsLater).toBeGreaterThan(1);
});
