import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createRetentionStore } from '../../../src-server/storage/messages/retention-store';
import { testOnFile } from '../../support/engines';
import { type Receiver, type ReceiverResponse as Scripted, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const MOMENT = '\\d+ \\w{3} \\d{4} at \\d\\d:\\d\\d:\\d\\d UTC';
const sentence = (text: string) => expect.stringMatching(new RegExp(`^${text.replace('MOMENT', MOMENT)}$`));

/** A server, a receiver that answers by path, and an application Acme. */
async function scene(rateLimit: number | null = null) {
  const responses: Record<string, Scripted> = { '/bad': { status: 503 }, '/hang': 'hang' };
  const receiver: Receiver = await startReceiver(({ path }) => responses[path] ?? { status: 200 });
  onTestFinished(() => receiver.close());
  const server = await startTestServer({ config: { retryScheduleS: [3600], requestTimeoutS: 1 } });
  onTestFinished(() => server.remove());
  const app = `/app/${await server.create('/app', { name: 'Acme', rateLimit })}`;
  const endpoint = async (uid: string, extra: object = {}): Promise<string> => {
    const body = { uid, url: `${receiver.baseUrl}/${uid}`, ...extra };
    return await server.create(`${app}/endpoint`, body);
  };
  const send = (extra: object = {}): Promise<string> =>
    server.create(`${app}/msg`, { eventType: 'order.placed', payload: {}, ...extra });
  const why = async (message: string, uid: string) =>
    (await server.call('GET', `${app}/msg/${message}/endpoint/${uid}/why`)).json;
  const until = async (message: string, uid: string, state: string) => {
    for (;;) {
      const explanation = await why(message, uid);
      if (explanation.state === state) return explanation;
    }
  };
  return { server, receiver, app, endpoint, send, why, until };
}

async function change(server: TestServer, path: string, body: object): Promise<void> {
  expect((await server.call('PATCH', path, body)).status).toBe(200);
}

testOnFile(
  'a message that waits for the limit of the application says its place and about how long it takes',
  async () => {
    const { endpoint, send, why } = await scene(1);
    const id = await endpoint('good');
    const messages: string[] = [];
    for (let n = 0; n < 30; n++) messages.push(await send());
    const last = await why(messages.at(-1) ?? '', 'good');
    expect(last).toEqual({
      endpointId: id,
      state: 'waiting',
      again: null,
      sentence: `waiting: limit 1/s from application Acme, ${last.ahead} ahead, about ${last.ahead} s`,
      ahead: expect.any(Number),
      estimatedAt: expect.any(String),
      nextAttempt: expect.any(String),
    });
    // Some of the 29 before it have been sent by now, one per second.
    expect(last.ahead).toBeGreaterThan(20);
    expect(last.ahead).toBeLessThanOrEqual(29);
    const inS = (Date.parse(last.estimatedAt) - Date.now()) / 1000;
    expect(inS).toBeGreaterThan(last.ahead - 5);
    expect(inS).toBeLessThanOrEqual(last.ahead);
  },
);

test('what is delivered, to be tried again, on its way, and not meant for an endpoint says so', async () => {
  const { server, receiver, endpoint, send, why, until } = await scene();
  await endpoint('good');
  await endpoint('bad');
  await endpoint('hang');
  await endpoint('channel', { channels: ['c'] });
  await server.call('POST', '/event-type', { name: 'invoice.paid', description: '' });
  await endpoint('filter', { filterTypes: ['invoice.paid'] });
  const message = await send();
  await receiver.arrived(3);
  expect(await why(message, 'hang')).toMatchObject({
    state: 'sending',
    sentence: 'sending now, attempt 1 of 2',
  });
  expect((await until(message, 'good', 'delivered')).sentence).toEqual(
    sentence('delivered on MOMENT, at the first attempt'),
  );
  // Its row is read before its place in the queue: what is recorded between the two is next in the queue.
  await expect
    .poll(() => why(message, 'bad'))
    .toMatchObject({
      state: 'waiting',
      sentence: sentence('waiting: attempt 2 of 2 in (\\d+ min( \\d+ s)?|1 h.*); last response: HTTP 503'),
    });
  expect(await why(message, 'filter')).toMatchObject({
    absence: 'filter',
    sentence: 'not sent: the filter includes only invoice.paid',
  });
  expect((await why(message, 'channel')).sentence).toMatch(
    /^not sent: the endpoint receives only messages on channel c/,
  );
  await new Promise((done) => setImmediate(done));
  const late = await endpoint('late');
  expect((await why(message, late)).sentence).toEqual(
    sentence('not sent: the endpoint was created later than the message, on MOMENT'),
  );
  await expect
    .poll(async () => (await why(message, 'hang')).sentence, { timeout: 20_000 })
    .toMatch(/last error: no complete response in time$/);
});

testOnFile(
  'a paused or disabled endpoint holds what waits, takes a resend only when paused, and says since when',
  async () => {
    const { server, receiver, app, endpoint, send, why, until } = await scene();
    await endpoint('good');
    const off = await endpoint('off', { disabled: true });
    const first = await send();
    await until(first, 'good', 'delivered');
    await change(server, `${app}/endpoint/good`, { paused: true });
    const resend = (uid: string) => server.call('POST', `${app}/msg/${first}/endpoint/${uid}/resend`);
    expect((await resend('good')).status).toBe(202);
    expect((await resend('off')).json.code).toBe('endpoint_disabled');
    const second = await send();
    expect((await why(first, 'good')).sentence).toEqual(
      sentence(
        'delivered on MOMENT, at the first attempt; resend requested, on hold: the endpoint was paused on \\d.* UTC, next in the queue',
      ),
    );
    expect(await why(second, 'good')).toMatchObject({
      state: 'held',
      sentence: sentence('on hold: the endpoint was paused on MOMENT, 1 ahead'),
      ahead: 1,
    });
    expect(await why(second, off)).toMatchObject({
      state: 'held',
      sentence: sentence('on hold: the endpoint was disabled on MOMENT, 1 ahead'),
    });
    expect(receiver.arrivals).toHaveLength(1);
    // Its content is removed while it waits, so it can only fail, with that reason.
    await server.call('DELETE', `${app}/msg/${second}/content`);
    await server.restart();
    await change(server, `${app}/endpoint/good`, { paused: false });
    for (;;) {
      const { json } = await server.call('GET', `${app}/msg/${second}/endpoint/good/why`);
      if (json.state === 'held' || json.state === 'waiting' || json.state === 'sending') continue;
      expect(json.sentence).toEqual(
        sentence('given up on MOMENT: its content was removed before it could be sent'),
      );
      break;
    }
    await server.call('DELETE', `${app}/endpoint/off`);
    expect((await server.call('GET', `${app}/msg/${second}/endpoint/${off}/why`)).json).toMatchObject({
      state: 'canceled',
      sentence: sentence('canceled on MOMENT: the endpoint was deleted'),
    });
  },
);

test('every endpoint of the application is told of in pages, deleted ones if the message was to go there', async () => {
  const { server, app, endpoint, send } = await scene();
  const before = await endpoint('before');
  await server.call('DELETE', `${app}/endpoint/before`);
  const held = [await endpoint('h1', { paused: true }), await endpoint('h2', { paused: true })];
  const gone = await endpoint('gone', { disabled: true });
  const message = await send();
  await server.call('DELETE', `${app}/endpoint/gone`);
  const page = async (query: string) => (await server.call('GET', `${app}/msg/${message}/why?${query}`)).json;
  const first = await page('limit=2');
  const second = await page(`limit=2&iterator=${first.iterator}`);
  expect([first.done, second.done]).toEqual([false, true]);
  const listed = [...first.data, ...second.data];
  expect(listed.map((row: { endpointId: string; state: string }) => [row.endpointId, row.state])).toEqual(
    [
      [held[0], 'held'],
      [held[1], 'held'],
      [gone, 'canceled'],
    ].sort(),
  );
  const single = (await server.call('GET', `${app}/msg/${message}/endpoint/${before}/why`)).json;
  expect(single.sentence).toEqual(
    sentence('not sent: the endpoint was deleted before the message was accepted, on MOMENT'),
  );
  expect((await server.call('GET', `${app}/msg/${message}/endpoint/ep_none/why`)).status).toBe(404);
  expect((await server.call('GET', `${app}/msg/msg_none/why`)).status).toBe(404);
  const other = `/app/${await server.create('/app', { name: 'B' })}`;
  expect((await server.call('GET', `${other}/msg/${message}/why`)).status).toBe(404);
});

testOnFile('only the admin is told which address is refused, and why', async () => {
  const server = await startTestServer({ config: { allowTargets: ['10.0.0.0/8'] } });
  onTestFinished(() => server.remove());
  const app = `/app/${await server.create('/app', { name: 'Acme' })}`;
  const inside = { uid: 'in', url: 'http://10.1.2.3/', disabled: true };
  expect((await server.call('POST', `${app}/endpoint`, inside)).status).toBe(201);
  // Without the earlier consent.
  await server.restart({ config: { allowTargets: [] } });
  await change(server, `${app}/endpoint/in`, { disabled: false });
  const { id } = (await server.call('POST', `${app}/msg`, { eventType: 'a', payload: {} })).json;
  const ask = async (token?: string) =>
    (await server.call('GET', `${app}/msg/${id}/endpoint/in/why`, undefined, token ? { token } : {})).json;
  while ((await ask()).state !== 'failed');
  const vague = 'given up on MOMENT after 1 attempt; last error: requests to this address are blocked';
  expect((await ask()).sentence).toEqual(sentence(`${vague} \\(10.1.2.3 is a private address\\)`));
  const portal = await server.call('POST', `/auth/app-portal-access/${app.slice(5)}`, { readOnly: true });
  expect((await ask(portal.json.token)).sentence).toEqual(sentence(vague));
  const reader = await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] });
  expect((await ask(reader.json.token)).sentence).toEqual(sentence(vague));
  const listed = await server.call('GET', `${app}/msg/${id}/why`, undefined, { token: portal.json.token });
  expect(listed.json.data).toHaveLength(1);
  expect(listed.text).not.toContain('10.1.2.3');
});

