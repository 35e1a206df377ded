import { expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { newSignal } from '../../support/new-signal';
import { slackFaults, slackText, startNoticeRig } from '../../support/notice-rig';
import { placesOfText } from '../../support/places-of-text';
import { type Arrival, startReceiver } from '../../support/receiver';
import { startedHere } from '../../support/started';
import { until } from '../../support/until';

const MINUTE = 60_000;
/** Nothing that a notice must never hold. */
const secrets = /hidden-in-the-url|payload-of-a-customer|whsec_|psth_/;
const subjectOf = ({ text }: { readonly text: string }) => /^Subject: (.*)$/m.exec(text)?.[1] ?? '';

test('an endpoint that fails for five minutes is told once, by chat and by mail, with a link; and its end at once', async () => {
  const { clock, server, chat, mail, app, newEndpoint, slack, email, send, respondWith, lookUntil } =
    await startNoticeRig();
  await slack(['endpoint.failing', 'endpoint.recovered']);
  await email(['endpoint.failing', 'endpoint.recovered']);
  const endpoint = await newEndpoint();
  const since = `${new Date(clock.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  await send([endpoint]);
  clock.stall(4 * MINUTE);
  await send([endpoint]);
  expect([chat.arrivals.length, mail.mails.length]).toEqual([0, 0]);

  await lookUntil(() => chat.arrivals.length > 0 && mail.mails.length > 0);
  const [arrival] = chat.arrivals as readonly Arrival[];
  expect(arrival && slackFaults(arrival)).toEqual([]);
  const link = `${server.baseUrl}/#/local/apps/${app}/endpoints/${endpoint}`;
  const expected = `has been failing since ${since} (HTTP 500)`;
  expect(arrival && slackText(arrival)).toMatch(
    new RegExp(`^\\*<${link}\\|Ada: 127\\.0\\.0\\.1:\\d+ has been`),
  );
  expect(arrival && slackText(arrival)).toContain(expected);
  const [first] = mail.mails;
  expect(first?.to).toEqual(['oncall@ada.example']);
  expect(first?.text.replaceAll('=\r\n', '')).toContain('been failing');
  expect(first?.text).toContain('/#/local/apps/');

  // It goes on failing, across a restart: nothing more is said.
  await server.restart();
  await send([endpoint]);
  for (let n = 0; n < 60; n++) clock.stall(10_000);
  await send([endpoint]);
  expect([chat.arrivals.length, mail.mails.length]).toEqual([1, 1]);

  respondWith({ status: 200 });
  await send([endpoint], false);
  await lookUntil(() => chat.arrivals.length > 1 && mail.mails.length > 1);
  expect(slackText(chat.arrivals[1] as Arrival)).toContain('has recovered');
  const all = [...chat.arrivals.map(({ body }) => body.toString()), ...mail.mails.map(({ text }) => text)];
  for (const text of all) expect(text).not.toMatch(secrets);
  expect([chat.arrivals.length, mail.mails.length]).toEqual([2, 2]);
});

testOnFile('many endpoints are one message, and the next of its kind comes five minutes later', async () => {
  const { clock, chat, newEndpoint, slack, send, lookUntil } = await startNoticeRig();
  await slack(['endpoint.failing']);
  const endpoints = await Promise.all(Array.from({ length: 12 }, () => newEndpoint()));
  await send(endpoints);
  clock.stall(5 * MINUTE);
  await lookUntil(() => chat.arrivals.length > 0);
  const toldAt = clock.now();
  expect(slackText(chat.arrivals[0] as Arrival)).toMatch(/12 endpoints are failing(.*\n){11}and 2 more$/);

  clock.stall(MINUTE);
  const later = await newEndpoint();
  const failsAt = clock.now();
  await send([later]);
  await lookUntil(() => chat.arrivals.length > 1);
  expect(clock.now() - failsAt).toBeGreaterThanOrEqual(5 * MINUTE);
  expect(clock.now() - toldAt).toBeGreaterThanOrEqual(5 * MINUTE);
  expect(slackText(chat.arrivals[1] as Arrival)).toContain('Ada: 127.0.0.1');
});

testOnFile('a channel tells only the kinds and applications that it was made for', async () => {
  const { clock, server, chat, mail, app, newEndpoint, slack, email, send, lookUntil } =
    await startNoticeRig();
  const other: string = await server.create('/app', { name: 'Other' });
  await slack(['endpoint.failing'], { applications: [other] });
  await slack(['endpoint.recovered']);
  await email(['endpoint.failing'], { applications: ['ada'] });
  const off = await slack(['endpoint.failing'], { applications: [app] });
  await server.call('PATCH', `/notice-channels/${off}`, { disabled: true });
  const endpoint = await newEndpoint();
  await send([endpoint]);
  clock.stall(5 * MINUTE);
  await lookUntil(() => mail.mails.length > 0);
  expect(chat.arrivals).toEqual([]);
});

test('a channel that fails is tried for an hour and then shown as failing, and keeps no other waiting', async () => {
  const { clock, server, chat, mail, newEndpoint, slack, email, send, lookUntil, channel, chatRespondsWith } =
    await startNoticeRig();
  const [slow, respondNow] = newSignal();
  chatRespondsWith({ after: slow, status: 503 });
  const chatId = await slack(['endpoint.failing', 'service.storage']);
  await email(['endpoint.failing']);
  const endpoint = await newEndpoint();
  await send([endpoint]);
  clock.stall(5 * MINUTE);
  // The mail arrives while the chat does not answer.
  await until(
    () => chat.arrivals.length,
    (count) => count === 1,
  );
  await mail.taken(1);
  expect((await channel(chatId)).failing).toBeNull();

  respondNow();
  chatRespondsWith({ status: 503 });
  await lookUntil(async () => (await channel(chatId)).failing !== null);
  const since = Date.parse((await channel(chatId)).failing.since);
  expect((await channel(chatId)).failing).toMatchObject({ gaveUp: false });
  await lookUntil(async () => (await channel(chatId)).failing.gaveUp, MINUTE);
  expect(clock.now() - since).toBeGreaterThanOrEqual(60 * MINUTE);
  expect((await channel(chatId)).failing.error).toBe('It responded with HTTP 503.');
  const tries = chat.arrivals.length;
  expect(tries).toBeGreaterThan(5);
  for (let n = 0; n < 30; n++) clock.stall(MINUTE);
  expect((await server.call('GET', '/notice-channels')).json.data).toHaveLength(2);
  expect(chat.arrivals.length).toBe(tries);

  chatRespondsWith({ status: 200 });
  expect((await server.call('POST', `/notice-channels/${chatId}/test`)).json).toEqual({ ok: true });
  expect((await channel(chatId)).failing).toBeNull();
  expect(mail.mails).toHaveLength(1);
});

testOnFile('who disabled an endpoint is told, and the customer too where the sender wants that', async () => {
  const { clock, server, chat, mail, app, newEndpoint, slack, email, lookUntil } = await startNoticeRig();
  await slack(['endpoint.disabled']);
  await server.call('PATCH', `/app/${app}`, { metadata: { 'svix.email': 'it@customer.example' } });
  const silent = await email(['endpoint.failing']);
  const disable = async () => {
    const endpoint = await newEndpoint();
    await server.call('PATCH', `/app/${app}/endpoint/${endpoint}`, { disabled: true });
    return endpoint;
  };
  await disable();
  await lookUntil(() => chat.arrivals.length > 0);
  expect(slackText(chat.arrivals[0] as Arrival)).toContain('was disabled (by hand or through the API)');
  expect(mail.mails).toEqual([]);

  const customerLink = 'https://ada.example/webhooks?app={appUid}&endpoint={endpointId}';
  await server.call('PATCH', `/notice-channels/${silent}`, { customerLink });
  clock.stall(5 * MINUTE);
  const endpoint = await disable();
  await lookUntil(() => mail.mails.length > 0);
  const [{ to, text } = { to: [], text: '' }] = mail.mails;
  expect(to).toEqual(['it@customer.example']);
  expect(subjectOf({ text })).toBe('Your webhook endpoint was disabled');
  const body = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(body).toContain(`https://ada.example/webhooks?app=ada&endpoint=${endpoint}`);
  expect(body).not.toMatch(secrets);
  expect(body).not.toContain(server.baseUrl);
});

test('what waits for a customer is dropped when the sender takes the page for customers away', async () => {
  const { clock, server, mail, app, newEndpoint, email, lookUntil } = await startNoticeRig();
  await server.call('PATCH', `/app/${app}`, { metadata: { 'svix.email': 'it@customer.example' } });
  const id = await email(['endpoint.disabled'], { customerLink: 'https://ada.example/webhooks' });
  const disable = async () =>
    server.call('PATCH', `/app/${app}/endpoint/${await newEndpoint()}`, { disabled: true });
  await disable();
  await lookUntil(() => mail.mails.length === 2);
  await disable();
  const db = await startedHere(server.openDatabase());
  const late = await db.get<object>("SELECT * FROM notice WHERE recipient <> ''");
  await server.call('PATCH', `/notice-channels/${id}`, { customerLink: null });
  // As if it had been stored by a change that read the channel before.
  const marks = Object.keys(late ?? {}).map(() => '?');
  await db.write((tx) => tx.run(`INSERT INTO notice VALUES (${marks})`, Object.values(late ?? {})));
  clock.stall(5 * MINUTE);
  await lookUntil(() => mail.mails.length > 2);
  await server.call('PATCH', `/notice-channels/${id}`, { customerLink: 'https://ada.example/webhooks' });
  clock.stall(5 * MINUTE);
  await lookUntil(async () => (await db.all('SELECT id FROM notice')).length === 0);
  expect(mail.mails.flatMap(({ to }) => to).toSorted()).toEqual([
    'it@customer.example',
    'oncall@ada.example',
    'oncall@ada.example',
  ]);
});

testOnFile(
  "an erasure leaves a customer's address neither in what was told nor in what waits, and the team is still told",
  async () => {
    const { clock, server, mail, app, newEndpoint, email, lookUntil, erase } = await startNoticeRig();
    const address = 'quillfeather@customer.example';
    await server.call('PATCH', `/app/${app}`, { name: 'Quillfeather', metadata: { 'svix.email': address } });
    await email(['endpoint.disabled'], { customerLink: 'https://ada.example/webhooks' });
    const disable = async () =>
      server.call('PATCH', `/app/${app}/endpoint/${await newEndpoint()}`, { disabled: true });
    await disable();
    const db = await startedHere(server.openDatabase());
    const waiting = () => db.all<{ recipient: string }>('SELECT recipient FROM notice ORDER BY id');
    await lookUntil(async () => mail.mails.length === 2 && (await waiting()).length === 0);
    await disable();
    await server.call('PATCH', `/app/${app}`, { name: 'Ada', metadata: {} });
    expect((await waiting()).map(({ recipient }) => recipient).toSorted()).toEqual(['', address]);

    for (const text of ['quillfeather', 'Quillfeather']) {
      expect((await erase(text)).elsewhere).toEqual([]);
      expect(await placesOfText(server, text)).toEqual([]);
    }
    expect(await waiting()).toEqual([{ recipient: '' }]);
    clock.stall(5 * MINUTE);
    await lookUntil(() => mail.mails.length > 2);
    expect(mail.mails.map(({ to }) => to[0]).toSorted()).toEqual([
      ...['oncall@ada.example', 'oncall@ada.example', address],
    ]);
  },
);

testOnFile(
  'an endpoint that is delayed stays so while its attempts fail and while it is paused, and its end is told once',
  async () => {
    const { server, clock, chat, target, app, slack, respondWith, lookUntil } = await startNoticeRig();
    await slack(['delivery.delayed', 'endpoint.failing']);
    respondWith({ status: 200 });
    const url = `${target.baseUrl}/hook`;
    const endpoint: string = await server.create(`/app/${app}/endpoint`, { url, rateLimit: 1 });
    const path = `/app/${app}/endpoint/${endpoint}`;
    const messages = (about: string) => chat.arrivals.map(slackText).filter((text) => text.includes(about));
    let accepted = 0;
    for (let n = 0; n < 60; n++)
      void server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} }).then(() => {
        accepted += 1;
      });
    await lookUntil(() => accepted === 60 && target.arrivals.length > 0, 10);
    clock.stall(16 * MINUTE);
    await lookUntil(() => messages('is delayed by more than 15 minutes').length > 0);

    respondWith({ status: 500 });
    await lookUntil(() => messages('has been failing since').length > 0);
    await server.call('PATCH', path, { paused: true });
    for (let n = 0; n < 12; n++) {
      clock.stall(10_000);
      await server.call('GET', '/notice-channels');
    }
    expect(messages('delayed')).toHaveLength(1);

    respondWith({ status: 200 });
    await server.call('PATCH', path, { paused: false, rateLimit: 1000 });
    await lookUntil(() => messages('is no longer delayed').length > 0);
    expect(messages('delayed')).toHaveLength(2);
  },
);

