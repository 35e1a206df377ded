import { expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const customer = startedOnce(startReceiver);
const own = startedOnce(startReceiver);
const server = startedOnce(startTestServer);

test('the end of a task comes with the numbers that official clients read there', async () => {
  const filter = { filterTypes: ['background_task.finished'] };
  await server.call('POST', '/operational-webhook/endpoint', { url: own.baseUrl, ...filter });
  const app = await server.create('/app', { name: 'Numbers' });
  const endpoint = async () =>
    `/app/${app}/endpoint/${await server.create(`/app/${app}/endpoint`, { url: customer.baseUrl })}`;
  const first = await endpoint();
  for (let n = 0; n < 2; n++)
    await server.call('POST', `/app/${app}/msg`, { eventType: 'a', payload: { n } });
  await customer.arrived(2);
  const second = await endpoint();
  const range = {
    since: new Date(Date.now() - 60_000).toISOString(),
    until: new Date(Date.now() + 60_000).toISOString(),
  };
  /** What the notice says about a task that this call starts. */
  const dataOf = async (path: string, body: object) => {
    const before = own.arrivals.length;
    const task = (await server.call('POST', path, body)).json;
    await own.arrived(before + 1);
    const notice = JSON.parse(own.arrivals[before]?.body.toString() ?? '');
    expect(notice.data).toMatchObject({ taskId: task.id, task: task.task, status: 'finished' });
    return notice.data.data;
  };
  expect(await dataOf(`${first}/recover`, range)).toMatchObject({ messages_sent: 0, queued: 0 });
  expect(await dataOf(`${second}/replay-missing`, range)).toMatchObject({
    messages_sent: 2,
    messagesSent: 2,
  });
  await customer.arrived(4);
  expect(await dataOf(`${second}/bulk-replay`, range)).toMatchObject({ messages_sent: 2 });
  await customer.arrived(6);
  const stats = await dataOf('/stats/usage/app', { ...range, appIds: [app] });
  expect(stats.app_stats).toEqual([{ appId: app, appUid: null, messageDestinations: expect.any(Number) }]);
  expect(stats.app_stats).toEqual(stats.appStats);
  const purged = await dataOf(`/app/${app}/msg/expunge-all-contents`, {});
  expect(purged).toMatchObject({ messages_purged: 2, messagesPurged: 2 });
});
