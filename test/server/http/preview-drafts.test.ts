import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { FakeClock } from '../../support/fake-clock';
import { type ApiResponse, startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { type CopyWorld, startCopyWorld } from '../sync/copy-world';

/** A draft is seen by the portal tokens made for it, and by nobody and nothing else. */

const HOUR_MS = 3_600_000;
const SCHEMA = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const DRAFT_SCHEMA = { type: 'object', required: ['sum'], examples: [{ sum: 7 }] };
const STORED = [
  { name: 'invoice.paid', description: 'Paid.', schemas: { 1: SCHEMA, 2: { title: 'next' } } },
  { name: 'invoice.voided', description: 'Voided.', featureFlags: ['beta'] },
  { name: 'order.old', description: 'Old.', archived: true },
  { name: 'order.sent', description: 'Sent.' },
];

const DRAFTS = '/portal-preview-drafts';
const clock = new FakeClock(Date.parse('2026-05-01T12:00:00Z'));
const server = startedOnce(() => startTestServer({ parts: { clock } }));
let app: string;

beforeAll(async () => {
  for (const eventType of STORED) await server.call('POST', '/event-type', eventType);
  app = await server.create('/app', { name: 'Acme' });
});

async function draftOf(eventTypes: readonly object[]): Promise<string> {
  const made = await server.call('POST', DRAFTS, { eventTypes });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

const access = (wish: object) => server.call('POST', `/auth/app-portal-access/${app}`, wish);
const tokenFor = async (previewDraftId: string | null, featureFlags: readonly string[] = []) =>
  (await access({ previewDraftId, featureFlags })).json.token as string;
const read = (path: string, token: string) => server.call('GET', path, undefined, { token });
const namesOf = ({ json }: ApiResponse) => json.data.map(({ name }: { name: string }) => name);
const listed = async (token: string) => namesOf(await read('/event-type', token));

describe('a token of a draft', () => {
  testOnFile(
    'lists what the draft has: changed, created and without what is removed, by the same rule of flags',
    async () => {
      const id = await draftOf([
        { name: 'invoice.voided', featureFlags: null },
        { name: 'invoice.paid', featureFlags: ['beta'] },
        { name: 'order.sent', remove: true },
        { name: 'order.new', description: 'New.', featureFlag: 'beta' },
        { name: 'order.old', archived: false },
        { name: 'a.gone', featureFlags: ['beta'] },
      ]);
      expect(await listed(await tokenFor(id))).toEqual(['invoice.voided', 'order.old']);
      expect(await listed(await tokenFor(id, ['beta']))).toEqual([
        'invoice.paid',
        'invoice.voided',
        'order.new',
        'order.old',
      ]);
      const token = await tokenFor(id);
      expect((await read('/event-type/invoice.paid', token)).status).toBe(404);
      expect((await read('/event-type/order.sent', token)).status).toBe(404);
    },
  );

  testOnFile(
    'reads one with the other versions of its schema, checks payloads and gets examples from it',
    async () => {
      const id = await draftOf([{ name: 'invoice.paid', schema: DRAFT_SCHEMA }]);
      const token = await tokenFor(id);
      const eventType = (await read('/event-type/invoice.paid', token)).json;
      expect(eventType).toMatchObject({
        description: 'Paid.',
        schemas: { 1: DRAFT_SCHEMA, 2: { title: 'next' } },
      });
      expect((await read('/event-type/invoice.paid/example', token)).json.example).toEqual({ sum: 7 });
      const check = { payload: { total: 1 } };
      const path = '/event-type/invoice.paid/check-payload';
      expect((await server.call('POST', path, check, { token })).json.fits).toBe(false);
      expect((await server.call('POST', path, check)).json.fits).toBe(true);
      const page = (await read('/event-type?with_content=true&limit=1', token)).json;
      expect(page.data[0].schemas['1']).toEqual(DRAFT_SCHEMA);
      expect((await read('/event-type?limit=1', token)).json.data[0].schemas).toBeNull();
    },
  );

  testOnFile(
    'gets another ETag with each state of the draft, and the stored one of what it does not change',
    async () => {
      const id = await draftOf([{ name: 'invoice.paid', description: 'Once.' }]);
      const token = await tokenFor(id);
      const tag = async (name: string, as = token) =>
        (await read(`/event-type/${name}`, as)).headers.get('etag');
      const stored = await tokenFor(null);
      const first = await tag('invoice.paid');
      expect(first).not.toBe(await tag('invoice.paid', stored));
      expect(await tag('invoice.paid')).toBe(first);
      expect(await tag('order.sent')).toBe(await tag('order.sent', stored));
      await server.call('PUT', `${DRAFTS}/${id}`, {
        eventTypes: [{ name: 'invoice.paid', description: 'Twice.' }],
      });
      expect(await tag('invoice.paid')).not.toBe(first);
      expect((await read('/event-type/invoice.paid', token)).json.description).toBe('Twice.');
    },
  );

  testOnFile('shows what is stored meanwhile wherever the draft does not say otherwise', async () => {
    const id = await draftOf([{ name: 'order.sent', featureFlags: ['beta'] }]);
    const token = await tokenFor(id, ['beta']);
    await server.call('PATCH', '/event-type/order.sent', { description: 'Sent today.' });
    expect((await read('/event-type/order.sent', token)).json).toMatchObject({
      description: 'Sent today.',
      featureFlags: ['beta'],
    });
    await server.call('PATCH', '/event-type/order.sent', { description: 'Sent.' });
  });

  testOnFile('cannot subscribe an endpoint to what only the draft has, nor have a draft sent', async () => {
    const id = await draftOf([
      { name: 'order.new', description: 'New.' },
      { name: 'order.old', archived: false },
      { name: 'invoice.paid', schema: DRAFT_SCHEMA },
    ]);
    const token = await tokenFor(id);
    const post = (path: string, body: object) =>
      server.call('POST', `/app/${app}/endpoint${path}`, body, { token });
    const url = `${server.baseUrl}/receiver/drafts`;
    const refused = await post('', { url, eventTypes: ['order.new', 'order.old', 'order.sent'] });
    expect(refused.status).toBe(422);
    expect(refused.json.detail).toEqual([
      {
        loc: ['body', 'eventTypes'],
        msg: 'The following event types exist only in the draft of this preview: order.new, order.old. Save them first.',
        type: 'value_error',
      },
    ]);
    const made = await post('', { url, eventTypes: ['order.sent', 'invoice.paid', 'name.nobody.has'] });
    expect(made.status, made.text).toBe(201);
    const change = { eventTypes: ['order.new'] };
    expect(
      (await server.call('PATCH', `/app/${app}/endpoint/${made.json.id}`, change, { token })).status,
    ).toBe(422);
    const send = (eventType: string) => post(`/${made.json.id}/send-example`, { eventType });
    const example = await send('invoice.paid');
    expect([example.status, example.json.detail[0].loc]).toEqual([422, ['body', 'eventType']]);
    expect(example.json.detail[0].msg).toContain('invoice.paid is a draft here');
    expect((await send('order.new')).status).toBe(422);
    expect((await send('svix.ping')).status).toBe(202);
    await server.call('DELETE', `/app/${app}/endpoint/${made.json.id}`);
  });
});

test('nobody else sees a draft: not another token, the admin, a reader, the summaries or a delivery', async () => {
  const before = await everythingElse();
  const id = await draftOf([
    { name: 'invoice.paid', description: 'SECRET', schema: DRAFT_SCHEMA, groupName: 'other' },
    { name: 'order.sent', remove: true },
    { name: 'order.new', description: 'SECRET' },
  ]);
  const other = await draftOf([{ name: 'invoice.paid', description: 'Another draft.' }]);
  expect(await listed(await tokenFor(id))).toContain('order.new');
  expect(await everythingElse()).toEqual(before);
  const elsewhere = await tokenFor(other);
  expect((await read('/event-type/invoice.paid', elsewhere)).json.description).toBe('Another draft.');
  expect(await listed(elsewhere)).not.toContain('order.new');
});

async function everythingElse(): Promise<readonly unknown[]> {
  const endpoint = { url: `${server.baseUrl}/receiver/else`, filterGroups: ['invoice'], uid: 'else' };
  await server.call('PUT', `/app/${app}/endpoint/else`, endpoint);
  const reach = (eventType: string) => server.call('POST', `/app/${app}/msg/precheck/active`, { eventType });
  const reader = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: ['beta'] })).json.token;
  const list = '/event-type?with_content=true&include_archived=true';
  const responses = [
    await server.call('GET', list),
    await read(list, reader),
    await read(list, await tokenFor(null, ['beta'])),
    await read('/event-type/invoice.paid/example', await tokenFor(null)),
    await server.call('GET', '/event-type-summaries'),
    await server.call('GET', '/event-type/invoice.paid'),
    await server.call('GET', '/event-type/order.new'),
    await reach('invoice.paid'),
    await reach('order.new'),
  ];
  return responses.map(({ status, text }) => [status, text]);
}