testOnFile('messages that were given up are told in a digest an hour, with how many and why', async () => {
  const { clock, chat, newEndpoint, slack, send, lookUntil } = await startNoticeRig();
  await slack(['messages.given_up']);
  clock.stall(10_000);
  const endpoint = await newEndpoint();
  const startedAt = clock.now();
  for (let n = 0; n < 3; n++) await send([endpoint]);
  await lookUntil(() => chat.arrivals.length > 0, MINUTE);
  expect(clock.now() - startedAt).toBeGreaterThan(55 * MINUTE);
  const text = slackText(chat.arrivals[0] as Arrival);
  expect(text).toContain('3 messages were given up (HTTP 500)');
  expect(text).not.toMatch(secrets);
  for (let n = 0; n < 90; n++) clock.stall(MINUTE);
  await send([endpoint]);
  await lookUntil(() => chat.arrivals.length > 1, MINUTE);
  expect(slackText(chat.arrivals[1] as Arrival)).toContain('1 message was given up');
});

test('a digest covers only the time since its channel was there, and not the hours for which it was off', async () => {
  const { clock, server, chat, mail, newEndpoint, slack, email, send, lookUntil } = await startNoticeRig();
  const db = await startedHere(server.openDatabase());
  /** Waits until what is given up from now on belongs to the next digest. */
  const begun = async () => {
    const since = clock.now();
    await lookUntil(async () => {
      const sql = "SELECT since FROM notice_condition WHERE kind = 'messages.given_up'";
      return ((await db.get<{ since: number }>(sql))?.since ?? 0) >= since;
    }, MINUTE);
  };
  const id = await slack(['messages.given_up']);
  await begun();
  const endpoint = await newEndpoint();
  await send([endpoint]);
  clock.stall(1000);
  await email(['messages.given_up']);
  await send([endpoint]);
  await lookUntil(() => chat.arrivals.length > 0 && mail.mails.length > 0, MINUTE);
  expect(slackText(chat.arrivals[0] as Arrival)).toContain('2 messages were given up');
  expect(mail.mails[0]?.text.replaceAll('=\r\n', '')).toContain('1 message was given up');

  for (const { id: other } of (await server.call('GET', '/notice-channels')).json.data)
    await server.call('PATCH', `/notice-channels/${other}`, { disabled: true });
  for (let n = 0; n < 2; n++) await send([endpoint]);
  await until(
    () => db.all("SELECT id FROM delivery WHERE state = 'failed'"),
    ({ length }) => length === 4,
  );
  clock.stall(180 * MINUTE);
  await server.call('PATCH', `/notice-channels/${id}`, { disabled: false });
  await begun();
  await send([endpoint]);
  await lookUntil(() => chat.arrivals.length > 1, MINUTE);
  expect(slackText(chat.arrivals[1] as Arrival)).toContain('1 message was given up');
});

