import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(() => startReceiver(() => ({ status: 500 })));
const server = startedOnce(() => startTestServer({ config: { retryScheduleS: [0.01, 0.01] } }));
let app: string;

beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
  await server.call('POST', `/app/${app}/endpoint`, { url: receiver.baseUrl });
});

/** The number of attempts of a message before it failed for good. */
async function tries(): Promise<number> {
  const { id } = (await server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} })).json;
  for (;;) {
    const { data } = (await server.call('GET', `/app/${app}/msg/${id}/endpoint`)).json;
    if (data[0].status === 2) break;
  }
  return (await server.call('GET', `/app/${app}/attempt/msg/${id}`)).json.data.length;
}

test('the waits of the settings act on the next failure, and without them those the server was started with', async () => {
  expect(await tries()).toBe(3);
  await server.call('PATCH', '/settings', { retryPolicy: [] });
  expect(await tries()).toBe(1);
  await server.call('PATCH', '/settings', { retryPolicy: null });
  expect(await tries()).toBe(3);
});