describe('a draft that is gone', () => {
  let id: string;
  let token: string;
  beforeEach(async () => {
    id = await draftOf([{ name: 'order.sent', remove: true }]);
    token = await tokenFor(id);
    expect((await read('/auth/whoami', token)).status).toBe(200);
  });
  const expectRefused = async () => {
    for (const path of ['/event-type', '/event-type/invoice.paid', '/auth/whoami', `/app/${app}`]) {
      expect([path, (await read(path, token)).status]).toEqual([path, 401]);
    }
    expect((await server.call('PUT', `${DRAFTS}/${id}`, {})).status).toBe(404);
    expect((await server.call('DELETE', `${DRAFTS}/${id}`)).status).toBe(404);
    const refused = await access({ previewDraftId: id });
    expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'previewDraftId']]);
  };

  testOnFile('leaves tokens that are refused, and never shows the stored catalog in its place', async () => {
    expect((await server.call('DELETE', `${DRAFTS}/${id}`)).status).toBe(204);
    await expectRefused();
  });

  testOnFile('cannot be taken off its token', async () => {
    expect((await read('/event-type', token.slice(0, token.indexOf('.')))).status).toBe(401);
    const other = await draftOf([]);
    expect((await read('/event-type', token.replace(id, other))).status).toBe(401);
  });

  testOnFile('expires two hours after its last use', async () => {
    const until = (await server.call('PUT', `${DRAFTS}/${id}`, {})).json.expiresAt;
    expect(Date.parse(until)).toBe(clock.now() + 2 * HOUR_MS);
    token = (await access({ previewDraftId: id, expiry: 86_400 })).json.token;
    clock.stall(2 * HOUR_MS - 1000);
    expect((await read('/event-type', token)).status).toBe(200);
    clock.stall(2 * HOUR_MS - 1000);
    expect((await read('/event-type', token)).status).toBe(200);
    clock.stall(2 * HOUR_MS);
    await expectRefused();
  });

  testOnFile(
    'is gone after a restart, which does not turn its token into one of the stored catalog',
    async () => {
      const stored = await tokenFor(null);
      await server.restart();
      expect((await read('/event-type', stored)).status).toBe(200);
      await expectRefused();
    },
  );

  testOnFile('makes room for newer ones, and those that are used stay', async () => {
    for (let n = 0; n < 49; n += 1) await draftOf([]);
    expect((await read('/event-type', token)).status).toBe(200);
    for (let n = 0; n < 49; n += 1) await draftOf([]);
    expect((await read('/event-type', token)).status).toBe(200);
    for (let n = 0; n < 50; n += 1) await draftOf([]);
    await expectRefused();
  });
});

