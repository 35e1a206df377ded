import { beforeEach, describe, expect, test } from 'vitest';
import { SHARE_LINKS_MAX } from '../../../src-server/contract/limits';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

/** A share link shows exactly the frames it was made for, to whoever has it, until it ends. */

const DAY_MS = 86_400_000;
const EVERYONE = { letter: 'A', name: 'Everyone', colour: 'sky', featureFlags: [], theme: 'light' };
const BETA = { letter: 'B', name: 'Beta', colour: 'amber', featureFlags: ['beta'], theme: 'dark' };
const STORED = [
  { name: 'invoice.paid', description: 'Paid.', schemas: { 1: { type: 'object', title: 'Stored' } } },
  { name: 'invoice.voided', description: 'Voided.', featureFlags: ['beta'] },
  { name: 'order.hidden', description: 'Hidden.', featureFlags: ['internal'] },
  { name: 'order.old', description: 'Old.', archived: true },
];

let clock: FakeClock;
const server = startedForEach(() => {
  clock = new FakeClock(Date.parse('2026-05-01T12:00:00Z'));
  return startTestServer({ parts: { clock } });
});
let app: string;

beforeEach(async () => {
  for (const eventType of STORED) await server.call('POST', '/event-type', eventType);
  const made = await server.call('POST', '/app', { name: 'Acme', uid: 'acme', metadata: { plan: 'gold' } });
  app = made.json.id;
});

const shareBody = (more: object = {}) => ({
  appId: app,
  page: '/catalog',
  widthPx: 834,
  frames: [EVERYONE, BETA],
  ...more,
});
const post = (more: object = {}) => server.call('POST', '/share-links', shareBody(more));
const as = (token: string, path: string, method = 'GET', body?: unknown) =>
  server.call(method, path, body, { token });
const keyOf = (url: string) => /^#key=(psthshare_[\w-]{43})$/.exec(new URL(url).hash)?.[1] ?? '';

async function share(more: object = {}) {
  const made = await post(more);
  expect(made.status, made.text).toBe(201);
  const key = keyOf(made.json.url);
  const opened = await as(key, '/shared-preview');
  expect(opened.status, opened.text).toBe(200);
  const tokens = opened.json.frames.map(({ token }: { token: string }) => token) as string[];
  return { id: made.json.id as string, url: made.json.url as string, key, opened: opened.json, tokens };
}

const names = async (token: string) =>
  (await as(token, '/event-type')).json.data.map(({ name }: { name: string }) => name);

async function draftOf(eventTypes: readonly object[], connectionId: string | null = null): Promise<string> {
  return await server.create('/portal-preview-drafts', { connectionId, eventTypes });
}

