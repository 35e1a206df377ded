import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/** A log that keeps lines of every level and signals each new one. */
function keptLog() {
  let text = '';
  const waiting = new Set<{ label: string; resolve: () => void }>();
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      for (const waiter of waiting) if (text.includes(waiter.label)) waiter.resolve();
      done();
    },
  });
  return {
    log: createLog('trace', destination),
    text: () => text,
    has: (label: string) =>
      text.includes(label)
        ? Promise.resolve()
        : new Promise<void>((resolve) => waiting.add({ label, resolve })),
  };
}

test('a field that may hold a secret is not written, up to two levels deep', () => {
  const { log, text } = keptLog();
  const secrets = {
    authorization: 'Bearer s3cret',
    token: 's3cret',
    adminToken: 's3cret',
    metricsToken: 's3cret',
    secret: 's3cret',
    key: 's3cret',
    cookie: 's3cret',
    password: 's3cret',
    headers: { 'x-api-key': 's3cret' },
  };
  for (const fields of [secrets, { request: secrets }, { err: { cause: secrets } }]) log.info(fields, 'said');
  expect(text().match(/said/g)).toHaveLength(3);
  expect(text().match(/\[removed\]/g)).toHaveLength(27);
  expect(text()).not.toContain('s3cret');
});

test('what a terminal would obey is written as an escape, with the same value', () => {
  const { log, text } = keptLog();
  const odd = 'a\u009b2Jb\u202ec\u2028\nd\u{1f468}\u200d\u{1f469}\u{e0041}';
  log.info({ path: odd }, odd);
  expect(text()).not.toMatch(/[\u007f-\u009f\u2028-\u202e]|\u{e0041}/u);
  expect(text().trimEnd()).not.toContain('\n');
  expect(text()).toContain('\u{1f468}\u200d\u{1f469}');
  expect(JSON.parse(text())).toMatchObject({ path: odd, msg: odd });
});

const METRICS_TOKEN = 'metrics-token-of-the-session';
const HEADER_VALUE = 'header-value-of-the-session';
const URL_PASSWORD = 'url-password-of-the-session';
const PAYLOAD = 'payload-of-the-session';
const RESPONSE_COOKIE = 'cookie-of-the-receiver';
const WRONG_TOKEN = 'psth_wrong-token-of-the-session';
const OWN_SECRET = `whsec_${Buffer.from('signing-secret-of-the-session!!!').toString('base64')}`;

/** Renames a table while `work` runs, to fail like a damaged database. */
async function without(server: TestServer, table: string, work: () => Promise<unknown>): Promise<void> {
  const db = await openDatabase(join(server.dataDir, 'posthorn.db'));
  await db.write((tx) => tx.run(`ALTER TABLE ${table} RENAME TO away`));
  await work();
  await db.write((tx) => tx.run(`ALTER TABLE away RENAME TO ${table}`));
  await db.close();
}

test('the log of a whole session, faults included, holds none of the secrets that were used in it', async () => {
  const kept = keptLog();
  const receiver = await startReceiver(({ body }) => ({
    status: body.includes('bad') ? 500 : 200,
    headers: { 'set-cookie': RESPONSE_COOKIE },
  }));
  const secrets = [
    METRICS_TOKEN,
    HEADER_VALUE,
    URL_PASSWORD,
    PAYLOAD,
    RESPONSE_COOKIE,
    WRONG_TOKEN,
    OWN_SECRET,
  ];
  const options = { config: { metricsToken: METRICS_TOKEN }, parts: { log: kept.log } };
  const server = await startTestServer(options);
  secrets.push(server.adminToken);

  // Tokens of every kind, valid and invalid.
  const reader = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] })).json.token;
  const app = await server.create('/app', { name: 'A' });
  const portal = (await server.call('POST', `/auth/app-portal-access/${app}`, {})).json;
  secrets.push(reader, portal.token, portal.url.split('#')[1]);
  for (const token of [reader, portal.token, WRONG_TOKEN, null]) {
    await server.call('GET', '/app', undefined, { token });
  }
  for (const token of [METRICS_TOKEN, WRONG_TOKEN]) {
    await fetch(`${server.baseUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  }
  await server.call('GET', `/app?token=${WRONG_TOKEN}`, undefined, { token: null });
  await server.call('POST', '/connections', { name: 'x', baseUrl: 'http://127.0.0.1:9', token: WRONG_TOKEN });

  // An endpoint with every kind of secret.
  const url = `http://user:${URL_PASSWORD}@127.0.0.1:${receiver.port}/`;
  const headers = { 'X-Api-Key': HEADER_VALUE };
  const endpoint = await server.create(`/app/${app}/endpoint`, { url, headers, secret: OWN_SECRET });
  const path = `/app/${app}/endpoint/${endpoint}`;
  await server.call('POST', `${path}/secret/rotate`, {});
  secrets.push((await server.call('GET', `${path}/secret`)).json.key);
  const payload = { text: PAYLOAD };
  const send = (extra: object = {}) =>
    server.call(
      'POST',
      `/app/${app}/msg`,
      { eventType: 'a.b', payload: { ...payload, ...extra } },
      { headers: { 'idempotency-key': JSON.stringify(extra) } },
    );
  await send();
  await send({ bad: 1 });
  await receiver.arrived(2);
  expect(String(receiver.arrivals[0]?.headers['x-api-key'])).toBe(HEADER_VALUE);
  await server.call('POST', `/app/${app}/msg`, undefined, { raw: `{"payload": "${PAYLOAD}` });

  // Failures: of a request, of recording an attempt, and of storing a message.
  await without(server, 'token', async () => {
    const response = await server.call('GET', '/app', undefined, { token: reader });
    expect(response.status).toBe(500);
  });
  await without(server, 'attempt', async () => {
    await send({ n: 3 });
    await kept.has('could not record an attempt');
  });
  await without(server, 'message', async () => expect((await send({ n: 4 })).status).toBe(500));

  // And a refused target.
  await server.stop();
  const config = { ...options.config, dataDir: server.dataDir, workstation: false };
  const strict = await startTestServer({ ...options, config });
  await strict.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload });
  await kept.has('target refused');
  await strict.remove();
  await receiver.close();

  expect(kept.text().match(/request failed/g)?.length).toBeGreaterThanOrEqual(2);
  const encoded = Buffer.from(`user:${URL_PASSWORD}`).toString('base64');
  const readable = Buffer.from(OWN_SECRET.slice(6), 'base64').toString();
  for (const secret of [...secrets, encoded, readable]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(kept.text(), 'a secret is in the log').not.toContain(secret);
  }
});
