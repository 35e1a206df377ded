import { beforeAll, expect, test } from 'vitest';
import { LIMITS, type LimitName } from '../../../src-server/contract/limits';
import { ENGLISH_TEXTS } from '../../../src-server/contract/portal-texts/english-texts';
import { listTexts } from '../../../src-server/contract/portal-texts/list-texts';
import { FakeClock } from '../../support/fake-clock';
import { type ApiResponse, startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

// Every named limit holds: input of exactly its size is accepted, and one more is refused as documented.

const DAY_MS = 86_400_000;
const START = Date.parse('2026-05-01T12:00:00Z');
const server = startedOnce(() => startTestServer({ parts: { clock: new FakeClock(START) } }));

beforeAll(async () => {
  await server.call('POST', '/app', { name: 'A', uid: 'a' });
  for (const uid of ['e', 'r']) await post('/app/a/endpoint', { url: 'http://127.0.0.1:9/', uid });
});

const post = (path: string, body: unknown) => server.call('POST', path, body);
const endpoint = (body: object) =>
  post('/app/a/endpoint', { url: 'http://127.0.0.1:9/', disabled: true, ...body });
const message = (body: object) => post('/app/a/msg', { eventType: 'a', payload: {}, ...body });
const many = (count: number, prefix = 'x') => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const text = (length: number) => 'x'.repeat(length);
/** A JSON text of this many bytes, including spaces. */
const ofBytes = (json: string, bytes: number) => json + ' '.repeat(bytes - json.length);
const sent = (path: string, json: string, bytes: number) =>
  server.call('POST', path, undefined, { raw: ofBytes(json, bytes) });

/** An OpenAPI document with these event types. */
const importing = (names: readonly string[]) =>
  webhooksDocument(Object.fromEntries(names.map((name) => [name, { responses: {} }])));

const frame = { letter: 'A', name: 'Everyone', colour: 'sky', featureFlags: [], theme: 'light' };
const shareLink = (more: object) => ({
  appId: 'a',
  page: '/catalog',
  widthPx: 390,
  frames: [frame],
  ...more,
});

/** A file of the look that begins like this, and has this many bytes. */
const lookFile = (kind: string, start: string, bytes: number) => {
  const content = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(bytes)]).subarray(0, bytes);
  return server.call('PUT', `/portal/look/${kind}`, { content: content.toString('base64') });
};

const TEXT_PATHS = [...listTexts(ENGLISH_TEXTS).keys()];
const portalTexts = (texts: object, language = 'de-101') =>
  server.call('PUT', `/portal/texts/${language}`, { texts });

