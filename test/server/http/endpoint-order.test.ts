import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const url = 'http://127.0.0.1:9/';

const server = startedOnce(() => startTestServer({ config: { retryScheduleS: [3600, 7200] } }));
let app: string;
let path: string;
beforeEach(async () => {
  app = await server.create('/app', { name: 'A' });
  path = `/app/${app}/endpoint`;
});

test('an endpoint is ordered only if its creator says so, also after a restart and in the list', async () => {
  const plain = await server.create(path, { url });
  const ordered = await server.create(path, { url, ordered: true });
  await server.restart();
  const read = async (id: string) => (await server.call('GET', `${path}/${id}`)).json.ordered;
  expect([await read(plain), await read(ordered)]).toEqual([false, true]);
  expect((await server.call('GET', path)).json.data).toMatchObject([{ ordered: true }, { ordered: false }]);
});

test('PATCH and PUT turn ordering on and off, and leave it alone when absent', async () => {
  const id = await server.create(path, { url });
  const change = async (method: string, body: object) =>
    (await server.call(method, `${path}/${id}`, body)).json.ordered as unknown;
  expect(await change('PATCH', { ordered: true })).toBe(true);
  expect(await change('PATCH', { description: 'x' })).toBe(true);
  expect(await change('PUT', { url })).toBe(true);
  expect(await change('PUT', { url, ordered: false })).toBe(false);
  expect(await change('PUT', { url, ordered: true })).toBe(true);
  expect(await change('PATCH', { ordered: false })).toBe(false);
  expect((await server.call('PATCH', `${path}/${id}`, { ordered: null })).status).toBe(422);
});

test('a message that waits for another at an ordered endpoint says which, and follows it after a manual retry', async () => {
  let status = 503;
  const receiver = await startReceiver(() => ({ status }));
  onTestFinished(() => receiver.close());
  const id = await server.create(path, { url: receiver.baseUrl, ordered: true });
  const sent: string[] = [];
  for (let n = 0; n < 4; n++) {
    sent.push(await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: { n } }));
  }
  const [first = ''] = sent;
  const why = async (message = '') =>
    (await server.call('GET', `/app/${app}/msg/${message}/endpoint/${id}/why`)).json;
  await expect.poll(async () => (await why(first)).sentence).toMatch(/^waiting: attempt 2 of 3 in /);
  expect(await why(sent.at(-1))).toMatchObject({
    state: 'waiting',
    sentence: expect.stringMatching(
      new RegExp(
        `^waiting: ordered endpoint, message ${first} goes first \\(attempt 2 of 3 in (\\d+ min( \\d+ s)?|1 h.*)\\), 2 ahead$`,
      ),
    ),
    ahead: 2,
  });
  expect(await why(sent.at(-1))).not.toHaveProperty('estimatedAt');
  status = 200;
  const retried = await server.call('POST', `/app/${app}/msg/${first}/retry-now`, {});
  expect(retried.json).toMatchObject({ retried: 1 });
  await receiver.arrived(5);
  expect(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).toEqual([first, ...sent]);
});

test('the message that holds an ordered endpoint is skipped, says so, and those behind it leave', async () => {
  let status = 503;
  const receiver = await startReceiver(() => ({ status }));
  onTestFinished(() => receiver.close());
  const id = await server.create(path, { url: receiver.baseUrl, ordered: true });
  const send = (n: number) =>
    server.create(`/app/${app}/msg`, { eventType: 'a.b', eventId: `event-${n}`, payload: { n } });
  const [first, second, third] = [await send(0), await send(1), await send(2)];
  await receiver.arrived(1);
  const skip = async (body: object, token?: string) => {
    const { status, json } = await server.call('POST', `${path}/${id}/skip`, body, token ? { token } : {});
    return [status, json?.code];
  };
  const waiting = async () =>
    (await server.call('GET', '/delivery-state')).json.endpoints.find(
      ({ endpointId }: { endpointId: string }) => endpointId === id,
    );
  // The one that waits for its retry is not among those that are due.
  await expect.poll(waiting).toMatchObject({ queue: 3, later: 1, inFlight: 0 });
  const of = async (readOnly: boolean) => server.portalToken(app, { readOnly });
  expect(await skip({ messageId: second })).toEqual([409, 'conflict']);
  expect(await skip({ messageId: 'msg_x' })).toEqual([404, 'not_found']);
  expect(await skip({})).toEqual([422, undefined]);
  expect(await skip({ messageId: first }, await of(true))).toEqual([403, 'insufficient access']);
  status = 200;
  expect(await skip({ messageId: 'event-0' }, await of(false))).toEqual([204, undefined]);
  await receiver.arrived(3);
  expect(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).toEqual([first, second, third]);
  expect((await server.call('GET', `/app/${app}/msg/${first}/endpoint/${id}/why`)).json).toMatchObject({
    ...{ state: 'failed', again: 'resend' },
    sentence: expect.stringMatching(
      /^given up on .* after 1 attempt: someone skipped it, so that the messages behind it could be sent; last response: HTTP 503$/,
    ),
  });
  await expect
    .poll(async () => (await server.call('GET', `${path}/${id}/stats`)).json)
    .toMatchObject({ success: 2, fail: 1, pending: 0, sending: 0 });
  await expect.poll(waiting).toMatchObject({ queue: 0, later: 0 });
  expect(await skip({ messageId: first })).toEqual([409, 'conflict']);
});
