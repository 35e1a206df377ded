import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../../src-server/http/all-routes';
import type { Route } from '../../../src-server/http/route';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/**
 * Every row of the route table against every kind of caller. The rows are only read, so they need no parts. What
 * is asked here is whether a caller gets past the door: 401 and 403 are the door, anything else is beyond it.
 */
const rows: readonly Route[] = allRoutes({} as never);

let server: TestServer;
const tokens: Record<string, string | null> = { nobody: null, wrong: 'psth_wrong' };
let own: string;
let other: string;

beforeAll(async () => {
  server = await startTestServer();
  own = (await server.call('POST', '/app', { name: 'Own' })).json.id;
  other = (await server.call('POST', '/app', { name: 'Other' })).json.id;
  const mint = async (body: object) =>
    (await server.call('POST', '/auth/token', { name: 't', ...body })).json.token;
  const portal = async (body: object) =>
    (await server.call('POST', `/auth/app-portal-access/${own}`, body)).json.token;
  tokens.admin = await mint({});
  tokens.reader = await mint({ featureFlags: [] });
  tokens.portal = await portal({});
  tokens.viewer = await portal({ readOnly: true });
  tokens.bare = await portal({ capabilities: [] });
  tokens.query = null;
  // What once let in, or has not yet: revoked, expired, the link that nobody followed, the key that was replaced.
  const revoked = (await server.call('POST', '/auth/token', { name: 't' })).json;
  await server.call('DELETE', `/auth/token/${revoked.id}`);
  tokens.revoked = revoked.token;
  tokens.expired = await portal({ sessionId: 'expired' });
  await server.call('POST', `/auth/app/${own}/expire-all`, { sessionIds: ['expired'] });
  tokens.link = await portal({ oneTime: true });
  const integration = (await server.call('POST', `/app/${own}/integration`, { name: 'i' })).json.id;
  const rotate = `/app/${own}/integration/${integration}/key/rotate`;
  tokens.replaced = (await server.call('POST', rotate)).json.key;
  tokens.integration = (await server.call('POST', rotate)).json.key;
});
afterAll(() => server.remove());

/** A path with things in it that are not there, so that no call changes anything that matters here. */
function pathOf(row: Route, app: string): string {
  return row.path
    .replace('{app}', app)
    .replace(/\{(\w+)\}/g, (_all, name: string) => (name === 'endpoint' ? 'ep_none' : `${name}_none`));
}

async function ask(row: Route, who: string, app: string): Promise<number> {
  // Logging out would end the very token the next rows need.
  const token = tokens[who] ?? null;
  const path =
    pathOf(row, app) +
    (who === 'query' ? `?token=${server.adminToken}&authorization=${server.adminToken}` : '');
  const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : null;
  return (await server.call(row.method, path, body, { token })).status;
}

/** Who may pass, by the words of the specification of access, not by the code that decides. */
function mayPass(row: Route, who: string): boolean {
  if (row.access === 'public') return true;
  if (who === 'admin') return true;
  if (who === 'reader')
    return ['reader', 'any'].includes(row.access) && [undefined, 'ViewBase'].includes(row.capability);
  if (!['portal', 'any'].includes(row.access)) return false;
  if (who === 'portal' || who === 'integration') return true;
  if (who === 'viewer') return row.capability === undefined || row.capability === 'ViewBase';
  if (who === 'bare') return row.capability === undefined;
  return false;
}

/** A one-time token is sent in the body: without one that is a body that does not fit. */
const mayEverybodyTry = (row: Route) => row.access === 'public';

const changesNothing = (row: Route) =>
  row.path !== '/auth/logout' && !(row.path === '/app/{app}' && row.method === 'DELETE');

describe.each(rows.filter(changesNothing).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s',
  (_name, row) => {
    test.each(['admin', 'reader', 'portal', 'integration', 'viewer', 'bare'])(
      'for a token of kind %s',
      async (who) => {
        const status = await ask(row, who, own);
        if (mayPass(row, who)) expect([401, 403]).not.toContain(status);
        else expect(status).toBe(403);
      },
    );

    test.each(['nobody', 'wrong', 'query', 'revoked', 'expired', 'link', 'replaced'])(
      'for %s',
      async (who) => {
        const status = await ask(row, who, own);
        if (mayEverybodyTry(row)) expect([200, 422]).toContain(status);
        else expect(status).toBe(401);
      },
    );
  },
);

describe.each(
  rows
    .filter((row) => row.path.startsWith('/app/{app}'))
    .map((row) => [`${row.method} ${row.path}`, row] as const),
)('%s', (_name, row) => {
  test('hides other applications from a portal token', async () => {
    expect(await ask(row, 'portal', other)).toBe(404);
    expect(await ask(row, 'bare', other)).toBe(404);
    expect(await ask(row, 'integration', other)).toBe(404);
    expect(await ask(row, 'portal', 'app_none')).toBe(404);
  });
});

describe('the rows', () => {
  test('that change something are never open to a read token or to everybody', () => {
    const open = rows.filter(
      (row) => row.method !== 'GET' && ['reader', 'any', 'public'].includes(row.access),
    );
    expect(open.map((row) => row.path)).toEqual([
      '/event-type/schema/generate-example',
      '/auth/one-time-token', // what it takes is itself a secret
    ]);
  });

  test('that show or change secrets, create messages or change an application, say who may', () => {
    const access = Object.fromEntries(
      rows.map((row) => [`${row.method} ${row.path}`, row.capability ?? row.access]),
    );
    expect(access).toMatchObject({
      'GET /app/{app}/endpoint/{endpoint}/secret': 'ViewEndpointSecret',
      'POST /app/{app}/endpoint/{endpoint}/secret/rotate': 'ManageEndpointSecret',
      'POST /app/{app}/msg': 'admin',
      'DELETE /app/{app}/msg/{message}/content': 'admin',
      'PUT /app/{app}': 'admin',
      'PATCH /app/{app}': 'admin',
      'DELETE /app/{app}': 'admin',
      'GET /app': 'reader',
      'POST /auth/token': 'admin',
      'GET /auth/app/{app}/session': 'admin',
      'GET /app/{app}/integration/{integration}/key': 'admin',
      'POST /app/{app}/integration/{integration}/key/rotate': 'admin',
    });
  });

  test('below an application that a customer may use name a capability', () => {
    const open = rows.filter(
      (row) => row.path.startsWith('/app/{app}') && row.access !== 'admin' && !row.capability,
    );
    expect(open).toEqual([]);
  });
});