describe('a share link', () => {
  test('is created with its secret in the fragment alone, and lists without it', async () => {
    const made = await post({ title: 'New invoices' });
    expect(made.status).toBe(201);
    const { url, ...rest } = made.json;
    expect(new URL(url).pathname).toBe('/share/');
    expect(new URL(url).search).toBe('');
    expect(keyOf(url)).not.toBe('');
    const listed = (await server.call('GET', '/share-links')).json.data;
    expect(listed).toEqual([rest]);
    expect(rest).toMatchObject({ title: 'New invoices', lastOpenedAt: null, revokedAt: null, eventTypes: 0 });
    expect(Date.parse(rest.expiresAt) - Date.parse(rest.createdAt)).toBe(7 * DAY_MS);
    expect(JSON.stringify(listed)).not.toContain('psth');
  });

  test('opens as the frames that were shared, with a token and an address for each', async () => {
    await server.call('PATCH', '/settings', { displayName: 'Ada Ltd' });
    const { opened, tokens } = await share({ title: 'Invoices', page: '/catalog/invoice.paid' });
    expect(opened).toMatchObject({
      title: 'Invoices',
      sharedBy: 'Ada Ltd',
      application: 'Acme',
      page: '/catalog/invoice.paid',
      widthPx: 834,
      frames: [
        { ...EVERYONE, source: 'stored' },
        { ...BETA, source: 'stored' },
      ],
    });
    expect(new Set(tokens).size).toBe(2);
    const hash = new URL(opened.frames[1].url).hash.slice('#key='.length);
    expect(JSON.parse(Buffer.from(hash, 'base64').toString())).toEqual({ appId: app, token: tokens[1] });
  });

  test('shows each frame the event types of its flags, as they are stored when somebody looks', async () => {
    const { tokens } = await share();
    const [everyone = '', beta = ''] = tokens;
    expect(await names(everyone)).toEqual(['invoice.paid']);
    expect(await names(beta)).toEqual(['invoice.paid', 'invoice.voided']);
    expect((await as(everyone, '/event-type/invoice.voided')).status).toBe(404);
    expect((await as(beta, '/event-type/order.hidden')).status).toBe(404);
    await server.call('PATCH', '/event-type/invoice.paid', { description: 'Paid in full.' });
    expect((await as(everyone, '/event-type/invoice.paid')).json.description).toBe('Paid in full.');
    expect((await as(everyone, '/event-type/invoice.paid/example')).status).toBe(200);
  });

  test('keeps its frames when the flag sets are changed, and when the server restarts', async () => {
    const { key, tokens } = await share();
    await server.call('PUT', '/catalog/flag-sets', {
      flagSets: [{ letter: 'B', name: 'Other', colour: 'rose', featureFlags: ['internal'] }],
      version: null,
    });
    await server.restart();
    expect((await as(key, '/shared-preview')).json.frames[1]).toMatchObject(BETA);
    expect(await names(tokens[1] ?? '')).toEqual(['invoice.paid', 'invoice.voided']);
  });

  test('says who the frame is, and what of the portal it may show', async () => {
    const { tokens } = await share({ page: '/endpoints' });
    expect((await as(tokens[1] ?? '', '/auth/whoami')).json).toMatchObject({
      kind: 'share',
      appId: app,
      featureFlags: ['beta'],
      capabilities: ['ViewBase'],
      sharedPages: ['catalog', 'endpoints'],
    });
    const catalog = await share();
    expect((await as(catalog.tokens[0] ?? '', '/auth/whoami')).json.sharedPages).toEqual(['catalog']);
  });

  test("shows endpoints only where their page was shared, without the sender's notes and without secrets", async () => {
    const target = { url: 'http://127.0.0.1:9/hook', uid: 'mine', metadata: { owner: 'ops' } };
    const endpoint = await server.create(`/app/${app}/endpoint`, target);
    const [token = ''] = (await share({ page: '/endpoints' })).tokens;
    const listed = (await as(token, `/app/${app}/endpoint`)).json.data;
    expect(listed).toMatchObject([{ url: target.url, uid: null, metadata: {} }]);
    expect((await as(token, `/app/${app}`)).json).toMatchObject({ name: 'Acme', uid: null, metadata: {} });
    for (const path of ['', '/secret', '/headers', '/msg']) {
      expect((await as(token, `/app/${app}/endpoint/${endpoint}${path}`)).status, path).toBe(403);
    }
    expect((await as(token, `/app/${app}/msg`)).status).toBe(403);
    const [catalogToken = ''] = (await share()).tokens;
    expect((await as(catalogToken, `/app/${app}/endpoint`)).status).toBe(403);
  });

  test("shows of an endpoint neither event types that its flags hide, nor channels, description or the URL's query", async () => {
    await server.call('POST', '/event-type', {
      name: 'plan.next',
      groupName: 'launch',
      featureFlags: ['internal'],
    });
    const create = (more: object) => server.create(`/app/${app}/endpoint`, more);
    await create({ url: 'http://127.0.0.1:9/none', filterTypes: ['order.hidden'], filterGroups: ['launch'] });
    await create({
      url: 'http://127.0.0.1:9/some?key=in-query#in-fragment',
      description: 'For the auditors',
      filterTypes: ['invoice.paid', 'invoice.voided', 'order.hidden', 'plan.next'],
      filterGroups: ['invoice', 'launch'],
      channels: ['region-eu'],
    });
    await create({ url: 'http://127.0.0.1:9/all' });
    const draft = await draftOf([{ name: 'plan.next', description: 'Soon.', featureFlags: ['beta'] }]);
    const frames = [EVERYONE, BETA].map((frame) => ({ ...frame, isDraft: frame === BETA }));
    const { tokens } = await share({ page: '/endpoints', previewDraftId: draft, frames });
    const listed = async (token = '') => {
      const { json, text } = await as(token, `/app/${app}/endpoint`);
      expect(text).not.toMatch(/order\.hidden|auditors|region-eu|in-query|in-fragment/);
      return json.data;
    };
    expect(await listed(tokens[0])).toMatchObject([
      { url: 'http://127.0.0.1:9/all', filterTypes: null, filterGroups: null },
      {
        url: 'http://127.0.0.1:9/some',
        description: '',
        filterTypes: ['invoice.paid'],
        eventTypes: ['invoice.paid'],
        filterGroups: ['invoice'],
        channels: null,
      },
      { filterTypes: [], eventTypes: [], filterGroups: [] },
    ]);
    expect(await listed(tokens[1])).toMatchObject([
      { filterTypes: null },
      { filterTypes: ['invoice.paid', 'invoice.voided', 'plan.next'], filterGroups: ['invoice', 'launch'] },
      { filterTypes: [], filterGroups: ['launch'] },
    ]);
  });

  test('writes nothing, and knows no other application', async () => {
    const { key, tokens } = await share({ page: '/endpoints' });
    const other = await server.create('/app', { name: 'Other' });
    for (const token of [key, ...tokens]) {
      expect((await as(token, `/app/${other}`)).status).toBe(404);
      expect((await as(token, '/event-type', 'POST', { name: 'a', description: '' })).status).toBe(403);
      expect((await as(token, '/share-links')).status).toBe(403);
      expect((await as(token, '/auth/logout', 'POST')).status).toBe(403);
      expect(
        (await as(token, '/event-type/invoice.paid/check-payload', 'POST', { payload: {} })).status,
      ).toBe(403);
    }
    expect((await as(tokens[0] ?? '', '/shared-preview')).status).toBe(403);
    expect((await as(key, '/event-type')).status).toBe(403);
    expect((await server.call('GET', '/shared-preview')).status).toBe(403);
  });

  test('has no token of a frame from which the link or another frame follows', async () => {
    const { key, tokens } = await share();
    for (const guess of [
      `${key}.0`,
      `${tokens[0]}.1`,
      tokens[0]?.replace('psthframe_', 'psthshare_') ?? '',
      key.replace('psthshare_', 'psthframe_'),
    ]) {
      expect((await as(guess, '/event-type')).status, guess).toBe(401);
      expect((await as(guess, '/shared-preview')).status, guess).toBe(401);
    }
  });
});

