import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAdmitted } from '../../../src-server/access/authorize';
import type { Principal } from '../../../src-server/access/principal';
import { systemClock } from '../../../src-server/base/clock';
import {
  kindRefusal,
  LIMITED_KINDS,
  type LimitedKind,
  OPERATIONS_OF_KIND,
} from '../../../src-server/contract/token-kinds';
import { allRoutes } from '../../../src-server/http/all-routes';
import type { Route } from '../../../src-server/http/route';
import { some } from '../../support/share';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/**
 * Every row of the route table with every kind of caller. The rows are only read, so they need no parts. The test
 * covers authorization alone: 401 and 403 refuse a caller, any other status lets it pass. The expectation is in
 * `expected`, once, and follows the specification instead of the code that decides.
 */
const rows: readonly Route[] = allRoutes({} as never);

/** Callers without valid credentials. */
const NOBODIES = [
  'no token',
  'garbage',
  'another scheme',
  'in the query',
  'expired',
  'revoked',
  'expired portal',
  'ended portal',
  'unfollowed link',
  'replaced key',
  'replaced polling token',
  'expired share link',
  'revoked share link',
  'unknown share link',
] as const;
/** Tokens of the sender, and portal tokens of the requested application. */
const HOLDERS = [
  'admin',
  'reader',
  'support',
  'catalog editor',
  'reader with flags',
  'portal',
  'restricted portal',
  'bare portal',
  'share link',
  'frame of the catalog',
  'frame of the endpoints',
  'polling token',
] as const;
/** Who may do what an admin and a portal token may. */
const ALIKE = ['minted admin', 'integration'] as const;
/** What a share link shows, row by row: everything else is closed to it. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'share link': ['GET /auth/whoami', 'GET /auth/until-ended', 'GET /shared-preview'],
  'frame of the catalog': [
    'GET /app/{app}',
    'GET /auth/whoami',
    'GET /auth/until-ended',
    'GET /event-type',
    'GET /event-type/export',
    'GET /event-type/{name}',
    'GET /event-type/{name}/example',
  ],
  'frame of the endpoints': [
    'GET /app/{app}',
    'GET /app/{app}/endpoint',
    'GET /app/{app}/endpoint/{endpoint}/stats',
    'GET /app/{app}/history',
    'GET /app/{app}/stats',
    'GET /auth/whoami',
    'GET /auth/until-ended',
    'GET /event-type',
    'GET /event-type/export',
    'GET /event-type/{name}',
    'GET /event-type/{name}/example',
  ],
};
/** What the token of a polling endpoint reads. */
const POLLED = [
  'GET /app/{app}/poller/{poller}',
  'GET /app/{app}/poller/{poller}/consumer/{consumer}',
  'POST /app/{app}/poller/{poller}/consumer/{consumer}/seek',
  'GET /app/{app}/polling-endpoint/{poller}/consumer/{consumer}',
  'POST /app/{app}/polling-endpoint/{poller}/consumer/{consumer}/commit',
];
/** About the caller itself, whoever of the sender it is. */
const ITSELF = [
  'GET /auth/whoami',
  'GET /auth/until-ended',
  'POST /auth/logout',
  'POST /auth/browser-session',
];
/** GET requests of secrets, headers of endpoints, tokens, connections, and what a run of an editor needs. */
const CLOSED_TO_READERS =
  /secret|\/headers$(?<!\/attempt\/\{attempt\}\/headers)|\/key$|\/transformation$|^\/auth\/|^\/connections|^\/sync-receipts|^\/share|^\/receiver|^\/public-page\/domain-check|^\/event-type\/import\/progress|\/poller\/|\/polling-endpoint\/\{poller\}\/consumer\/\{consumer\}$/;
