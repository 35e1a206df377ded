import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

// The lists of attempts and messages as the official clients ask for them, forwards and backwards.

const COUNT = 7;
let server: TestServer;
let receiver: Receiver;
let app: string;
let endpoint: string;
let messages: string[];

beforeAll(async () => {
  receiver = await startReceiver((arrival) => ({ status: arrival.path === '/bad' ? 500 : 200 }));
  server = await startTestServer();
  app = (await server.call('POST', '/app', { name: 'A' })).json.id;
  const at = (uid: string) => ({ uid, url: `${receiver.baseUrl}/${uid}` });
  endpoint = (await server.call('POST', `/app/${app}/endpoint`, at('good'))).json.id;
  await server.call('POST', `/app/${app}/endpoint`, at('bad'));
  messages = [];
  for (let n = 0; n < COUNT; n++) {
    const body = { eventType: n % 2 ? 'odd' : 'even', payload: { n }, channels: [`c${n}`], tags: [`t${n}`] };
    messages.unshift((await server.call('POST', `/app/${app}/msg`, body)).json.id);
  }
  while ((await clients.two().messageAttempt.listByEndpoint(app, 'good')).data.length < COUNT);
  while ((await clients.two().messageAttempt.listByEndpoint(app, 'bad')).data.length < COUNT);
});
afterAll(async () => {
  await server.remove();
  await receiver.close();
});

const clients = {
  one: () => new Svix1(server.adminToken, { serverUrl: server.baseUrl }),
  two: () => new Svix2(server.adminToken, { serverUrl: server.baseUrl }),
};
type Page = { data: { id: string }[]; iterator: string | null; prevIterator?: string | null; done: boolean };

/** Walks a list to its end and back, and gives the ids in the order of the way there. */
async function walk(list: (iterator?: string) => Promise<Page>): Promise<string[]> {
  const pages: Page[] = [await list()];
  for (let page = pages[0]; page && !page.done; page = pages.at(-1))
    pages.push(await list(page.iterator ?? ''));
  let back = pages.at(-1);
  for (const before of pages.slice(0, -1).reverse()) {
    back = await list(back?.prevIterator ?? '');
    expect(back.data).toEqual(before.data);
  }
  expect(back?.done).toBe(true);
  const beyond = await list(pages.at(-1)?.iterator ?? '');
  expect(beyond).toEqual({ data: [], iterator: null, prevIterator: beyond.prevIterator, done: true });
  return pages.flatMap(({ data }) => data.map(({ id }) => id));
}

test.each(['one', 'two'] as const)('client %s walks every list forwards and backwards', async (version) => {
  const svix = clients[version]() as Svix2;
  const page = (iterator?: string) => ({ limit: 3, ...(iterator && { iterator }) });
  const ids = async (list: (iterator?: string) => Promise<unknown>) =>
    walk(list as Parameters<typeof walk>[0]);
  expect(await ids((at) => svix.message.list(app, page(at)))).toEqual(messages);
  const attempted = (at?: string) => svix.messageAttempt.listAttemptedMessages(app, 'good', page(at));
  expect(await ids(attempted)).toEqual(messages);
  const attempts = await ids((at) => svix.messageAttempt.listByEndpoint(app, endpoint, page(at)));
  expect(attempts).toEqual([...new Set(attempts)].sort().reverse());
  expect(attempts).toHaveLength(COUNT);
  const ofMessage = (at?: string) =>
    svix.messageAttempt.listByMsg(app, messages[0] ?? '', { ...page(at), limit: 1 });
  expect(await ids(ofMessage)).toHaveLength(2);
});

test('filters of both clients find what they name', async () => {
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
    const one = await svix.messageAttempt.get(app, messages[0] ?? '', withMessage?.id ?? '');
    expect(one).toMatchObject({ id: withMessage?.id, status: 0, statusText: 'success', triggerType: 0 });
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
  const foreign = (await server.call('POST', '/app', { name: 'B' })).json.id;
  const other = await server.call('GET', `/app/${foreign}/msg/${message}/endpoint/${endpoint}/attempt`);
  expect(other.status).toBe(404);
});

test('the response of an attempt is removed for good', async () => {
  const svix = clients.two();
  const [attempt] = (await svix.messageAttempt.listByMsg(app, messages[1] ?? '')).data;
  await svix.messageAttempt.expungeContent(app, messages[1] ?? '', attempt?.id ?? '');
  const read = await svix.messageAttempt.get(app, messages[1] ?? '', attempt?.id ?? '');
  expect(read.response).toBe('EXPUNGED');
});