testOnFile('its token ends as others do: logged out, expired with its session, revoked', async () => {
  const id = await draftOf([]);
  const mine = (await access({ previewDraftId: id, sessionId: 'mine' })).json.token;
  await server.call('POST', `/auth/app/${app}/expire-all`, { sessionIds: ['mine'] });
  expect((await read('/event-type', mine)).status).toBe(401);
  const ended = await tokenFor(id);
  expect((await server.call('POST', '/auth/logout', undefined, { token: ended })).status).toBe(204);
  expect((await read('/event-type', ended)).status).toBe(401);
});

testOnFile.each([
  [{ eventTypes: [{ name: 'a b' }] }, '[0]'],
  [{ eventTypes: [{ name: 'a', schema: { type: 'nothing' } }] }, '[0]'],
  [{ eventTypes: [{ name: 'a' }, { name: 'a' }] }, '[1]'],
  [{ eventTypes: [{ description: 'no name' }] }, '[0]'],
  [{ eventTypes: 7 }, 'eventTypes'],
  [{ connectionId: 'con_none' }, 'connectionId'],
])('an invalid draft is refused and names the field: %j', async (body, place) => {
  const refused = await server.call('POST', DRAFTS, body);
  expect(refused.status, refused.text).toBe(422);
  expect(refused.json.detail[0].loc).toContain(place);
});