/** POST requests that only read. */
const READING = [
  'POST /app/{app}/endpoint-filter/try',
  'POST /app/{app}/msg/precheck/active',
  'POST /event-type/schema/check',
  'POST /event-type/schema/generate-example',
  'POST /event-type/{name}/check-payload',
  'POST /stats/usage/app',
];
const HELPING = [
  'PATCH /app/{app}/endpoint/{endpoint}',
  'POST /app/{app}/background-task/{task}/stop',
  'POST /app/{app}/endpoint/{endpoint}/bulk-replay',
  'POST /app/{app}/endpoint/{endpoint}/recover',
  'POST /app/{app}/endpoint/{endpoint}/replay-missing',
  'POST /app/{app}/endpoint/{endpoint}/retry-now',
  'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend',
  'POST /app/{app}/msg/{message}/retry-now',
];
const SEEN_BY_EDITORS = ['GET /app', 'GET /app/{app}', 'GET /portal/texts', 'GET /portal/texts/{language}'];
const CATALOG =
  /^(\/event-type|\/catalog\/flag-sets|\/flag-releases|\/portal-preview-drafts|\/share-links|\/public-page|\/settings|\/sample\/catalog)/;
type Row = Pick<Route, 'method' | 'path'>;
const idOf = ({ method, path }: Row) => `${method} ${path}`;
const reads = (row: Row) =>
  [...ITSELF, ...READING].includes(idOf(row)) || (row.method === 'GET' && !CLOSED_TO_READERS.test(row.path));
/** The kinds of tokens without flags. A new row is either one of these, or named here as closed. */
const LIMITED: Readonly<Record<string, (row: Row) => boolean>> = {
  reader: reads,
  support: (row) => reads(row) || HELPING.includes(idOf(row)),
  'catalog editor': (row) =>
    [...ITSELF, ...SEEN_BY_EDITORS].includes(idOf(row)) ||
    (CATALOG.test(row.path) && idOf(row) !== 'GET /event-type/{name}/usage'),
};
/** Portal tokens, and a frame of a share link, of another application than the requested one. */
const STRANGERS = [
  'portal of another',
  'restricted portal of another',
  'bare portal of another',
  'frame of the endpoints of another',
  'polling token of another',
] as const;
type Who =
  | (typeof NOBODIES)[number]
  | (typeof HOLDERS)[number]
  | (typeof ALIKE)[number]
  | (typeof STRANGERS)[number];

/** 'passes': authorized, whatever the result. Otherwise the status of the refusal. */
function expected(row: Route, who: Who): 'passes' | 401 | 403 | 404 {
  if (row.access === 'public') return 'passes';
  if ((NOBODIES as readonly string[]).includes(who)) return 401;
  if (who === 'admin' || who === 'minted admin') return row.access === 'share' ? 403 : 'passes';
  // For a portal token or a share link, other applications do not exist, whatever it may do in its own.
  const isStranger = (STRANGERS as readonly string[]).includes(who);
  if (isStranger && isBelowApplication(row)) return 404;
  return mayCall(row, who.replace(' of another', '')) ? 'passes' : 403;
}

function isBelowApplication(row: Route): boolean {
  return row.path.startsWith('/app/{app}');
}

function mayCall(row: Route, kind: string): boolean {
  const { access, capability, method, path } = row;
  const shown = SHARED[kind];
  if (shown) return shown.includes(`${method} ${path}`);
  if (kind === 'polling token') return POLLED.includes(`${method} ${path}`);
  if (kind in LIMITED) return LIMITED[kind]?.(row) ?? false;
  if (kind === 'reader with flags')
    return ['reader', 'any'].includes(access) && [undefined, 'ViewBase'].includes(capability);
  if (!['portal', 'any'].includes(access)) return false;
  if (['portal', 'integration'].includes(kind) || capability === undefined) return true;
  return kind === 'restricted portal' && capability === 'ViewBase';
}

let server: TestServer;
let own: string;
const tokens = new Map<Who, string | null>();

