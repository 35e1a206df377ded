import { afterAll, beforeAll, expect, test } from 'vitest';
import { wide } from '../../support/hostile-content';
import { STALL_MAX_MS } from '../../support/longest-stall';
import { type MeasuredServer, startMeasuredServer } from '../../support/measured-server';
import { share } from '../../support/share';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/*
 * However large a draft of the portal preview and the catalog below it are, neither making it nor reading it holds the
 * event loop of the server for more than 50 ms.
 */

const TYPES = share(5_000);
let here: MeasuredServer;
let there: TestServer;
let app: string;
let connectionId: string;
let turn = 0;

const typeOf = (n: number) => ({
  name: `group${n % 50}.type${n}`,
  description: `Number ${n}.`,
  schemas: { 1: { title: 'stored', properties: wide(10), required: ['p0'] } },
});
/** Almost as much as one event type may hold. */
const LARGE = {
  name: 'zz.large',
  description: 'Large.',
  schemas: { 1: { description: 'x'.repeat(1_900_000) }, 2: { properties: wide(20_000) } },
};

beforeAll(async () => {
  [here, there] = await Promise.all([startMeasuredServer(), startTestServer()]);
  const eventTypes = [...Array.from({ length: TYPES }, (_, n) => typeOf(n)), LARGE];
  for (const server of [here, there]) await server.call('POST', '/event-type-bulk', { eventTypes });
  const connection = { name: 'There', baseUrl: there.baseUrl, token: there.adminToken };
  connectionId = (await here.call('POST', '/connections', connection)).json.id;
  const fetched = await here.call('POST', `/connections/${connectionId}/working-copy/fetch`);
  expect(fetched.status, fetched.text.slice(0, 300)).toBe(200);
  app = (await here.call('POST', '/app', { name: 'Hostile' })).json.id;
}, 300_000);
afterAll(async () => {
  await Promise.all([here?.remove(), there?.remove()]);
});

async function expectNoStall(work: () => Promise<unknown>): Promise<void> {
  const stall = await here.stallOf(work);
  if (process.env.POSTHORN_STALLS) console.log(expect.getState().currentTestName, Math.round(stall));
  expect(stall).toBeLessThanOrEqual(STALL_MAX_MS);
}

const ask = async (method: string, path: string, body?: unknown, token?: string) => {
  const response = await here.call(method, path, body, token === undefined ? {} : { token });
  expect(response.status, response.text.slice(0, 500)).toBeLessThan(300);
  return response.json;
};
const tokenOf = async (previewDraftId: string, featureFlags: readonly string[]) =>
  (await ask('POST', `/auth/app-portal-access/${app}`, { previewDraftId, featureFlags })).token as string;

/** Every page that the portal reads. */
async function listAll(token: string): Promise<number> {
  let count = 0;
  for (let at = '', done = false; !done; ) {
    const iterator = at === '' ? '' : `&iterator=${at}`;
    const page = await ask('GET', `/event-type?limit=250&with_content=false${iterator}`, undefined, token);
    count += page.data.length;
    ({ iterator: at, done } = page);
  }
  return count;
}

const flagged = () => ({
  eventTypes: Array.from({ length: TYPES }, (_, n) => ({
    name: typeOf(n).name,
    featureFlags: [`turn${turn}`, 'beta'],
  })),
});
/** New event types: in the nightly run as many as a draft may have. */
const created = () => ({
  eventTypes: Array.from({ length: TYPES }, (_, n) => ({
    name: `new${n % 70}.type${n}`,
    description: `Turn ${turn}.`,
    featureFlags: ['beta'],
  })),
});

test('a draft of thousands of changes is made, replaced and read, by those who see all of it and none', async () => {
  for (const [body, all] of [
    [flagged, TYPES + 1],
    [created, 2 * TYPES + 1],
  ] as const) {
    const { id } = await ask('POST', '/portal-preview-drafts', body());
    const [beta, everyone] = [await tokenOf(id, ['beta']), await tokenOf(id, [])];
    await expectNoStall(async () => {
      turn += 1;
      await ask('PUT', `/portal-preview-drafts/${id}`, body());
    });
    await expectNoStall(async () => expect(await listAll(beta)).toBe(all));
    await expectNoStall(async () => expect(await listAll(everyone)).toBe(all - TYPES));
  }
}, 300_000);

test('a working copy of thousands with a draft over it is read', async () => {
  const body = { ...flagged(), connectionId };
  const { id } = await ask('POST', '/portal-preview-drafts', body);
  const [beta, everyone] = [await tokenOf(id, ['beta']), await tokenOf(id, [])];
  await expectNoStall(async () => expect(await listAll(beta)).toBe(TYPES + 1));
  await expectNoStall(async () => expect(await listAll(everyone)).toBe(1));
}, 300_000);

test('a share link of a working copy of thousands with a draft over it is made and read', async () => {
  const { id } = await ask('POST', '/portal-preview-drafts', { ...created(), connectionId });
  const frame = { letter: 'A', name: 'A', colour: 'sky', theme: 'light' };
  const body = { appId: app, page: '/catalog', widthPx: 390, previewDraftId: id };
  const frames = [
    { ...frame, featureFlags: ['beta'] },
    { ...frame, featureFlags: [] },
  ];
  let url = '';
  await expectNoStall(async () => {
    ({ url } = await ask('POST', '/share-links', { ...body, frames }));
  });
  const key = new URL(url).hash.slice('#key='.length);
  const opened = (await ask('GET', '/shared-preview', undefined, key)).frames;
  await expectNoStall(async () => expect(await listAll(opened[0].token)).toBe(2 * TYPES + 1));
  await expectNoStall(async () => expect(await listAll(opened[1].token)).toBe(TYPES + 1));
  await expectNoStall(() => ask('GET', `/event-type/${LARGE.name}`, undefined, opened[1].token));
}, 300_000);

test.each(['the stored catalog', 'a working copy'])(
  'the largest event type over %s is drafted and read',
  async (below) => {
    const over = below === 'a working copy' ? { connectionId } : {};
    const large = { name: LARGE.name, schema: { description: 'y'.repeat(1_900_000) } };
    const { id } = await ask('POST', '/portal-preview-drafts', { eventTypes: [large], ...over });
    const bare = (await ask('POST', '/portal-preview-drafts', over)).id;
    await expectNoStall(() => ask('PUT', `/portal-preview-drafts/${id}`, { eventTypes: [large] }));
    for (const token of [await tokenOf(id, []), await tokenOf(bare, [])]) {
      await expectNoStall(() => ask('GET', `/event-type/${LARGE.name}`, undefined, token));
      await expectNoStall(() =>
        ask('GET', '/event-type?limit=250&with_content=true&order=descending', undefined, token),
      );
    }
  },
  300_000,
);
