import { expect, test } from 'vitest';
import { AUDITED_OPERATIONS } from '../../../src-server/http/audited-operations';
import { rows } from '../../support/described-api';
import { endedTask } from '../../support/ended-task';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

const server = startedOnce(startTestServer);
const receiver = startedOnce(() => startReceiver(() => ({ status: 200 })));
const lines = async (query = '') => (await server.call('GET', `/audit${query}`)).json.data;
const tokenOf = async (name: string, kind: string) =>
  (await server.call('POST', '/auth/token', { name, kind })).json.token as string;
const newEndpoint = async (more: object = {}) => {
  const app = await server.create('/app', { name: 'A' });
  const endpoint = await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl, ...more });
  return { app, endpoint, path: `/app/${app}/endpoint/${endpoint}` };
};

/** What writes without a line, and why. */
const UNAUDITED: Readonly<Record<string, RegExp>> = {
  'messages, and what makes or reads them':
    /^\/app\/\{app\}\/(msg|msg\/precheck\/active|endpoint\/\{endpoint\}\/send-example|endpoint-filter\/try)$/,
  'checks, examples, previews and plans, which change nothing':
    /check|generate-example|preview|\/(plan|test|export)$|^\/stats\/usage|^\/server-proof/,
  'a working copy, until it is synced': /^\/connections\/\{id\}\/working-copy(?!\/sync)/,
  'log-ins and log-outs of whoever asks':
    /^\/auth\/(browser-session|browser-session\/\{session\}\/challenge|logout|one-time-token)$/,
  'tasks that are audited when they begin': /background-task/,
  'the data folder, whose restore brings back an earlier audit': /^\/data\//,
  'what an operator tries out': /^\/(diagnostics|receiver|clock)\//,
  'positions of programs that poll': /\/consumer\/\{consumer\}/,
  'what is refused': /transformation$/,
};

test('every operation that changes something is audited, or is named with a reason', () => {
  const writing = rows.filter(({ method }) => method !== 'GET').map(({ method, path }) => ({ method, path }));
  const names = writing.map(({ method, path }) => `${method} ${path}`);
  const open = writing.filter(({ method, path }) => !(`${method} ${path}` in AUDITED_OPERATIONS));
  expect(open.filter(({ path }) => !Object.values(UNAUDITED).some((reason) => reason.test(path)))).toEqual(
    [],
  );
  for (const reason of Object.values(UNAUDITED))
    expect(open.some(({ path }) => reason.test(path))).toBe(true);
  expect(Object.keys(AUDITED_OPERATIONS).filter((name) => !names.includes(name))).toEqual([]);
});

test('a change has one line with who made it, from where, and the changed fields alone', async () => {
  const { app, endpoint, path } = await newEndpoint({ rateLimit: 10 });
  const token = await tokenOf('deploy', 'full');
  expect((await server.call('PATCH', path, { rateLimit: 25 }, { token })).status).toBe(200);
  const [line, created, ...others] = await lines(`?target=${endpoint}`);
  expect(line).toEqual({
    id: expect.stringMatching(/^aud_/),
    at: expect.any(String),
    actor: { kind: 'full', name: 'deploy' },
    from: '127.0.0.1',
    ...{ action: 'endpoint.updated', application: app, target: endpoint },
    ...{ before: { rateLimit: 10 }, after: { rateLimit: 25 } },
  });
  expect(created).toMatchObject({ action: 'endpoint.created', actor: { kind: 'full', name: 'admin token' } });
  expect(created.before).toBeUndefined();
  expect(created.after).toMatchObject({ rateLimit: 10 });
  expect(others).toEqual([]);
});

test('what changes nothing, and what is refused, has no line', async () => {
  const { path } = await newEndpoint({ rateLimit: 10 });
  const before = await lines();
  expect((await server.call('PATCH', path, { rateLimit: 10 })).status).toBe(200);
  expect((await server.call('PATCH', path, { rateLimit: 0 })).status).toBe(422);
  expect((await server.call('DELETE', '/auth/token/tok_absent')).status).toBe(404);
  expect((await server.call('PATCH', path, { rateLimit: 3 }, { token: null })).status).toBe(401);
  expect(
    (await server.call('POST', `${path}/recover`, { since: new Date().toISOString(), dryRun: true })).status,
  ).toBe(200);
  expect(await lines()).toEqual(before);
});