testOnFile(
  'the attempts, too, say the exact reason to the admin only, and not after their content was removed',
  async () => {
    const server = await startTestServer({ config: { allowTargets: ['10.0.0.0/8'] } });
    onTestFinished(() => server.remove());
    const app = `/app/${await server.create('/app', { name: 'Acme' })}`;
    await server.call('POST', `${app}/endpoint`, { uid: 'in', url: 'http://10.1.2.3/', disabled: true });
    await server.restart({ config: { allowTargets: [] } });
    await change(server, `${app}/endpoint/in`, { disabled: false });
    const { id } = (await server.call('POST', `${app}/msg`, { eventType: 'a', payload: {} })).json;
    const lists = [`${app}/attempt/msg/${id}`, `${app}/attempt/endpoint/in`];
    const responses = async (token?: string): Promise<string[]> => {
      const [first, second] = await Promise.all(
        lists.map((path) => server.call('GET', path, undefined, token ? { token } : {})),
      );
      const attempt = first?.json.data[0];
      if (!attempt) return [];
      const path = `${app}/msg/${id}/attempt/${attempt.id}`;
      const response = await server.call('GET', path, undefined, token ? { token } : {});
      return [attempt.response, second?.json.data[0].response, response.json.response];
    };
    await expect.poll(() => responses(), { timeout: 10_000 }).toHaveLength(3);
    const vague = 'requests to this address are blocked';
    expect(new Set(await responses())).toEqual(new Set([`${vague} (10.1.2.3 is a private address)`]));
    const portal = await server.call('POST', `/auth/app-portal-access/${app.slice(5)}`, { readOnly: true });
    expect(new Set(await responses(portal.json.token))).toEqual(new Set([vague]));
    const reader = await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] });
    expect(new Set(await responses(reader.json.token))).toEqual(new Set([vague]));
    const attempt = (await server.call('GET', lists[0] ?? '')).json.data[0];
    await server.call('DELETE', `${app}/msg/${id}/attempt/${attempt.id}/content`);
    expect(new Set(await responses())).toEqual(new Set(['EXPUNGED']));
  },
);