describe('a frame with a draft', () => {
  test('is a copy from when the link was made: of what its flags see, whatever becomes of the draft', async () => {
    const draft = await draftOf([
      { name: 'invoice.paid', description: 'Drafted.', schema: { type: 'object', title: 'Drafted' } },
      { name: 'order.new', description: 'New.', featureFlags: ['beta'] },
      { name: 'order.hidden', description: 'Still hidden.' },
    ]);
    const { opened, tokens, id } = await share({ previewDraftId: draft });
    expect(opened.frames.map(({ source }: { source: string }) => source)).toEqual(['draft', 'draft']);
    const listed = (await server.call('GET', '/share-links')).json.data[0];
    // The archived one too: its own page can be shown. Never what no frame sees.
    expect(listed).toMatchObject({ id, eventTypes: 4 });
    await server.call('PUT', `/portal-preview-drafts/${draft}`, { eventTypes: [] });
    await server.call('DELETE', `/portal-preview-drafts/${draft}`);
    await server.call('PATCH', '/event-type/invoice.paid', { description: 'Changed.' });
    await server.restart();
    expect(await names(tokens[0] ?? '')).toEqual(['invoice.paid']);
    expect(await names(tokens[1] ?? '')).toEqual(['invoice.paid', 'invoice.voided', 'order.new']);
    const shown = (await as(tokens[0] ?? '', '/event-type/invoice.paid')).json;
    expect(shown).toMatchObject({ description: 'Drafted.', schemas: { 1: { title: 'Drafted' } } });
    expect((await as(tokens[0] ?? '', '/event-type/order.new')).status).toBe(404);
    expect((await as(tokens[1] ?? '', '/event-type/order.hidden')).status).toBe(404);
    expect((await as(tokens[1] ?? '', '/event-type/order.old')).status).toBe(200);
  });

  test('stands beside one of the stored catalog', async () => {
    const draft = await draftOf([{ name: 'invoice.paid', description: 'Drafted.' }]);
    const frames = [{ ...EVERYONE, isDraft: false }, BETA];
    const { opened, tokens } = await share({ previewDraftId: draft, frames });
    expect(opened.frames.map(({ source }: { source: string }) => source)).toEqual(['stored', 'draft']);
    const described = async (token = '') => (await as(token, '/event-type/invoice.paid')).json.description;
    expect(await described(tokens[0])).toBe('Paid.');
    expect(await described(tokens[1])).toBe('Drafted.');
  });

  test('is refused without a draft, and with one that is gone', async () => {
    const none = await post({ frames: [{ ...EVERYONE, isDraft: true }] });
    expect(none.status).toBe(422);
    expect(none.json.detail[0].loc).toEqual(['body', 'previewDraftId']);
    expect((await post({ previewDraftId: 'draft_none' })).json.detail[0].loc).toEqual([
      'body',
      'previewDraftId',
    ]);
    expect((await server.call('GET', '/share-links')).json.data).toEqual([]);
  });
});