test('a pause, a message that is sent again and a rotated secret are told by the names of the kinds that may do it', async () => {
  const { app, endpoint, path } = await newEndpoint();
  const token = await tokenOf('support-anna', 'support');
  const message = await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  for (const paused of [true, false]) await server.call('PATCH', path, { paused }, { token });
  const resend = `/app/${app}/msg/${message}/endpoint/${endpoint}/resend`;
  await until(() => receiver.arrivals.length, Boolean);
  expect((await server.call('POST', resend, {}, { token })).status).toBe(202);
  await server.call('POST', `${path}/secret/rotate`, {});
  const recover = await server.call(
    'POST',
    `${path}/recover`,
    { since: new Date(Date.now() - 1000).toISOString() },
    { token },
  );
  await endedTask(server, recover.json.id);
  const anna = { kind: 'support', name: 'support-anna' };
  const found = (await lines(`?application=${app}&limit=6`)).toReversed();
  expect(found).toMatchObject([
    { action: 'endpoint.created' },
    { action: 'endpoint.paused', actor: anna, before: { paused: false }, after: { paused: true } },
    { action: 'endpoint.resumed', actor: anna },
    { action: 'message.resent', actor: anna, target: message, after: { endpoint } },
    { action: 'endpoint.rotated', target: endpoint, after: { secret: 'rotated' } },
    { action: 'message.recovered', actor: anna, target: endpoint },
  ]);
});

test('a message that is skipped at an ordered endpoint is told with the endpoint', async () => {
  const { app, endpoint, path } = await newEndpoint({ ordered: true, paused: true });
  const messageId = await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  expect((await server.call('POST', `${path}/skip`, { messageId })).status).toBe(204);
  expect((await lines(`?application=${app}&limit=1`))[0]).toMatchObject({
    ...{ action: 'message.updated', target: endpoint, after: { skipped: messageId } },
  });
});

test('what is named by a uid or an event id is told by its id', async () => {
  const app = await server.create('/app', { name: 'Named', uid: 'named-app' });
  const to = { url: receiver.baseUrl, uid: 'named-endpoint', ordered: true, paused: true };
  const endpoint = await server.create('/app/named-app/endpoint', to);
  const poller = await server.create('/app/named-app/polling-endpoint', { uid: 'named-poller' });
  const message = await server.create('/app/named-app/msg', {
    ...{ eventType: 'a.b', eventId: 'named-event', payload: {} },
  });
  const other = await server.create('/app/named-app/msg', {
    eventType: 'a.b',
    eventId: 'named-2',
    payload: {},
  });
  await server.portalToken(app);
  const at = '/app/named-app/endpoint/named-endpoint';
  const createdBefore = new Date(Date.now() + 60_000).toISOString();
  const requests: [string, string, object?][] = [
    ['POST', `${at}/skip`, { messageId: 'named-event' }],
    ['DELETE', '/app/named-app/msg/named-event/content'],
    ['POST', '/auth/app/named-app/poller/named-poller/token/rotate', {}],
    ['POST', '/auth/app/named-app/expire-all', {}],
  ];
  for (const [method, path, body] of requests)
    expect([path, (await server.call(method, path, body)).status]).toEqual([
      path,
      expect.toBeOneOf([200, 204]),
    ]);
  expect((await server.call('POST', `${at}/cancel-msgs`, { createdBefore })).status).toBe(204);
  const several = await server.call('POST', '/app/named-app/msg/bulk-expunge', { ids: [other] });
  expect(several.json.results).toEqual({ [other]: 'expunged' });
  expect((await lines(`?application=${app}&limit=6`)).toReversed()).toMatchObject([
    { action: 'message.updated', target: endpoint, after: { skipped: message } },
    { action: 'message.deleted', target: message },
    { action: 'token.rotated', target: poller },
    { action: 'portal_link.revoked', target: app },
    { action: 'message.updated', target: endpoint },
    { action: 'message.deleted', target: app },
  ]);
});

