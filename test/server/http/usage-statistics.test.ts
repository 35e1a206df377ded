import { Svix } from 'svix';
import { beforeAll, expect, test } from 'vitest';
import { endedTask } from '../../support/ended-task';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);
let application: string;
let two: string;

beforeAll(async () => {
  application = await server.create('/app', { name: 'One', uid: 'one' });
  two = await server.create('/app', { name: 'Two' });
  await server.call('POST', '/event-type', { name: 'invoice.paid', description: 'd' });
  await server.call('POST', `/app/${application}/endpoint`, {
    url: receiver.baseUrl,
    filterTypes: ['invoice.paid'],
  });
  await server.call('POST', `/app/${two}/endpoint`, { url: receiver.baseUrl });
  await server.call('POST', '/operational-webhook/endpoint', { url: receiver.baseUrl });
  for (let n = 0; n < 3; n++) {
    await server.call('POST', `/app/${application}/msg`, { eventType: 'invoice.paid', payload: { n } });
  }
});

const range = () => ({
  since: new Date(Date.now() - 3_600_000).toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
});

test('svix 2.5 finds out who listens to what, of customers only', async () => {
  const client = new Svix(server.adminToken, { serverUrl: server.baseUrl });
  const task = await client.statistics.aggregateEventTypes();
  expect(task).toMatchObject({ status: 'running', task: 'event-type.aggregate' });
  expect((await endedTask(server, task.id)).data.event_types).toEqual([
    { appId: application, explicitlySubscribedEventTypes: ['invoice.paid'], hasCatchAllEndpoint: false },
    { appId: two, explicitlySubscribedEventTypes: [], hasCatchAllEndpoint: true },
  ]);
});

test('svix 2.5 counts what every application used, of customers only', async () => {
  const client = new Svix(server.adminToken, { serverUrl: server.baseUrl });
  const { since, until } = range();
  const task = await client.statistics.aggregateAppStats({ since: new Date(since), until: new Date(until) });
  expect([task.task, task.unresolvedAppIds]).toEqual(['application.stats', []]);
  expect((await endedTask(server, task.id)).data.appStats).toEqual([
    { appId: application, appUid: 'one', messageDestinations: 3 },
    { appId: two, appUid: null, messageDestinations: 0 },
  ]);
});

test('applications are named by id or uid; those that nobody has are said', async () => {
  const appIds = ['one', application, 'nobody', 'nobody'];
  const { status, json } = await server.call('POST', '/stats/usage/app', { ...range(), appIds });
  expect([status, json.unresolvedAppIds]).toEqual([202, ['nobody']]);
  expect((await endedTask(server, json.id)).data.appStats).toEqual([
    { appId: application, appUid: 'one', messageDestinations: 3 },
  ]);
});

test.each([
  ['since', { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }],
  ['since', { since: '2999-02-01T00:00:00Z', until: '2999-02-02T00:00:00Z' }],
  ['appIds', { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', appIds: ['nobody'] }],
])('a wrong %s is a 422 and begins nothing', async (field, body) => {
  const count = async () => (await server.call('GET', '/background-task')).json.data.length;
  const before = await count();
  const { status, json } = await server.call('POST', '/stats/usage/app', body);
  expect([status, json.detail[0].loc]).toEqual([422, ['body', field]]);
  expect(await count()).toBe(before);
});