testOnFile('a link that works once cannot show a draft', async () => {
  const refused = await access({ previewDraftId: await draftOf([]), oneTime: true });
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'previewDraftId']]);
});

testOnFile('a draft is only for the sender', async () => {
  const token = await tokenFor(null);
  for (const [method, path] of [
    ['POST', DRAFTS],
    ['PUT', `${DRAFTS}/x`],
    ['DELETE', `${DRAFTS}/x`],
  ] as const) {
    expect((await server.call(method, path, {}, { token })).status).toBe(403);
  }
});

describe('a draft over a working copy', () => {
  let world: CopyWorld;
  let appHere: string;
  beforeAll(async () => {
    world = await startCopyWorld(STORED);
    appHere = await world.here.create('/app', { name: 'Preview' });
    await world.here.call('POST', '/event-type', { name: 'stored.here', description: 'Of this computer.' });
  });
  afterAll(() => world.close());

  const create = (body: object) =>
    world.here.call('POST', DRAFTS, { connectionId: world.connectionId, ...body });
  const tokenOf = async (previewDraftId: string, featureFlags: readonly string[] = []) =>
    await world.here.portalToken(appHere, { previewDraftId, featureFlags });
  const ask = (path: string, token: string) => world.here.call('GET', path, undefined, { token });

  testOnFile('needs one that has been fetched', async () => {
    const refused = await create({});
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
  });

  test('shows the working copy as it is edited, with the changes over it, while the other server does not answer', async () => {
    await world.call('POST', '/fetch');
    const { json } = await create({ eventTypes: [{ name: 'order.sent', featureFlags: ['beta'] }] });
    const [everyone, beta] = [await tokenOf(json.id), await tokenOf(json.id, ['beta'])];
    world.passed.length = 0;
    expect(namesOf(await ask('/event-type', everyone))).toEqual(['invoice.paid']);
    expect(namesOf(await ask('/event-type', beta))).toEqual(['invoice.paid', 'invoice.voided', 'order.sent']);
    expect(namesOf(await ask('/event-type?include_archived=true', everyone))).toContain('order.old');
    await world.put('invoice.paid', { description: 'Edited.', schema: DRAFT_SCHEMA });
    await world.put('order.made', { description: 'Made here.' });
    await world.call('DELETE', '/event-types/invoice.voided');
    expect(namesOf(await ask('/event-type', beta))).toEqual(['invoice.paid', 'order.made', 'order.sent']);
    const paid = await ask('/event-type/invoice.paid', everyone);
    expect(paid.json).toMatchObject({ description: 'Edited.', schemas: { 1: DRAFT_SCHEMA } });
    expect((await ask('/event-type?with_content=true', everyone)).json.data[0].schemas).toEqual({
      1: DRAFT_SCHEMA,
    });
    expect((await ask('/event-type/invoice.paid/example', everyone)).json.example).toEqual({ sum: 7 });
    await world.put('invoice.paid', { description: 'Edited again.' });
    const again = await ask('/event-type/invoice.paid', everyone);
    expect(again.headers.get('etag')).not.toBe(paid.headers.get('etag'));
    expect(world.passed).toEqual([]);
  });

  test('never mixes with the catalog of this computer, and is gone with its connection', async () => {
    const token = await tokenOf((await create({})).json.id);
    expect((await ask('/event-type/stored.here', token)).status).toBe(404);
    const url = `${world.here.baseUrl}/receiver/copy`;
    const path = `/app/${appHere}/endpoint`;
    const refused = await world.here.call('POST', path, { url, eventTypes: ['order.sent'] }, { token });
    expect(refused.json.detail[0].msg).toContain('exist only in the draft of this preview: order.sent');
    await world.here.call('DELETE', `/connections/${world.connectionId}`);
    expect((await ask('/event-type', token)).status).toBe(401);
    expect((await ask('/event-type/invoice.paid', token)).status).toBe(401);
  });
});
