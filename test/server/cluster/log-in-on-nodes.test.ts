import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { describePostgres } from '../../support/engines';
import { eventually } from '../../support/eventually';
import { createPostgres } from '../../support/postgres-for-tests';
import { type SigningPage, signedHeader } from '../../support/request-signer';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const WHOAMI = { method: 'GET', target: '/api/v1/auth/whoami' };
/** As a balancer in front of the nodes passes it on. */
const BALANCED = { host: 'posthorn.test', 'x-forwarded-proto': 'https', 'sec-fetch-site': 'same-origin' };

interface RawResponse {
  readonly status: number;
  readonly cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: a response may be anything
  readonly json: any;
}

async function send(
  node: TestServer,
  { method, target }: typeof WHOAMI,
  { body, ...headers }: Readonly<Record<string, string>> = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(node.baseUrl);
  const sent = request({ hostname, port, method, path: target, headers: { ...BALANCED, ...headers } });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const piece of response) text += piece;
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { status: response.statusCode, cookie, json: JSON.parse(text) };
}

describePostgres('a log-in on several nodes', () => {
  const database = startedOnce(createPostgres);

  test('counts on each of them while the node of the log-in lives, and is renewed by another one', async () => {
    const config = { database: database.url, adminToken: 'admin-of-nodes', secretKey: 'ab'.repeat(32) };
    const [a, b] = [await startTestServer({ config }), await startTestServer({ config })];
    const login = { method: 'POST', target: '/api/v1/auth/browser-session' };
    const { cookie, json } = await send(a, login, { authorization: `Bearer ${a.adminToken}` });
    const page: SigningPage = json;
    const withKey = async () => (await send(b, WHOAMI, { cookie, 'posthorn-page-key': json.pageKey })).status;
    const signed = async (from: SigningPage) =>
      (await send(b, WHOAMI, { cookie, 'posthorn-page-key': signedHeader(from, WHOAMI) })).status;
    // As soon as it has heard of the other one.
    await eventually(async () => expect(await withKey()).toBe(200));
    expect(await signed(page)).toBe(200);
    await a.stop();
    await eventually(async () => expect(await withKey()).toBe(401));
    expect(await signed(page)).toBe(401);
    const challenge = { method: 'POST', target: `/api/v1/auth/browser-session/${json.id}/challenge` };
    const proven = await send(b, challenge, {
      'content-type': 'application/json',
      body: JSON.stringify({ nonce: 'a'.repeat(64) }),
    });
    expect(await signed({ ...page, run: proven.json.run, now: proven.json.now })).toBe(200);
    await a.remove();
    await b.remove();
  });
});