beforeAll(async () => {
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  server = await startTestServer({ parts: { clock } });
  own = await server.create('/app', { name: 'Own' });
  const other = await server.create('/app', { name: 'Other' });
  const mint = async (body: object) =>
    (await server.call('POST', '/auth/token', { name: 't', ...body })).json;
  const portal = (app: string, body: object) => server.portalToken(app, body);

  const expired = await mint({ expiresAt: new Date(clock.now() + 60_000).toISOString() });
  const share = async (app: string, page: string, expiry?: number) => {
    const frames = [{ letter: 'A', name: 'All', colour: 'sky', featureFlags: [], theme: 'light' }];
    const body = { appId: app, page, widthPx: 834, frames, expiry };
    const { id, url } = (await server.call('POST', '/share-links', body)).json;
    const key = new URL(url).hash.slice('#key='.length);
    const opened = await server.call('GET', '/shared-preview', undefined, { token: key });
    return { id, key, frame: opened.json.frames[0].token as string };
  };
  const expiredShare = await share(own, '/catalog', 3600);
  const revokedShare = await share(own, '/catalog');
  await server.call('DELETE', `/share-links/${revokedShare.id}`);
  const shared = await share(own, '/catalog');
  const revoked = await mint({});
  await server.call('DELETE', `/auth/token/${revoked.id}`);
  const shortPortal = await portal(own, { expiry: 3600 });
  const ended = await portal(own, {});
  await server.call('POST', '/auth/logout', undefined, { token: ended });
  aheadMs = 2 * 3_600_000;
  const link = await portal(own, { oneTime: true });
  const integration = await server.create(`/app/${own}/integration`, { name: 'i' });
  const rotateKey = async (): Promise<string> =>
    (await server.call('POST', `/app/${own}/integration/${integration}/key/rotate`)).json.key;
  const replaced = await rotateKey();
  const polling = async (app: string) => {
    const poller = await server.create(`/app/${app}/polling-endpoint`, {});
    return (await server.call('GET', `/auth/app/${app}/poller/${poller}/token`)).json.token as string;
  };
  const replacedPoller = await server.create(`/app/${own}/polling-endpoint`, {});
  const oldPolling = await server.call('GET', `/auth/app/${own}/poller/${replacedPoller}/token`);
  await server.call('POST', `/auth/app/${own}/poller/${replacedPoller}/token/rotate`, { oldTokenExpiry: 0 });
  const all: readonly (readonly [Who, string | null])[] = [
    ['no token', null],
    ['garbage', 'psth_wrong'],
    ['another scheme', null],
    ['in the query', null],
    ['expired', expired.token],
    ['revoked', revoked.token],
    ['expired portal', shortPortal],
    ['ended portal', ended],
    ['unfollowed link', link],
    ['replaced key', replaced],
    ['expired share link', expiredShare.frame],
    ['revoked share link', revokedShare.frame],
    ['unknown share link', `${shared.key.slice(0, -4)}AAAA`],
    ['share link', shared.key],
    ['frame of the catalog', shared.frame],
    ['frame of the endpoints', (await share(own, '/endpoints')).frame],
    ['frame of the endpoints of another', (await share(other, '/endpoints')).frame],
    ['replaced polling token', oldPolling.json.token],
    ['polling token', await polling(own)],
    ['polling token of another', await polling(other)],
    ['integration', await rotateKey()],
    ['admin', server.adminToken],
    ['minted admin', (await mint({})).token],
    ['reader', (await mint({ kind: 'reader' })).token],
    ['support', (await mint({ kind: 'support' })).token],
    ['catalog editor', (await mint({ kind: 'catalog' })).token],
    ['reader with flags', (await mint({ featureFlags: [] })).token],
    ['portal', await portal(own, {})],
    ['restricted portal', await portal(own, { readOnly: true })],
    ['bare portal', await portal(own, { capabilities: [] })],
    ['portal of another', await portal(other, {})],
    ['restricted portal of another', await portal(other, { readOnly: true })],
    ['bare portal of another', await portal(other, { capabilities: [] })],
  ];
  for (const [who, token] of all) tokens.set(who, token);
});
afterAll(() => server.remove());

/** A path whose parameters name nothing that exists, so that no call changes anything relevant. */
function pathOf(row: Route, app: string): string {
  return row.path
    .replace('{app}', app)
    .replace(/\{(\w+)\}/g, (_all, name: string) => (name === 'endpoint' ? 'ep_none' : `${name}_none`));
}

