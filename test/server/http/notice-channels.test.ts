import { describe, expect, test } from 'vitest';
import { NOTICE_KINDS } from '../../../src-server/contract/notice-channel';
import { startMailServer } from '../../support/mail-server';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedHere, startedOnce } from '../../support/started';

const notices = ['endpoint.failing'];
const slack = {
  name: 'Chat',
  kind: 'slack',
  url: 'https://hooks.ada.example/services/T0/B0/secret',
  notices,
};
const smtp = {
  host: 'smtp.ada.example',
  port: 587,
  secure: false,
  user: 'posthorn',
  password: 'correct horse',
};
const email = { name: 'Mail', kind: 'email', to: ['oncall@ada.example'], smtp, notices };

describe('a channel of notices', () => {
  const server = startedOnce(startTestServer);
  const call: typeof server.call = (...request) => server.call(...request);
  const create = async (body: object) => (await call('POST', '/notice-channels', body)).json;
  const everything = async () => {
    const db = await server.openDatabase();
    try {
      return JSON.stringify(await db.all('SELECT * FROM notice_channel'));
    } finally {
      await db.close();
    }
  };

  test('is made, listed, read, changed and deleted', async () => {
    const made = await call('POST', '/notice-channels', { ...slack, notices: NOTICE_KINDS });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      ...{ ...slack, notices: [...NOTICE_KINDS] },
      ...{ applications: null, pagesUrl: server.baseUrl, customerLink: null, disabled: false, failing: null },
    });
    const path = `/notice-channels/${made.json.id}`;
    const app: string = await server.create('/app', { name: 'A', uid: 'a' });
    const changed = await call('PATCH', path, { name: 'Other', applications: ['a'], disabled: true });
    expect(changed.json).toEqual({ ...made.json, name: 'Other', applications: [app], disabled: true });
    expect((await call('GET', path)).json).toEqual(changed.json);
    expect((await call('GET', '/notice-channels')).json.data).toEqual([changed.json]);
    expect((await call('PATCH', path, { applications: null })).json.applications).toBeNull();
    expect((await call('DELETE', path)).status).toBe(204);
    for (const [method, at] of [
      ['GET', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/test`],
    ] as const)
      expect((await call(method, at, method === 'PATCH' ? {} : undefined)).status).toBe(404);
  });

  test('keeps its address, its signing secret and its password encrypted', async () => {
    await create(slack);
    await create(email);
    await create({ ...slack, kind: 'webhook', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' });
    expect(await everything()).not.toMatch(/services\/|correct horse|C2FVsBQIhrsc/);
  });

  test('shows a reader neither its address nor its secret, and nobody its password', async () => {
    const { id } = await create(slack);
    const signed = await create({ ...slack, kind: 'webhook' });
    expect(signed.secret).toMatch(/^whsec_/);
    const mail = await create(email);
    expect(mail.smtp).toEqual({
      host: smtp.host,
      port: 587,
      secure: false,
      user: 'posthorn',
      hasPassword: true,
    });
    const token = (await call('POST', '/auth/token', { name: 'r', kind: 'reader' })).json.token as string;
    const seen = (await call('GET', `/notice-channels/${id}`, undefined, { token })).json;
    expect(seen.url).toBe('https://hooks.ada.example');
    const list = await call('GET', '/notice-channels', undefined, { token });
    expect(list.text).not.toMatch(/services|whsec_|correct/);
    expect((await call('POST', `/notice-channels/${id}/test`, undefined, { token })).status).toBe(403);
  });

  test('keeps a password only for the server that it was given for', async () => {
    const { id } = await create(email);
    const change = async (next: object) =>
      (await call('PATCH', `/notice-channels/${id}`, { smtp: next })).json.smtp?.hasPassword;
    const { password: _password, ...same } = smtp;
    expect(await change({ ...same, secure: true })).toBe(true);
    expect(await change({ ...same, host: 'smtp.evil.example' })).toBe(false);
  });

  test.each([
    ['an address in a private network', { ...slack, url: 'http://10.0.0.1/hook' }, 'url'],
    ['an address with a password', { ...slack, url: 'https://a:b@hooks.ada.example/' }, 'url'],
    ['no address', { ...slack, url: undefined }, 'url'],
    ['a mail server in a private network', { ...email, smtp: { ...smtp, host: '10.0.0.1' } }, 'smtp'],
    ['a password without a user', { ...email, smtp: { ...smtp, user: undefined } }, 'smtp'],
    ['mail without recipients', { ...email, to: undefined }, 'to'],
    ['recipients in a chat', { ...slack, to: ['a@b.example'] }, 'to'],
    ['an application that does not exist', { ...slack, applications: ['nobody'] }, 'applications'],
    ['a secret that cannot sign', { ...slack, kind: 'webhook', secret: 'x' }, 'secret'],
    ['a link for customers that is none', { ...email, customerLink: 'ftp://ada.example/' }, 'customerLink'],
    ['a recipient that would be a second header', { ...email, to: ['a@b.example\nBcc: c'] }, 'to'],
    ['an unknown kind of notice', { ...slack, notices: ['nothing'] }, 'notices'],
  ])('is not made with %s', async (_what, body, field) => {
    const refused = await call('POST', '/notice-channels', body);
    expect([refused.status, refused.json.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', field]]);
  });

  test('that is switched off forgets what waits to be told', async () => {
    const { id } = await create(slack);
    const db = await server.openDatabase();
    const count = async () => (await db.all('SELECT id FROM notice WHERE channel_id = ?', [id])).length;
    try {
      await db.write((tx) =>
        tx.run("INSERT INTO notice VALUES ('ntc_1', ?, 'service.backup', '', '{}', 1, NULL)", [id]),
      );
      await call('PATCH', `/notice-channels/${id}`, { name: 'Other' });
      expect(await count()).toBe(1);
      await call('PATCH', `/notice-channels/${id}`, { disabled: true });
      expect(await count()).toBe(0);
    } finally {
      await db.close();
    }
  });

  test('is limited to 50', async () => {
    const { length } = (await call('GET', '/notice-channels')).json.data;
    for (let n = length; n < 50; n++) await create(slack);
    expect((await call('POST', '/notice-channels', slack)).json.code).toBe('limit_reached');
  });
});

test('a test says whether the other side took it, and never how it is reached', async () => {
  const lines: string[] = [];
  const { createLog } = await import('../../../src-server/base/log');
  const { RecentLog } = await import('../../../src-server/base/recent-log');
  const recentLog = new RecentLog();
  const log = createLog('debug', { write: (line: string) => void lines.push(line) } as never, recentLog);
  const server = await startedHere(startTestServer({ parts: { log, recentLog } }));
  const chat = await startedHere(startReceiver(({ path }) => ({ status: path === '/right' ? 200 : 404 })));
  const mail = await startedHere(startMailServer({ disabledCommands: ['STARTTLS'] }));
  const test = async (body: object) => {
    const id = await server.create('/notice-channels', { notices, name: 'T', ...body });
    return (await server.call('POST', `/notice-channels/${id}/test`)).json;
  };
  expect(await test({ kind: 'slack', url: `${chat.baseUrl}/right` })).toEqual({ ok: true });
  expect(JSON.parse(chat.arrivals[0]?.body.toString() ?? '').text).toMatch(/^This is a test of Posthorn/);
  expect(await test({ kind: 'slack', url: `${chat.baseUrl}/wrong-secret` })).toEqual({
    ok: false,
    error: 'It responded with HTTP 404.',
  });
  const to = ['oncall@ada.example'];
  const own = { host: '127.0.0.1', port: mail.port, secure: false };
  expect(await test({ kind: 'email', to, smtp: own })).toEqual({ ok: true });
  expect((await mail.taken(1))[0]?.to).toEqual(to);
  expect(await test({ kind: 'slack', url: 'http://127.0.0.1:1/wrong-secret' })).toEqual({
    ok: false,
    error: 'No response: connection refused.',
  });
  expect(lines.join('')).not.toContain('wrong-secret');
});

test('consent that is withdrawn later keeps a channel from being reached', async () => {
  const server = await startedHere(startTestServer({ config: { workstation: false } }));
  const chat = await startedHere(startReceiver());
  const consent: string = await server.create('/target-consent', { target: '127.0.0.0/8' });
  const id = await server.create('/notice-channels', { ...slack, url: chat.baseUrl });
  expect((await server.call('POST', `/notice-channels/${id}/test`)).json).toEqual({ ok: true });
  await server.call('DELETE', `/target-consent/${consent}`);
  expect((await server.call('POST', `/notice-channels/${id}/test`)).json.error).toMatch(/may not reach/);
  expect(chat.arrivals).toHaveLength(1);
});
