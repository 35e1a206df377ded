import { Webhook } from 'standardwebhooks';
import { messageInRaw, Svix as Svix2 } from 'svix';
import { messageInRaw as messageInRaw1, Svix as Svix1 } from 'svix-1';
import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);
let path: string;
let app: string;

beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
  path = `/app/${app}/msg`;
  await server.call('POST', `/app/${app}/endpoint`, { uid: 'e', url: receiver.baseUrl });
});

const texts: [string, string | undefined][] = [
  ['<?xml version="1.0"?>\n<a>é 🎺</a>\n', 'text/xml; charset=utf-8'],
  [' {"spaces": [1.50, 1e3] }\n', undefined],
  ['[1,2]', 'application/json'],
  ['', 'text/plain'],
  ['a\u0000b', 'application/octet-stream'],
];

test.each(texts)('the raw payload %j arrives byte for byte as %s', async (text, contentType) => {
  const before = receiver.arrivals.length;
  const options = { serverUrl: server.baseUrl };
  const svix1 = new Svix1(server.adminToken, options);
  await svix1.message.create(app, messageInRaw1('a', text, contentType));
  await receiver.arrived(before + 1);
  expect(receiver.arrivals.at(-1)?.body.toString()).toBe(text);
  const svix2 = new Svix2(server.adminToken, options);
  const { id } = await svix2.message.create(app, messageInRaw('a', text, contentType));
  await receiver.arrived(before + 2);
  const arrival = receiver.arrivals.at(-1);
  expect(arrival?.body.toString()).toBe(text);
  expect(arrival?.headers['content-type']).toBe(contentType ?? 'application/json');
  const { key } = (await server.call('GET', `/app/${app}/endpoint/e/secret`)).json;
  const headers = arrival?.headers as Record<string, string>;
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect(headers['webhook-signature']).toBe(new Webhook(key).sign(id, at, text));
  const shown = (await server.call('GET', `${path}/${id}`)).json.payload;
  expect(shown).toEqual(text.trim().startsWith('{') ? JSON.parse(text) : { rawPayload: text });
});

test('a resend and a restart keep the content type', async () => {
  const svix = new Svix2(server.adminToken, { serverUrl: server.baseUrl });
  await server.call('PATCH', `/app/${app}/endpoint/e`, { paused: true });
  const before = receiver.arrivals.length;
  const raw = { rawPayload: 'plain', headers: { 'Content-Type': 'text/plain' } };
  const { id } = await svix.message.create(app, {
    eventType: 'a',
    payload: {},
    transformationsParams: raw,
  });
  await server.restart();
  await server.call('PATCH', `/app/${app}/endpoint/e`, { paused: false });
  await receiver.arrived(before + 1);
  await server.call('POST', `${path}/${id}/endpoint/e/resend`);
  await receiver.arrived(before + 2);
  const last = receiver.arrivals.slice(-2);
  expect(last.map(({ body }) => body.toString())).toEqual(['plain', 'plain']);
  expect(last.map(({ headers }) => headers['content-type'])).toEqual(['text/plain', 'text/plain']);
});
