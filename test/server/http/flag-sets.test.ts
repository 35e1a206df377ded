import { expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const server = startedForEach(startTestServer);

const everyone = { id: 'set_everyone', letter: 'A', name: 'Everyone', colour: 'sky', featureFlags: [] };
const beta = { id: 'set_beta', letter: 'B', name: 'Beta', colour: 'teal', featureFlags: ['beta', 'next'] };
const read = async (at = server) => (await at.call('GET', '/catalog/flag-sets')).json;
const put = (flagSets: unknown, version?: string | null) =>
  server.call('PUT', '/catalog/flag-sets', { flagSets, ...(version === undefined ? {} : { version }) });

test('flag sets are kept in their order, and over a restart', async () => {
  expect((await read()).flagSets).toEqual([]);
  expect((await put([beta, everyone])).json.flagSets).toEqual([beta, everyone]);
  await server.restart();
  expect((await read()).flagSets).toEqual([beta, everyone]);
  expect((await put([])).json.flagSets).toEqual([]);
});

test('what somebody else changed meanwhile is not overwritten', async () => {
  const { version } = await read();
  const first = await put([everyone], version);
  expect(first.status).toBe(200);
  const second = await put([beta], version);
  expect([second.status, second.json.code]).toEqual([409, 'conflict']);
  expect((await read()).flagSets).toEqual([everyone]);
  expect((await put([beta], first.json.version)).status).toBe(200);
  expect((await put([everyone], null)).status).toBe(200);
});

test.each([
  ['a letter twice', [everyone, { ...beta, letter: 'A' }]],
  ['an id twice', [everyone, { ...beta, id: everyone.id }]],
  ['an id that fits no link', [{ ...everyone, id: 'a.b' }]],
  ['a letter that is none', [{ ...everyone, letter: 'AB' }]],
  ['no name', [{ ...everyone, name: '' }]],
  ['a colour that no page has', [{ ...everyone, colour: 'red' }]],
  ['a flag that can be none', [{ ...everyone, featureFlags: ['a b'] }]],
  ['more flags than a link carries', [{ ...everyone, featureFlags: [...Array(26)].map((_, n) => `f${n}`) }]],
])('%s is refused, and nothing is written', async (_, flagSets) => {
  expect((await put(flagSets)).status).toBe(422);
  expect((await read()).flagSets).toEqual([]);
});

test('a set without an id keeps that of its letter, and no id is used twice', async () => {
  const { id: _, ...nameless } = everyone;
  const first = (await put([nameless, beta])).json.flagSets;
  expect(first[0].id).toMatch(/^set_\w+$/);
  expect((await put([{ ...nameless, name: 'Renamed' }, beta])).json.flagSets).toEqual([
    { ...first[0], name: 'Renamed' },
    beta,
  ]);
  await put([beta]);
  expect((await put([nameless, beta])).json.flagSets[0].id).not.toBe(first[0].id);
});

test('an import takes no id away from a set that stays', async () => {
  await put([everyone, beta]);
  const body = { flagSets: [{ ...everyone, letter: 'C', name: 'From elsewhere' }] };
  expect((await server.call('POST', '/environment/import', body)).status).toBe(204);
  const [first, second, third] = (await read()).flagSets;
  expect([first, second, third.name]).toEqual([everyone, beta, 'From elsewhere']);
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
});

test('no customer and no read token sees the sets', async () => {
  const app = await server.create('/app', { name: 'A' });
  const portal = await server.portalToken(app);
  const reader = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] })).json.token;
  for (const token of [portal, reader]) {
    expect((await server.call('GET', '/catalog/flag-sets', undefined, { token })).status).toBe(403);
  }
});

test('the sets go with an environment: added or replaced by letter, none removed', async () => {
  await put([everyone, beta]);
  const exported = (await server.call('POST', '/environment/export')).json;
  expect(exported.flagSets).toEqual([everyone, beta]);
  const other = await startTestServer();
  try {
    const own = { ...everyone, id: 'set_own', letter: 'C', name: 'Own' };
    await other.call('PUT', '/catalog/flag-sets', { flagSets: [own, { ...everyone, name: 'Old' }] });
    expect((await other.call('POST', '/environment/import', exported)).status).toBe(204);
    expect((await read(other)).flagSets).toEqual([own, everyone, beta]);
    const twice = await other.call('POST', '/environment/import', { flagSets: [beta, beta] });
    expect(twice.status).toBe(422);
  } finally {
    await other.remove();
  }
});