test('a message that is held anyway, or an endpoint with nothing to do, has no line of what was asked for', async () => {
  const { app, endpoint } = await newEndpoint({ paused: true });
  const message = await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  const resend = `/app/${app}/msg/${message}/endpoint/${endpoint}/resend`;
  expect((await server.call('POST', resend, {})).status).toBe(202);
  const nothing = await server.call('POST', `/app/${app}/msg/bulk-expunge`, { ids: ['msg_absent'] });
  expect(nothing.status).toBe(200);
  expect((await lines(`?application=${app}`)).map(({ action }: { action: string }) => action)).toEqual([
    'endpoint.created',
    'application.created',
  ]);
});

test('changes of polling endpoints and of channels of notices are told without their secrets', async () => {
  const app = await server.create('/app', { name: 'Polls' });
  const poller = await server.create(`/app/${app}/polling-endpoint`, { description: 'night' });
  await server.call('PATCH', `/app/${app}/polling-endpoint/${poller}`, { disabled: true });
  await server.call('POST', `/auth/app/${app}/poller/${poller}/token/rotate`, {});
  await server.call('DELETE', `/app/${app}/polling-endpoint/${poller}`);
  expect((await lines(`?application=${app}&limit=4`)).toReversed()).toMatchObject([
    { action: 'endpoint.created', target: poller, after: { description: 'night' } },
    { action: 'endpoint.updated', target: poller, before: { disabled: false }, after: { disabled: true } },
    { action: 'token.rotated', target: poller, after: { secret: 'rotated' } },
    { action: 'endpoint.deleted', target: poller, before: { description: 'night' } },
  ]);
  const url = `${receiver.baseUrl}/services/T00/B00/planted-hook`;
  const channel = await server.create('/notice-channels', {
    ...{ name: 'On call', kind: 'slack', url, notices: ['endpoint.failing'], applications: null },
  });
  await server.call('PATCH', `/notice-channels/${channel}`, { url: `${url}-2` });
  await server.call('DELETE', `/notice-channels/${channel}`);
  const ofChannel = (await lines(`?target=${channel}`)).toReversed();
  expect(ofChannel).toMatchObject([
    { action: 'notice_channel.created', after: { name: 'On call', kind: 'slack' } },
    { action: 'notice_channel.updated', after: { secret: 'rotated' } },
    { action: 'notice_channel.deleted', before: { name: 'On call' } },
  ]);
  expect(JSON.stringify(ofChannel)).not.toContain('planted-hook');
});

test('a sample that was made is told as its application, and not as an event type that it needs', async () => {
  await server.call('POST', '/sample');
  const [line] = await lines('?action=application.created');
  expect(line.target).toMatch(/^app_/);
  expect(line.after.name).toBe('Sample');
});

test('a change of a channel of notices says that its secret was rotated only if it was, and nothing if nothing changed', async () => {
  const to = ['oncall@ada.example'];
  const smtp = { host: '127.0.0.1', port: 2525, secure: false, user: 'u', password: 'right' };
  const mail = { name: 'Mail', kind: 'email', to, smtp, notices: ['endpoint.disabled'] };
  const hook = { name: 'Hook', kind: 'webhook', url: receiver.baseUrl, notices: ['endpoint.failing'] };
  const [email, webhook] = [
    await server.create('/notice-channels', mail),
    await server.create('/notice-channels', hook),
  ];
  for (const body of [mail, { smtp: { ...smtp, password: undefined } }, { to }]) {
    const { kind: _kind, ...same } = body as typeof mail;
    expect((await server.call('PATCH', `/notice-channels/${email}`, same)).status).toBe(200);
  }
  expect((await server.call('PATCH', `/notice-channels/${webhook}`, { url: hook.url })).status).toBe(200);
  await server.call('PATCH', `/notice-channels/${email}`, { to: [...to, 'b@ada.example'] });
  await server.call('PATCH', `/notice-channels/${email}`, { smtp: { ...smtp, password: 'other' } });
  await server.call('PATCH', `/notice-channels/${webhook}`, { url: `${hook.url}/other-hook` });
  const afterOf = async (id: string) =>
    (await lines(`?target=${id}`)).map(({ after }: { after: object }) => after);
  expect((await afterOf(email)).slice(0, -1)).toEqual([
    { secret: 'rotated' },
    { to: [...to, 'b@ada.example'] },
  ]);
  expect((await afterOf(webhook)).slice(0, -1)).toEqual([{ secret: 'rotated' }]);
});

