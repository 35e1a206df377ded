import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

// The lists of attempts and messages, filtered as the official clients ask. Their pages: test/compat/paging.test.ts.

const COUNT = 7;
const receiver = startedOnce(() =>
  startReceiver((arrival) => ({ status: arrival.path === '/bad' ? 500 : 200 })),
);
const server = startedOnce(startTestServer);
let app: string;
let endpoint: string;
let messages: string[];

beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
  const at = (uid: string) => ({ uid, url: `${receiver.baseUrl}/${uid}` });
  endpoint = await server.create(`/app/${app}/endpoint`, at('good'));
  await server.call('POST', `/app/${app}/endpoint`, at('bad'));
  messages = [];
  for (let n = 0; n < COUNT; n++) {
    const body = { eventType: n % 2 ? 'odd' : 'even', payload: { n }, channels: [`c${n}`], tags: [`t${n}`] };
    messages.unshift(await server.create(`/app/${app}/msg`, body));
  }
  while ((await clients.two().messageAttempt.listByEndpoint(app, 'good')).data.length < COUNT);
  while ((await clients.two().messageAttempt.listByEndpoint(app, 'bad')).data.length < COUNT);
});

const clients = {
  one: () => new Svix1(server.adminToken, { serverUrl: server.baseUrl }),
  two: () => new Svix2(server.adminToken, { serverUrl: server.baseUrl }),
};

test('filters of both clients work', async () => {
  for (const svix of [clients.one(), clients.two()] as Svix2[]) {
    const found = async (options: object) =>
      (await svix.messageAttempt.listByEndpoint(app, 'good', options)).data.map(({ msgId }) => msgId);
    expect(await found({ channel: 'c0' })).toEqual([messages.at(-1)]);
    expect(await found({ tag: 't6' })).toEqual([messages[0]]);
    expect(await found({ eventTypes: ['odd'] })).toHaveLength(3);
    expect(await found({ eventTypes: ['odd', 'even'] })).toHaveLength(COUNT);
    expect(await found({ status: 2 })).toEqual([]);
    expect(await found({ statusCodeClass: 200, status: 0 })).toHaveLength(COUNT);
    expect(await found({ before: new Date(0) })).toEqual([]);
    expect(await found({ after: new Date(0), before: new Date(Date.now() + 60_000) })).toHaveLength(COUNT);
    const [withMessage] = (await svix.messageAttempt.listByEndpoint(app, 'good', { withMsg: true })).data;
    expect(withMessage?.msg).toMatchObject({ id: messages[0], tags: ['t6'], channels: ['c6'] });
    const attempt = await svix.messageAttempt.get(app, messages[0] ?? '', withMessage?.id ?? '');
    expect(attempt).toMatchObject({ id: withMessage?.id, status: 0, statusText: 'success', triggerType: 0 });
    const byEvent = await svix.message.list(app, { eventTypes: ['even'], tag: 't2' });
    expect(byEvent.data.map(({ id }) => id)).toEqual([messages[4]]);
  }
});

test('attempts are counted, and older paths list them too', async () => {
  const get = async (path: string) => (await server.call('GET', `/app/${app}${path}`)).json;
  expect(await get('/attempt/endpoint/good/count')).toEqual({ count: COUNT });
  expect(await get('/attempt/endpoint/good/count?before=2020-01-01T00:00:00Z')).toEqual({ count: 0 });
  const [message] = messages;
  expect(await get(`/msg/${message}/attempt`)).toEqual(await get(`/attempt/msg/${message}`));
  expect(await get(`/msg/${message}/endpoint/good/attempt`)).toEqual(
    await get(`/attempt/msg/${message}?endpoint_id=${endpoint}`),
  );
  const foreign = await server.create('/app', { name: 'B' });
  const other = await server.call('GET', `/app/${foreign}/msg/${message}/endpoint/${endpoint}/attempt`);
  expect(other.status).toBe(404);
});

test('a list of messages counts, on request, the outcomes of each by endpoint', async () => {
  const nowhere = await server.create('/app', { name: 'Nowhere' });
  await server.call('POST', `/app/${nowhere}/msg`, { eventType: 'a.b', payload: {} });
  const list = async (of: string, query: string) =>
    (await server.call('GET', `/app/${of}/msg?with_content=false${query}`)).json.data;
  const none = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 };
  const rows = await list(app, '&with_outcomes=true');
  expect(rows.map((row: { outcomes: object }) => row.outcomes)).toEqual(
    Array.from({ length: COUNT }, () => ({ ...none, success: 1, fail: 1 })),
  );
  expect((await list(nowhere, '&with_outcomes=true'))[0].outcomes).toEqual(none);
  expect((await list(app, ''))[0]).not.toHaveProperty('outcomes');
});

test('a resent message counts once at its endpoint, with its last outcome', async () => {
  const later = await server.create('/app', { name: 'Later' });
  const to = await server.create(`/app/${later}/endpoint`, { url: `${receiver.baseUrl}/bad` });
  const sent = await server.create(`/app/${later}/msg`, { eventType: 'a.b', payload: {} });
  const outcomes = async () =>
    (await server.call('GET', `/app/${later}/msg?with_outcomes=true`)).json.data[0].outcomes;
  await expect.poll(async () => (await outcomes()).fail).toBe(1);
  await server.call('PATCH', `/app/${later}/endpoint/${to}`, { url: `${receiver.baseUrl}/good` });
  await server.call('POST', `/app/${later}/msg/${sent}/endpoint/${to}/resend`);
  await expect.poll(outcomes).toEqual({ success: 1, pending: 0, sending: 0, fail: 0, canceled: 0 });
});

test('the response of an attempt is removed for good', async () => {
  const svix = clients.two();
  const [attempt] = (await svix.messageAttempt.listByMsg(app, messages[1] ?? '')).data;
  await svix.messageAttempt.expungeContent(app, messages[1] ?? '', attempt?.id ?? '');
  const read = await svix.messageAttempt.get(app, messages[1] ?? '', attempt?.id ?? '');
  expect(read.response).toBe('EXPUNGED');
});