async function ask(row: Route, who: Who, app: string): Promise<number> {
  const query =
    who === 'in the query' ? `?token=${server.adminToken}&authorization=${server.adminToken}` : '';
  const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : null;
  const basic = Buffer.from(`admin:${server.adminToken}`).toString('base64');
  const headers = who === 'another scheme' ? { headers: { authorization: `Basic ${basic}` } } : {};
  const options = { token: tokens.get(who) ?? null, ...headers };
  return (await server.call(row.method, pathOf(row, app) + query, body, options)).status;
}

// These would delete the tokens or the application that the next rows need; `passes` is tested elsewhere.
const endsSomething = (row: Route) =>
  ['/auth/logout', '/auth/app/{app}/expire-all'].includes(row.path) ||
  (row.path === '/app/{app}' && row.method === 'DELETE');

// One test for all callers of a row: with one for each, most of the time would go into starting and reporting tests.
test.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s lets pass whom it should, and refuses everybody else',
  async (_name, row) => {
    const turn = rows.indexOf(row);
    // What makes somebody a nobody does not depend on the row: in the gate, each row is asked by one in seven of them.
    const nobodies = some(NOBODIES, 7, turn);
    // Nor does it depend on the row that these may do the same as an admin and as a portal.
    const alike = some(ALIKE, 4, turn);
    // Where there is no application in the path, nobody is a stranger.
    const strangers = isBelowApplication(row) ? STRANGERS : some(STRANGERS, 4, turn);
    const callers = [...nobodies, ...HOLDERS, ...alike, ...strangers].filter(
      (who) => !endsSomething(row) || expected(row, who) !== 'passes',
    );
    const outcomeOf = async (who: Who): Promise<[Who, ReturnType<typeof expected> | number]> => {
      const status = await ask(row, who, own);
      const hasPassed = expected(row, who) === 'passes' && ![401, 403].includes(status);
      return [who, hasPassed ? 'passes' : status];
    };
    const outcomes = await Promise.all(callers.map(outcomeOf));
    expect(outcomes).toEqual(callers.map((who) => [who, expected(row, who)]));
  },
);

describe.each(rows.filter(isBelowApplication).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s',
  (_name, row) => {
    test('answers 404 to a portal token for a missing application', async () => {
      expect(await ask(row, 'portal', 'app_none')).toBe(404);
      expect(await ask(row, 'bare portal', 'app_none')).toBe(404);
    });
  },
);

describe('the rows', () => {
  test('that write are never open to a read token or to everybody', () => {
    const open = rows.filter(
      (row) => row.method !== 'GET' && ['reader', 'any', 'public'].includes(row.access),
    );
    expect(open.map((row) => row.path).sort()).toEqual([
      // Answers a challenge before a page sends anything else; writes nothing.
      '/auth/browser-session/{session}/challenge',
      // The body itself is the credential.
      '/auth/one-time-token',
      '/event-type/schema/generate-example',
      // Validates the body; writes nothing.
      '/event-type/{name}/check-payload',
      // Answers a challenge before a token exists; writes nothing.
      '/server-proof',
    ]);
  });

  test('that show or change secrets, create messages or change an application, state who may call them', () => {
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
    });
  });

  test('below an application that a customer may use name a capability', () => {
    const open = rows.filter(
      (row) => row.path.startsWith('/app/{app}') && row.access !== 'admin' && !row.capability,
    );
    expect(open).toEqual([]);
  });
});

test('what a kind of token may call is an operation that exists', () => {
  const known = new Set(rows.map(idOf));
  const listed = LIMITED_KINDS.flatMap((kind) => [...OPERATIONS_OF_KIND[kind]]);
  expect([...new Set(listed)].filter((operation) => !known.has(operation))).toEqual([]);
});

test('what the contract says that a kind of token may not do is exactly what the route table refuses it', () => {
  const principalOf = (tokenKind: LimitedKind): Principal => ({
    kind: 'limited',
    tokenKind,
    tokenId: 'tok_1',
    featureFlags: null,
    expiresAt: null,
  });
  const faults = LIMITED_KINDS.flatMap((kind) =>
    rows
      .filter((row) => isAdmitted(principalOf(kind), row) !== (kindRefusal(kind, idOf(row)) === null))
      .map((row) => `${kind}: ${idOf(row)}`),
  );
  expect(faults).toEqual([]);
});