/** A request with this amount of the limited quantity. */
const REQUESTS: Readonly<Record<LimitName, (size: number) => Promise<ApiResponse>>> = {
  // No operation accepts as much; on a missing path, a request that is small enough gets a 404.
  anyBody: (size) => server.call('POST', '/nothing', undefined, { raw: Buffer.alloc(size, ' ') }),
  importBody: (size) =>
    sent('/event-type/import/openapi', JSON.stringify({ spec: importing(['one']), dryRun: true }), size),
  importChoices: (size) =>
    post('/event-type/import/plan', {
      spec: importing(['one']),
      choices: many(size).map((row) => ({ row })),
    }),
  schema: (size) => {
    const schema = { description: text(size - '{"description":""}'.length) };
    return post('/event-type', { name: `schema-${size}`, description: '', schemas: { 1: schema } });
  },
  // Two versions, because one may not be this large.
  schemas: (size) => {
    const room = size - JSON.stringify({ 1: { description: '' }, 2: { description: '' } }).length;
    const half = Math.floor(room / 2);
    const schemas = { 1: { description: text(half) }, 2: { description: text(room - half) } };
    return post('/event-type-bulk', { eventTypes: [{ name: `schemas-${size}`, description: '', schemas }] });
  },
  schemaDepth: (size) => {
    let schema: object = {};
    for (let depth = 1; depth < size; depth += 1) schema = { not: schema };
    return post('/event-type', { name: `deep-${size}`, description: '', schemas: { 1: schema } });
  },
  bulkEventTypes: (size) =>
    post('/event-type-bulk', { eventTypes: many(size).map((n) => ({ name: `bulk-${n}` })) }),
  messageBody: (size) => sent('/app/a/msg', '{"eventType":"a","payload":{}}', size),
  bodyValues: (size) =>
    // Each bracket and each comma outside the payload counts.
    message({ transformationsParams: { unknown: many(size - 6) } }),
  previewDraftEventTypes: (size) =>
    post('/portal-preview-drafts', { eventTypes: many(size).map((name) => ({ name })) }),
  previewDraftBody: (size) => sent('/portal-preview-drafts', '{"eventTypes":[]}', size),
  shareLinkTitle: (size) => post('/share-links', shareLink({ title: text(size) })),
  shareLinkFrames: (size) =>
    post('/share-links', shareLink({ frames: Array.from({ length: size }, () => frame) })),
  logoFile: (size) => lookFile('logo', '\x89PNG\r\n\x1a\n', size),
  fontFile: (size) => lookFile('font', 'wOF2', size),
  portalText: (size) => portalTexts({ [TEXT_PATHS[0] ?? '']: text(size) }),
  portalTexts: (size) => {
    const paths = TEXT_PATHS.slice(0, Math.ceil(size / LIMITS.portalText.max) + 10);
    const empty = JSON.stringify(Object.fromEntries(paths.map((path) => [path, ''])));
    const each = Math.floor((size - empty.length) / paths.length);
    const last = size - empty.length - each * (paths.length - 1);
    return portalTexts(Object.fromEntries(paths.map((path, at) => [path, text(at === 0 ? last : each)])));
  },
  portalTextLanguages: async (size) => {
    const { data } = (await server.call('GET', '/portal/texts')).json;
    for (const { language } of data) await server.call('DELETE', `/portal/texts/${language}`);
    for (let n = 1; n < size; n += 1) await portalTexts({}, `de-${100 + n}`);
    return portalTexts({}, 'de');
  },
  anonymousBody: async (size) => {
    const link = await post('/auth/app-portal-access/a', { oneTime: true });
    return sent('/auth/one-time-token', JSON.stringify({ oneTimeToken: link.json.token }), size);
  },
  otherBody: (size) => sent('/event-type/schema/generate-example', '{"schema":true}', size),
  listPage: (size) => server.call('GET', `/app?limit=${size}`),
  name: (size) => message({ eventType: text(size) }),
  displayName: (size) => post('/app', { name: text(size) }),
  description: (size) => endpoint({ description: text(size) }),
  metadata: (size) => endpoint({ metadata: { k: text(size - '{"k":""}'.length) } }),
  featureFlags: (size) =>
    post('/event-type', { name: `flags-${size}`, description: '', featureFlags: many(size) }),
  rateLimit: (size) => endpoint({ rateLimit: size }),
  url: (size) => endpoint({ url: `http://127.0.0.1:9/${text(size - 'http://127.0.0.1:9/'.length)}` }),
  eventTypes: async (size) => {
    const names = many(size, 'type-');
    const eventTypes = names.map((name) => ({ name, description: '' }));
    await post('/environment/import', { eventTypes }); // an endpoint takes only known ones
    return endpoint({ eventTypes: names });
  },
  channels: (size) => endpoint({ channels: many(size) }),
  channel: (size) => message({ channels: [text(size)] }),
  headers: (size) => endpoint({ headers: Object.fromEntries(many(size).map((name) => [name, 'v'])) }),
  headerName: (size) => endpoint({ headers: { [text(size)]: 'v' } }),
  headerValue: (size) => endpoint({ headers: { x: text(size) } }),
  allHeaders: (size) => endpoint({ headers: { a: text(4000), b: text(4000), c: text(size - 8003) } }),
  endpoint: (size) => {
    const url = `http://127.0.0.1:9/${text(60_000)}`;
    return endpoint({ url, description: text(size - url.length) });
  },
  filter: (size) => {
    const room = size - JSON.stringify({ payload: { a: '' } }).length;
    return endpoint({ filter: { payload: { a: text(room) } } });
  },
  filterLevels: (size) => {
    let content: object = { a: 1 };
    for (let level = 2; level < size; level += 1) content = { a: content };
    return endpoint({ filter: { payload: content } });
  },
  filterConditions: (size) => endpoint({ filter: { $or: many(size).map((eventType) => ({ eventType })) } }),
  oldSecrets: async (size) => {
    const uid = `rotated-${size}`;
    await endpoint({ uid });
    for (let n = 1; n < size; n++) await post(`/app/a/endpoint/${uid}/secret/rotate`, {});
    return post(`/app/a/endpoint/${uid}/secret/rotate`, {});
  },
  gracePeriod: (size) => post('/app/a/endpoint/r/secret/rotate', { gracePeriodSeconds: size }),
  statsRange: (size) =>
    server.call('GET', `/app/a/endpoint/e/stats?since=${new Date(START - size * DAY_MS).toISOString()}`),
  tags: (size) => message({ tags: many(size) }),
  tag: (size) => message({ tags: [text(size)] }),
  deliverAhead: (size) => message({ deliverAt: new Date(START + size * DAY_MS).toISOString() }),
  retentionDays: (size) => message({ payloadRetentionPeriod: size }),
  retentionHours: (size) => message({ payloadRetentionHours: size }),
  contentType: (size) =>
    message({ transformationsParams: { rawPayload: 'x', headers: { 'content-type': text(size) } } }),
  expungedIds: (size) => post('/app/a/msg/bulk-expunge', { ids: many(size) }),
};

test.each(Object.entries(LIMITS))('%s: %j', async (name, { max, status }) => {
  const request = REQUESTS[name as LimitName];
  const within = await request(max);
  if (name === 'anyBody') expect(within.status).toBe(404);
  else expect(within.status, within.text.slice(0, 300)).toBeLessThan(300);
  const beyond = await request(max + 1);
  expect([beyond.status, beyond.json.detail]).toEqual([status, expect.anything()]);
});
