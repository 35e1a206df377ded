import { expect, test } from 'vitest';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import type { LiveAttempt, LiveEvent } from '../../../src-server/contract/live-event';
import { createLiveBus, type LiveNews } from '../../../src-server/live/live-bus';
import { FakeClock } from '../../support/fake-clock';

const attempt = (n: number): LiveAttempt => ({
  id: `atmpt_${n}`,
  msgId: 'msg_1',
  endpointId: 'ep_1',
  url: 'https://example.com/',
  responseStatusCode: 200,
  responseDurationMs: 1,
  status: 0,
  statusText: 'success',
  cause: null,
  triggerType: 0,
  timestamp: '2026-11-20T00:00:00.000Z',
  appId: 'app_1',
  eventType: 'invoice.paid',
});

function watch() {
  const clock = new FakeClock();
  const bus = createLiveBus(clock);
  const pushes: (readonly LiveEvent[])[] = [];
  const stop = bus.subscribe((events) => pushes.push(events));
  const publish = (from: number, to: number): void => {
    for (let n = from; n < to; n++) bus.publish({ kind: 'attempt', attempt: attempt(n) });
  };
  return { clock, bus, pushes, stop, publish };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first attempts after a quiet time arrive at once and together', async () => {
  const { pushes, publish } = watch();
  publish(0, 3);
  await turn();
  expect(pushes).toEqual([
    [{ kind: 'attempts', attempts: [attempt(0), attempt(1), attempt(2)], skipped: 0 }],
  ]);
});

test('a busy second brings at most four more pushes, and every attempt is in one of them', async () => {
  const { clock, pushes, publish } = watch();
  for (let ms = 0; ms < 1000; ms += 10) {
    publish(ms, ms + 1);
    await turn();
    clock.advance(10);
  }
  expect(pushes.length).toBeLessThanOrEqual(5);
  const seen = pushes.flat().flatMap((event) => (event.kind === 'attempts' ? event.attempts : []));
  expect(seen).toHaveLength(100);
});

test('of very many attempts the newest 200 are passed on, and the rest is counted', async () => {
  const { clock, pushes, publish } = watch();
  publish(0, 1);
  await turn();
  publish(1, 1501);
  clock.advance(250);
  const [event] = pushes[1] ?? [];
  if (event?.kind !== 'attempts') throw new Error('no attempts');
  expect(event.attempts.map(({ id }) => id)).toEqual(
    Array.from({ length: 200 }, (_, n) => `atmpt_${n + 1301}`),
  );
  expect(event.skipped).toBe(1300);
});

test('repeated notices come once', async () => {
  const { bus, pushes } = watch();
  bus.publish({ kind: 'catalog-changed' });
  bus.publish({ kind: 'applications-changed' });
  bus.publish({ kind: 'catalog-changed' });
  await turn();
  expect(pushes).toEqual([[{ kind: 'catalog-changed' }, { kind: 'applications-changed' }]]);
});

test.each<LiveNews>([
  { kind: 'attempt', attempt: attempt(1) },
  { kind: 'catalog-changed' },
  { kind: 'working-copy-changed', connectionId: 'con_1' },
  { kind: 'background-task', task: { id: 'task_1' } as BackgroundTaskOut },
])('news of the kind $kind is passed on once', async (news) => {
  const { clock, bus, pushes, publish } = watch();
  bus.publish(news);
  await turn();
  publish(2, 3);
  clock.advance(250);
  clock.advance(250);
  expect(pushes.slice(1)).toEqual([[{ kind: 'attempts', attempts: [attempt(2)], skipped: 0 }]]);
});

test('who stopped listening hears nothing more and leaves no timer behind', async () => {
  const { clock, pushes, publish, stop } = watch();
  publish(0, 1);
  await turn();
  publish(1, 2);
  stop();
  publish(2, 3);
  await turn();
  clock.advance(1000);
  expect(pushes).toHaveLength(1);
  expect(clock.pendingTimers).toBe(0);
});

test('subscribers do not share what they have not read yet', async () => {
  const { clock, bus, pushes, publish } = watch();
  publish(0, 1);
  await turn();
  const late: (readonly LiveEvent[])[] = [];
  bus.subscribe((events) => late.push(events));
  publish(1, 2);
  await turn();
  expect([pushes.length, late.length]).toEqual([1, 1]);
  clock.advance(250);
  expect([pushes.length, late.length]).toEqual([2, 1]);
});
