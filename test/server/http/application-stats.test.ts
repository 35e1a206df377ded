import { expect, onTestFinished, test } from 'vitest';
import type { RouteInput } from '../../../src-server/http/route';
import { endpointStatsRoutes } from '../../../src-server/http/routes/endpoint-stats';
import type { OutcomeStore } from '../../../src-server/storage/messages/outcome-store';
import { endedTask } from '../../support/ended-task';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';

const ENDPOINTS = 120;

async function started(config: object = {}) {
  const server = await startTestServer({ config });
  onTestFinished(() => server.remove());
  const app: string = await server.create('/app', { name: 'A' });
  return { server, app };
}

test('one request counts what waits at all endpoints of an application', async () => {
  const { server, app } = await started({ maxEndpoints: ENDPOINTS });
  const url = 'http://127.0.0.1:9/';
  for (let n = 0; n < ENDPOINTS; n++) await server.create(`/app/${app}/endpoint`, { url, paused: true });
  const send = () => server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  await Promise.all([send(), send()]);
  const queue = async () => (await server.call('GET', `/app/${app}/queue`)).json;
  await expect.poll(queue).toEqual({ waiting: 2 * ENDPOINTS });
  const { json } = await server.call('GET', `/app/${app}/stats`);
  expect(new Set(json.data.map(({ endpointId }: { endpointId: string }) => endpointId)).size).toBe(ENDPOINTS);
  for (const { endpointId: _, ...stats } of json.data) {
    expect(stats).toEqual({ success: 0, pending: 2, sending: 0, fail: 0, canceled: 0 });
  }
  const other = await server.create('/app', { name: 'B' });
  expect((await server.call('GET', `/app/${other}/stats`)).json).toEqual({ data: [] });
  expect((await server.call('GET', `/app/${other}/queue`)).json).toEqual({ waiting: 0 });
});

test('the count at the endpoints of an application ends when nobody waits for it any longer', async () => {
  const counted: string[] = [];
  let leave = (): void => undefined;
  const outcomes: Pick<OutcomeStore, 'count'> = {
    async count(endpointId) {
      counted.push(endpointId);
      leave();
      return {
        ...{ delivered: 0, failed: 0, canceled: 0, waitingFirst: 0, waitingAgain: 0 },
        countedSince: null,
      };
    },
  };
  const routes = endpointStatsRoutes({
    outcomes,
    clock: new FakeClock(),
    delivery: { endpointIdsOf: () => ['ep_1', 'ep_2'] },
  } as never);
  const input: Partial<RouteInput> = {
    application: { id: 'app_1' } as never,
    query: {},
    onGone: (listener) => {
      leave = () => listener({} as never);
    },
  };
  await routes.find(({ path }) => path === '/app/{app}/stats')?.handler(input as never);
  expect(counted).toEqual(['ep_1']);
});

test('a recovered message counts as delivered, and says how many attempts it took', async () => {
  const { server, app } = await started({ retryScheduleS: [0.01, 0.01] });
  let up = false;
  const receiver = await startReceiver(() => ({ status: up ? 200 : 503 }));
  onTestFinished(() => receiver.close());
  const endpoint = await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl });
  const since = new Date(Date.now() - 60_000).toISOString();
  const message = await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  const path = `/app/${app}/endpoint/${endpoint}`;
  const stats = async () => (await server.call('GET', `${path}/stats`)).json;
  const none = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 };
  await expect.poll(stats).toEqual({ ...none, fail: 2 });
  up = true;
  const { json } = await server.call('POST', `${path}/recover`, { since });
  await endedTask(server, json.id);
  await expect.poll(stats).toEqual({ ...none, success: 2 });
  expect((await server.call('GET', `/app/${app}/stats`)).json.data).toEqual([
    { endpointId: endpoint, ...none, success: 2 },
  ]);
  const why = (await server.call('GET', `/app/${app}/msg/${message}/endpoint/${endpoint}/why`)).json;
  expect(why).toMatchObject({ state: 'delivered', again: 'resend' });
  expect(why.sentence).toMatch(/, after 4 attempts$/);
});