testOnFile(
  'a portal token is not told which event types a filter includes: some may be hidden from it',
  async () => {
    const { server, app, endpoint, send } = await scene();
    await server.call('POST', '/event-type', { name: 'secret.hidden', featureFlag: 'beta' });
    const id = await endpoint('filter', { filterTypes: ['secret.hidden'], filterGroups: ['secret'] });
    const message = await send();
    const token = await server.portalToken(app.slice('/app/'.length));
    for (const path of [`${app}/msg/${message}/endpoint/${id}/why`, `${app}/msg/${message}/why`]) {
      const seen = await server.call('GET', path, undefined, { token });
      expect(seen.text).toContain('does not include its event type');
      expect(seen.text).not.toContain('secret');
      expect((await server.call('GET', path)).text).toContain('secret.hidden');
    }
  },
);

testOnFile('a delivery that retention has removed is not said to have never been', async () => {
  const { server, app, endpoint, send, until } = await scene();
  await endpoint('good');
  const message = await send();
  await until(message, 'good', 'delivered');
  await server.stop();
  const db = await server.openDatabase();
  await db.write(async (tx) => {
    await tx.run('DELETE FROM attempt');
    await tx.run('DELETE FROM delivery');
    await tx.run('UPDATE message SET payload = NULL');
  });
  await db.close();
  const clock = { ...systemClock, now: () => Date.now() + 91 * 86_400_000 };
  await server.restart({ parts: { clock } });
  expect((await server.call('GET', `${app}/msg/${message}/endpoint/good/why`)).json).toMatchObject({
    state: 'removed',
    sentence: sentence('removed: payloads, deliveries and attempts are kept for 90 days, .* MOMENT'),
  });
});

testOnFile(
  'what a shorter retention has removed is explained by it, not by the filter of today',
  async () => {
    const { server, app, endpoint, send, until, why } = await scene();
    await endpoint('good');
    const message = await send();
    await until(message, 'good', 'delivered');
    await change(server, `${app}/endpoint/good`, { channels: ['other'] });
    await server.stop();
    const db = await server.openDatabase();
    const retention = createRetentionStore(db);
    const inAnHour = Date.now() + 3_600_000;
    const ids = (await retention.listDeliveries(0, inAnHour, 10)).map(({ id }) => id);
    expect(await retention.deleteDeliveries(ids, inAnHour)).toBe(1);
    await db.close();
    await server.restart();
    expect(await why(message, 'good')).toMatchObject({
      state: 'removed',
      sentence: sentence('removed: .* were removed when they were kept for a shorter time, .* MOMENT'),
    });
  },
);