testOnFile('a plain webhook is signed as every other, and says its kind', async () => {
  const { clock, server, newEndpoint, send, lookUntil } = await startNoticeRig();
  const program = await startedHere(startReceiver());
  const { json } = await server.call('POST', '/notice-channels', {
    ...{ name: 'Program', kind: 'webhook', url: `${program.baseUrl}/notices`, notices: ['endpoint.failing'] },
    pagesUrl: 'https://posthorn.example/',
  });
  const endpoint = await newEndpoint();
  await send([endpoint]);
  clock.stall(5 * MINUTE);
  await lookUntil(() => program.arrivals.length > 0);
  const { Webhook } = await import('standardwebhooks');
  const { headers, body } = program.arrivals[0] as Arrival;
  const verified = new Webhook(json.secret).verify(body.toString(), headers as Record<string, string>);
  expect(verified).toMatchObject({
    type: 'endpoint.failing',
    data: { url: expect.stringMatching(/^https:\/\/posthorn\.example\/#\/local\/apps\/.*\/endpoints\/ep_/) },
  });
});

testOnFile(
  'a consumer that has not polled for a day is told once, when a message has waited for it as long',
  async () => {
    const { clock, server, chat, app, slack, lookUntil } = await startNoticeRig();
    await slack(['poller.silent']);
    await server.create('/event-type', { name: 'invoice.paid', description: '' });
    const filterTypes = ['invoice.paid'];
    const poller = await server.create('/app/ada/polling-endpoint', { uid: 'night-job', filterTypes });
    const poll = (consumer: string) =>
      server.call('GET', `/app/ada/poller/night-job/consumer/${consumer}?wait=0`);
    const accept = (eventType: string) => server.create('/app/ada/msg', { eventType, payload: {} });
    const looks = (minutes: number) => {
      for (let n = 0; n < minutes; n++) clock.stall(MINUTE);
    };
    await poll('billing');
    await poll('archive');
    await accept('invoice.sent');
    clock.stall(23 * 60 * MINUTE);
    await accept('invoice.paid');
    // Where nodes share a database, it can be polled a moment later.
    clock.stall(MINUTE);
    await until(
      () => poll('archive'),
      ({ json }) => json.data.length === 1,
    );
    // Silent for longer than a day, but what waits came later, or is not wanted.
    clock.stall(23 * 60 * MINUTE);
    looks(5);
    expect(chat.arrivals).toEqual([]);

    clock.stall(60 * MINUTE);
    await lookUntil(() => chat.arrivals.length > 0);
    const text = slackText(chat.arrivals[0] as Arrival);
    expect(text).toMatch(
      /^\*<.*\|Ada: billing at night-job has not polled since \d{4}-\d\d-\d\d \d\d:\d\d UTC, messages waiting: 1>\*/,
    );
    expect(text).toContain(`${server.baseUrl}/#/local/apps/${app}/polling/${poller}|`);
    looks(30);
    expect(chat.arrivals.map(slackText)).toHaveLength(1);

    // It polls again, and falls silent once more.
    expect((await poll('billing')).json.data.length).toBe(1);
    await accept('invoice.paid');
    clock.stall(25 * 60 * MINUTE);
    await lookUntil(() => chat.arrivals.length > 1);
  },
);
