import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let beta: string;
let portal: string;

const object = (properties: object) => ({ type: 'object', properties });
const write = async (name: string, body: object) => {
  const { status } = await server.call('PUT', `/event-type/${name}`, body);
  expect([200, 201]).toContain(status);
};
const patch = (name: string, body: object) => server.call('PATCH', `/event-type/${name}`, body);

beforeAll(async () => {
  beta = (await server.call('POST', '/auth/token', { name: 'b', featureFlags: ['beta'] })).json.token;
  portal = await server.portalToken(await server.create('/app', { name: 'c' }));
  await write('open', { description: 'Open.', schema: object({ a: { type: 'string' } }) });
  await write('later', { description: 'Later.', featureFlags: ['beta', 'gold'] });
  await write('secret', { description: 'Secret.', featureFlags: ['gold'] });
  await patch('open', { schema: object({ a: { type: 'number' } }) });
  await patch('secret', { description: 'Still secret.' });
  await patch('open', { deprecated: true });
  await patch('later', { featureFlags: null });
  await patch('later', { description: 'Later, in other words.' });
  await patch('open', { featureFlags: ['beta'] });
  await patch('open', { featureFlags: ['beta', 'gold'] });
  await patch('later', { archived: true });
  await patch('later', { archived: false, description: 'Again.' });
  await server.call('DELETE', '/event-type/later?expunge=true');
});

const list = (query: string, token?: string) =>
  server.call('GET', `/event-type-changes${query}`, undefined, token === undefined ? {} : { token });