describe('the end of a share link', () => {
  test('comes at its time, to the millisecond, for open pages too', async () => {
    const { key, tokens } = await share({ expiry: 3600 });
    clock.stall(3_599_999);
    expect((await as(key, '/shared-preview')).status).toBe(200);
    expect(await names(tokens[0] ?? '')).toEqual(['invoice.paid']);
    clock.advance(1);
    const refused = await as(key, '/shared-preview');
    expect(refused.status).toBe(401);
    expect(refused.json.detail).toMatch(/has expired/);
    expect((await as(tokens[0] ?? '', '/event-type')).status).toBe(401);
  });

  test('comes at once when it is revoked, also after a restart, and is said to whoever has the link', async () => {
    const { id, key, tokens } = await share();
    expect((await server.call('DELETE', `/share-links/${id}`)).status).toBe(204);
    expect((await as(tokens[0] ?? '', '/event-type')).status).toBe(401);
    await server.restart();
    const refused = await as(key, '/shared-preview');
    expect(refused.status).toBe(401);
    expect(refused.json.detail).toMatch(/was revoked/);
    expect((await server.call('DELETE', `/share-links/${id}`)).status).toBe(404);
    expect((await as(`${key.slice(0, -4)}AAAA`, '/shared-preview')).json.detail).toBe('Invalid token');
    const [listed] = (await server.call('GET', '/share-links')).json.data;
    expect(listed.revokedAt).toBe('2026-05-01T12:00:00.000Z');
  });

  test('comes with the end of its application', async () => {
    const { key, tokens } = await share();
    await server.call('DELETE', `/app/${app}`);
    const refused = await as(key, '/shared-preview');
    expect(refused.status).toBe(401);
    expect(refused.json.detail).toMatch(/was revoked/);
    for (const path of [`/app/${app}`, '/event-type', '/event-type/invoice.paid', '/auth/whoami']) {
      expect((await as(tokens[0] ?? '', path)).status, path).toBe(401);
    }
    const [listed] = (await server.call('GET', '/share-links')).json.data;
    expect(listed.revokedAt).toBe('2026-05-01T12:00:00.000Z');
  });
});

test('the list says when a link was last opened, to the minute', async () => {
  const { key } = await share();
  const openedAt = async () => (await server.call('GET', '/share-links')).json.data[0].lastOpenedAt;
  expect(await openedAt()).toBe('2026-05-01T12:00:00.000Z');
  clock.advance(30_000);
  await as(key, '/shared-preview');
  expect(await openedAt()).toBe('2026-05-01T12:00:00.000Z');
  clock.advance(30_000);
  await as(key, '/shared-preview');
  expect(await openedAt()).toBe('2026-05-01T12:01:00.000Z');
});

test('pages that hold messages, secrets or forms cannot be shared', async () => {
  for (const page of ['/messages', '/endpoints/new', '/endpoints/ep_1', '/catalog/a/b', 'catalog', '//x']) {
    const refused = await post({ page });
    expect(refused.status, page).toBe(422);
    expect(refused.json.detail[0].loc).toEqual(['body', 'page']);
  }
  expect((await post({ appId: 'none' })).json.detail[0].loc).toEqual(['body', 'appId']);
  expect((await post({ appId: 'acme' })).json.appId).toBe(app);
});

test('one link more than may work at once is refused until another has ended', async () => {
  for (let n = 1; n < SHARE_LINKS_MAX; n += 1) await post();
  const { id } = (await post()).json;
  expect((await post()).json).toMatchObject({ code: 'limit_reached' });
  await server.call('DELETE', `/share-links/${id}`);
  expect((await post()).status).toBe(201);
});

test('the limit of working links holds against requests that come together, and a deleted application frees its own', async () => {
  const together = await Promise.all(Array.from({ length: SHARE_LINKS_MAX + 18 }, () => post()));
  const made = together.filter(({ status }) => status === 201);
  expect(made).toHaveLength(SHARE_LINKS_MAX);
  for (const { status, json } of together) if (status !== 201) expect(json.code).toBe('limit_reached');
  await server.call('DELETE', `/app/${app}`);
  const appId = await server.create('/app', { name: 'Next' });
  expect((await post({ appId })).status).toBe(201);
});
