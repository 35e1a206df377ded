import { beforeAll, expect, test } from 'vitest';
import { describePostgres, testOnFile } from '../../support/engines';
import { createPostgres } from '../../support/postgres-for-tests';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let app: string;

beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
});

/** A response that has begun and stays open. */
interface OpenStream {
  /** Resolves when it ends, however it does. */
  readonly ended: Promise<void>;
}

async function open(path: string, headers: Readonly<Record<string, string>>, from = server.baseUrl) {
  const response = await fetch(from + path, { headers: { accept: 'text/event-stream', ...headers } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const ended = response.text().then(
    () => undefined,
    () => undefined,
  );
  return { ended } satisfies OpenStream;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A new admin token of the sender. */
async function newToken(from: TestServer = server) {
  return (await from.call('POST', '/auth/token', { name: 'T' })).json as { id: string; token: string };
}

/** What a page of a browser sends that was logged in with this token. */
async function logIn(token: string) {
  const response = await fetch(`${server.baseUrl}/api/v1/auth/browser-session`, {
    method: 'POST',
    headers: { ...bearer(token), 'sec-fetch-site': 'same-origin' },
  });
  const { id, pageKey } = (await response.json()) as { id: string; pageKey: string };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { id, page: { cookie, 'posthorn-page-key': pageKey, 'sec-fetch-site': 'same-origin' } };
}

test('a live stream ends when its token is revoked, and that of another token goes on', async () => {
  const [first, second] = [await newToken(), await newToken()];
  const streams = [
    await open('/api/v1/live', bearer(first.token)),
    await open('/api/v1/live', bearer(second.token)),
  ];
  await server.call('DELETE', `/auth/token/${first.id}`);
  await streams[0]?.ended;
  const isOver = await Promise.race([streams[1]?.ended.then(() => true), newToken().then(() => false)]);
  expect(isOver).toBe(false);
  await server.call('DELETE', `/auth/token/${second.id}`);
  await streams[1]?.ended;
});

testOnFile('a live stream ends when its token is rotated, or has expired', async () => {
  const rotated = await newToken();
  const expiresAt = new Date(Date.now() + 600).toISOString();
  const brief = (await server.call('POST', '/auth/token', { name: 'B', expiresAt })).json;
  const streams = [
    await open('/api/v1/live', bearer(rotated.token)),
    await open('/api/v1/live', bearer(brief.token)),
  ];
  await server.call('POST', `/auth/token/${rotated.id}/rotate`);
  await Promise.all(streams.map(({ ended }) => ended));
});

testOnFile(
  'live streams of a browser end when it is logged out, or the token it was logged in with is revoked',
  async () => {
    const { id, token } = await newToken();
    const [page, other] = [await logIn(token), await logIn(token)];
    const streams = [await open('/api/v1/live', page.page), await open('/api/v1/live', other.page)];
    await server.call('DELETE', `/auth/browser-session/${page.id}`);
    await streams[0]?.ended;
    await server.call('DELETE', `/auth/token/${id}`);
    await streams[1]?.ended;
  },
);

testOnFile(
  'a stream that is passed on from another instance ends when its token here is revoked',
  async () => {
    const { id, token } = await newToken();
    const connection = await server.create('/connections', {
      name: 'Itself',
      baseUrl: server.baseUrl,
      token: server.adminToken,
    });
    const stream = await open(`/remote/${connection}/api/v1/live`, bearer(token));
    await server.call('DELETE', `/auth/token/${id}`);
    await stream.ended;
  },
);

test('a page of a share link hears at once that its link was revoked, and so does each of its frames', async () => {
  const frame = { letter: 'A', name: 'E', colour: 'teal', featureFlags: [], theme: 'light' };
  const { id, url } = (
    await server.call('POST', '/share-links', { appId: app, page: '/catalog', widthPx: 800, frames: [frame] })
  ).json;
  const token = new URL(url).hash.slice('#key='.length);
  const shared = (await server.call('GET', '/shared-preview', undefined, { token })).json;
  const streams = [
    await open('/api/v1/auth/until-ended', bearer(token)),
    await open('/api/v1/auth/until-ended', bearer(shared.frames[0].token)),
  ];
  await server.call('DELETE', `/share-links/${id}`);
  await Promise.all(streams.map(({ ended }) => ended));
});

testOnFile('a page of a customer hears at once that its session has ended', async () => {
  const [first, second] = [await server.portalToken(app, { sessionId: 's' }), await server.portalToken(app)];
  const streams = [
    await open('/api/v1/auth/until-ended', bearer(first)),
    await open('/api/v1/auth/until-ended', bearer(second)),
  ];
  await server.call('POST', `/auth/app/${app}/expire-all`, { sessionIds: ['s'] });
  await streams[0]?.ended;
  await server.call('POST', '/auth/logout', undefined, { token: second });
  await streams[1]?.ended;
});

testOnFile('one token cannot hold more than 200 streams open', async () => {
  const { id, token } = await newToken();
  const streams: OpenStream[] = [];
  for (let n = 0; n < 200; n++) streams.push(await open('/api/v1/auth/until-ended', bearer(token)));
  const refused = await server.call('GET', '/auth/until-ended', undefined, { token });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await server.call('GET', '/auth/whoami', undefined, { token })).status).toBe(200);
  await server.call('DELETE', `/auth/token/${id}`);
  await Promise.all(streams.map(({ ended }) => ended));
});

describePostgres('two nodes', () => {
  test('a stream at one node ends when its token is revoked at another', async () => {
    const database = await createPostgres();
    const config = {
      database: database.url,
      adminToken: 'the-admin-token-of-two-nodes',
      secretKey: 'ab'.repeat(32),
    };
    const a = await startTestServer({ config });
    const b = await startTestServer({ config });
    const { id, token } = await newToken(a);
    const stream = await open('/api/v1/live', bearer(token), a.baseUrl);
    await b.call('DELETE', `/auth/token/${id}`);
    await stream.ended;
    await Promise.all([a.remove(), b.remove()]);
    await database.remove();
  });
});