test("a customer's changes in the portal are told as such, with the session", async () => {
  const { app, endpoint, path } = await newEndpoint();
  const token = await server.portalToken(app, { sessionId: 'user-7' });
  await server.call('PATCH', path, { description: 'x' }, { token });
  expect((await lines(`?target=${endpoint}`))[0]).toMatchObject({
    ...{ action: 'endpoint.updated', actor: { kind: 'portal', name: 'user-7' }, after: { description: 'x' } },
  });
  const [link] = await lines(`?action=portal_link.created&application=${app}`);
  expect(link).toMatchObject({
    application: app,
    actor: { kind: 'full' },
    target: expect.stringMatching(/^tok_/),
  });
});

test('the filters and pages of the list find what they say, newest first', async () => {
  const app = await server.create('/app', { name: 'A', uid: 'filtered' });
  const names = ['B', 'C', 'D'];
  for (const name of names) await server.call('PATCH', `/app/${app}`, { name });
  const of = '?application=filtered&action=application.updated&limit=2';
  const first = (await server.call('GET', `/audit${of}`)).json;
  expect(first.data.map(({ after }: { after: object }) => after)).toEqual([{ name: 'D' }, { name: 'C' }]);
  const second = (await server.call('GET', `/audit${of}&iterator=${first.iterator}`)).json;
  expect([second.done, second.data.map(({ after }: { after: object }) => after)]).toEqual([
    true,
    [{ name: 'B' }],
  ]);
  const ats = (await lines('?application=filtered')).map(({ at }: { at: string }) => at);
  // Ids tell the time in steps of four milliseconds.
  const since = new Date(Date.parse(ats[0]) + 4).toISOString();
  expect(await lines(`?since=${since}&application=filtered`)).toEqual([]);
  const all = await lines(`?since=${ats.at(-1)}&application=filtered`);
  expect(all.map(({ at }: { at: string }) => at)).toEqual(ats);
  await server.call('DELETE', `/app/${app}`);
  expect((await lines('?application=filtered&limit=1'))[0]).toMatchObject({ action: 'application.deleted' });
  expect((await server.call('GET', '/audit?action=endpoint.eaten')).status).toBe(422);
});

test('readers and support read the audit, and neither those who edit the catalog nor those with flags do', async () => {
  for (const kind of ['reader', 'support'])
    expect((await server.call('GET', '/audit', undefined, { token: await tokenOf('x', kind) })).status).toBe(
      200,
    );
  const flagged = (await server.call('POST', '/auth/token', { name: 'x', featureFlags: [] })).json.token;
  const { app } = await newEndpoint();
  for (const token of [await tokenOf('x', 'catalog'), flagged, await server.portalToken(app)])
    expect((await server.call('GET', '/audit', undefined, { token })).status).toBe(403);
});