const seenBy = async (token?: string): Promise<string[]> =>
  (await list('', token)).json.data.map(
    ({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`,
  );

test('each reader has the changes that it saw, newest first, and no other', async () => {
  expect(await seenBy(portal)).toEqual([
    ...['later removed', 'later new', 'later removed', 'open removed', 'later changed', 'later new'],
    ...['open deprecated', 'open breaking', 'open new'],
  ]);
  expect(await seenBy(beta)).toEqual([
    ...['later removed', 'later new', 'later removed', 'later changed'],
    ...['open deprecated', 'open breaking', 'later new', 'open new'],
  ]);
  expect(await seenBy()).toEqual([
    ...['later removed', 'later new', 'later removed', 'later changed', 'open deprecated'],
    ...['secret changed', 'open breaking', 'secret new', 'later new', 'open new'],
  ]);
});

test('a change says in words what is different, but nothing of flags or of what was hidden', async () => {
  const { json, text } = await list('', portal);
  expect(text).not.toMatch(/gold|beta|secret|visib/i);
  expect(json.data.find(({ kind }: { kind: string }) => kind === 'breaking')).toMatchObject({
    name: 'open',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    changes: [expect.stringContaining('number')],
  });
  expect(json.data.find(({ kind }: { kind: string }) => kind === 'deprecated').changes).toEqual([
    'state: marked as deprecated',
  ]);
  for (const { kind, changes } of json.data)
    if (kind === 'new' || kind === 'removed') expect(changes).toEqual([]);
});

test('pages of every size have all changes once, and no iterator counts what is hidden', async () => {
  const all = (await list('', portal)).json;
  expect(all.done).toBe(true);
  for (const limit of [1, 2, 3, 5, 9]) {
    const found = [];
    let query = `?limit=${limit}`;
    for (let done = false; !done; ) {
      const { json } = await list(query, portal);
      expect(json.data.length).toBeLessThanOrEqual(limit);
      found.push(...json.data);
      done = json.done;
      query = `?limit=${limit}&iterator=${json.iterator}`;
    }
    expect(found).toEqual(all.data);
  }
  await patch('secret', { description: 'Once more.' });
  expect((await list('', portal)).json).toEqual(all);
  expect((await list('?limit=2', portal)).json.iterator).toMatch(/^\d+-later$/);
});

test('an iterator that names a hidden event type is answered like one that names nothing', async () => {
  for (const name of ['secret', 'never.there'])
    expect((await list(`?iterator=2-${name}`, portal)).json).toEqual({
      data: [],
      iterator: null,
      done: true,
    });
  expect((await list('?iterator=2-secret')).json.data).not.toEqual([]);
});

test('a new sunset date is a change, and so is a replacement that the reader sees', async () => {
  await write('dated', { description: 'Dated.', deprecated: true });
  await write('next', { description: 'Next.', featureFlags: ['beta'] });
  const since = encodeURIComponent((await list('?limit=1')).json.data[0].at);
  await patch('dated', { sunsetAt: '2031-01-31T00:00:00Z' });
  await patch('dated', { replacedBy: 'next' });
  const changesFor = async (token?: string) =>
    (await list(`?since=${since}`, token)).json.data
      .filter(({ kind }: { kind: string }) => kind !== 'new')
      .map(({ changes }: { changes: unknown }) => changes);
  const sunset = ['sunset: 2031-01-31'];
  expect(await changesFor()).toEqual([['replacement: next'], sunset]);
  expect(await changesFor(beta)).toEqual([['replacement: next'], sunset]);
  expect(await changesFor(portal)).toEqual([sunset]);
  for (const name of ['dated', 'next']) await server.call('DELETE', `/event-type/${name}?expunge=true`);
});

test('a request for public changes returns only what everyone saw', async () => {
  const everybody = (await list('', portal)).json;
  for (const token of [undefined, beta, portal])
    expect((await list('?public=true', token)).json).toEqual(everybody);
});

test('since leaves out what is older; a wrong time and a wrong iterator are refused', async () => {
  const { data } = (await list('')).json;
  const since = encodeURIComponent(data[2].at);
  const { json } = await list(`?since=${since}`);
  expect(json.data.every(({ at }: { at: string }) => at >= data[2].at)).toBe(true);
  expect(json.data.length).toBeGreaterThanOrEqual(3);
  expect((await list('?since=2200-01-01T00:00:00Z')).json).toMatchObject({
    data: [],
    iterator: null,
    done: true,
  });
  expect((await list('?since=yesterday')).status).toBe(422);
  expect((await list('?iterator=17')).status).toBe(422);
  expect((await list('?iterator=1-never.there')).json.data).toEqual([]);
});

test('a change names no replacement, since its reader may not see it', async () => {
  await write('old', { description: 'Old.' });
  await patch('old', { description: 'Old, in other words.', replacedBy: 'secret' });
  const { json, text } = await list('', portal);
  expect(json.data[0]).toMatchObject({
    name: 'old',
    changes: ['description: “Old.” becomes “Old, in other words.”'],
  });
  expect(text).not.toContain('secret');
  await server.call('DELETE', '/event-type/old?expunge=true');
});

test('the note of a release is shown to those who see all that was released with it, and to nobody else', async () => {
  await write('both', { description: 'Both.', featureFlags: ['soon', 'gold'] });
  await write('one', { description: 'One.', featureFlags: ['soon'] });
  const release = async (eventTypes: string[], note: string | null) => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const planned = await server.call('POST', '/flag-releases', { flag: 'soon', at, note, eventTypes });
    const { id } = planned.json;
    expect((await server.call('POST', `/flag-releases/${id}/run`)).status).toBe(200);
    return id;
  };
  const notes = async (token: string | undefined, query = '') =>
    (await list(query, token)).json.data
      .flatMap(({ name, note }: { name: string; note: string | null }) => note && [`${name}: ${note}`])
      .filter(Boolean);
  // Whoever has the flag saw it before.
  const gold = (await server.call('POST', '/auth/token', { name: 'g', featureFlags: ['gold'] })).json.token;
  const id = await release(['one', 'both'], 'One, and both for gold.');
  expect(await notes(gold)).toEqual(['one: One, and both for gold.']);
  expect(await notes(portal)).toEqual([]);
  expect((await list('', portal)).text).not.toContain('gold');
  await server.call('POST', `/flag-releases/${id}/undo`);
  await release(['one'], 'One for all.');
  expect(await notes(portal)).toEqual(['one: One for all.']);
  expect(await notes(portal, '?public=true')).toEqual(['one: One for all.']);
  for (const name of ['both', 'one']) await server.call('DELETE', `/event-type/${name}?expunge=true`);
});