test('no secret of any change is in the table', async () => {
  const secrets = {
    header: 'planted-header-1',
    query: 'planted-query-2',
    user: 'planted-user-3',
    signing: `whsec_${Buffer.from('planted-signing-secret-of-32-bytes').toString('base64')}`,
    metadata: 'planted-metadata-5',
  };
  const url = (at: string) => `http://${secrets.user}@127.0.0.1:9/${at}?key=${secrets.query}`;
  const { path, app } = await newEndpoint({
    ...{ url: url('a'), secret: secrets.signing, metadata: { apiKey: secrets.metadata } },
  });
  await server.call('PUT', `${path}/headers`, { headers: { 'X-Key': secrets.header } });
  await server.call('PATCH', path, {
    url: url('b'),
    secret: `whsec_${Buffer.from('another-signing-secret-of-32-bytes').toString('base64')}`,
  });
  await server.call('POST', `${path}/secret/rotate`, { key: secrets.signing });
  await server.call('PATCH', `/app/${app}`, { metadata: { client_secret: secrets.metadata } });
  const connection = { name: 'C', baseUrl: server.baseUrl, token: server.adminToken };
  const { id } = (await server.call('POST', '/connections', connection)).json;
  const minted = await tokenOf('minted', 'full');
  await server.call('PATCH', `/connections/${id}`, { token: minted });
  const link = await server.portalToken(app);
  const db = await server.openDatabase();
  const stored = JSON.stringify(await db.all('SELECT * FROM audit_line'));
  await db.close();
  for (const secret of [...Object.values(secrets), server.adminToken, minted, link])
    expect(stored).not.toContain(secret);
  expect(await lines(`?application=${app}&action=endpoint.updated`)).toMatchObject([
    { after: { url: 'http://***@127.0.0.1:9/b?key=***', secret: 'rotated' } },
    { after: { headers: { 'X-Key': '***' } } },
  ]);
  expect(await lines(`?target=${id}`)).toMatchObject([
    { action: 'settings.updated', after: { encryptedToken: 'rotated' } },
    { action: 'settings.created' },
  ]);
});

test('a text that is erased stays in no line, and the line of the erasure does not have it', async () => {
  const { app, path } = await newEndpoint({ description: 'for Quillfeather' });
  await server.call('PATCH', path, { description: 'for nobody' });
  const begun = await server.call('POST', '/erasure', { text: 'Quillfeather', application: app });
  await endedTask(server, begun.json.id);
  const db = await server.openDatabase();
  const stored = JSON.stringify(await db.all('SELECT * FROM audit_line'));
  await db.close();
  expect(stored).not.toContain('Quillfeather');
  expect((await lines('?action=erasure.run'))[0]).toMatchObject({
    after: { conditions: ['text', 'application'] },
  });
});

test('changes of the catalog, of settings and of tokens have their lines', async () => {
  await server.call('PUT', '/event-type/audited.one', { description: 'a' });
  await server.call('PUT', '/event-type/audited.one', { description: 'b' });
  const bulk = [{ name: 'audited.one', description: 'c' }];
  await server.call('POST', '/event-type-bulk', { eventTypes: bulk });
  await server.call('DELETE', '/event-type/audited.one?expunge=true');
  await server.call('PATCH', '/settings', { displayName: 'Acme' });
  await server.call('PUT', '/sending', { paused: true });
  await server.call('PUT', '/sending', { paused: false });
  const token = (await server.call('POST', '/auth/token', { name: 'T', kind: 'reader' })).json.id;
  await server.call('POST', `/auth/token/${token}/rotate`);
  await server.call('DELETE', `/auth/token/${token}`);
  expect((await lines('?limit=10')).toReversed()).toMatchObject([
    { action: 'event_type.created', target: 'audited.one' },
    { action: 'event_type.updated', before: { description: 'a' }, after: { description: 'b' } },
    { action: 'event_type.updated', after: { names: ['audited.one'], count: 1 } },
    { action: 'event_type.deleted', target: 'audited.one' },
    { action: 'settings.updated', before: { displayName: null }, after: { displayName: 'Acme' } },
    { action: 'settings.paused', target: 'sending' },
    { action: 'settings.resumed', target: 'sending' },
    { action: 'token.created', target: token, after: { name: 'T' } },
    { action: 'token.rotated', target: token, after: { secret: 'rotated' } },
    { action: 'token.revoked', target: token, before: { name: 'T' } },
  ]);
});
