import { beforeEach, describe, expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { FakeClock } from '../../support/fake-clock';
import { type ApiResponse, startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { until } from '../../support/until';

const START = Date.parse('2026-11-27T10:00:00Z');
const HOUR_MS = 3_600_000;
let clock: FakeClock;
const server = startedForEach(() => {
  clock = new FakeClock(START);
  return startTestServer({ parts: { clock } });
});

beforeEach(async () => {
  const eventTypes = [
    { name: 'a.both', description: '', featureFlags: ['beta', 'gold'] },
    { name: 'b.beta', description: 'B.', featureFlags: ['beta'], schemas: { 1: { type: 'object' } } },
    { name: 'c.gold', description: '', featureFlags: ['gold'] },
    { name: 'd.open', description: '' },
    { name: 'e.archived', description: '', featureFlags: ['beta'], archived: true },
  ];
  await server.call('POST', '/event-type-bulk', { eventTypes });
});

const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
const plan = (extra: object = {}) =>
  server.call('POST', '/flag-releases', { flag: 'beta', at: inHours(24), ...extra });
const read = async (id: string) => (await server.call('GET', `/flag-releases/${id}`)).json;
const press = (id: string, what: string) => server.call('POST', `/flag-releases/${id}/${what}`);
async function flags(): Promise<Record<string, readonly string[] | null>> {
  const { data } = (await server.call('GET', '/event-type?include_archived=true')).json;
  return Object.fromEntries(
    data.map((type: { name: string; featureFlags: string[] | null }) => [type.name, type.featureFlags]),
  );
}
const doneAs = (id: string, state: string) =>
  until(
    () => read(id),
    (release) => release.state === state,
  );
const codeOf = ({ status, json }: ApiResponse) => [status, json.code ?? json.detail[0].loc.at(-1)];

const BEFORE = {
  'a.both': ['beta', 'gold'],
  'b.beta': ['beta'],
  'c.gold': ['gold'],
  'd.open': null,
  'e.archived': ['beta'],
};
const AFTER = { ...BEFORE, 'a.both': ['gold'], 'b.beta': null, 'e.archived': null };

testOnFile('a release is planned, and nothing has changed before its time', async () => {
  const { status, json } = await plan({ note: 'Launch.' });
  expect(status).toBe(201);
  expect(json).toEqual({
    id: expect.stringMatching(/^rel_/),
    flag: 'beta',
    at: '2026-11-28T10:00:00.000Z',
    note: 'Launch.',
    eventTypes: null,
    state: 'planned',
    released: null,
    doneAt: null,
    createdAt: '2026-11-27T10:00:00.000Z',
  });
  expect(await read(json.id)).toEqual(json);
  clock.stall(24 * HOUR_MS - 1);
  expect((await server.call('GET', '/flag-releases')).json.data).toEqual([json]);
  expect(await flags()).toEqual(BEFORE);
});

test('at its time the flag leaves every event type that has it, in one change of the history', async () => {
  const { id } = (await plan()).json;
  clock.stall(24 * HOUR_MS);
  const done = await doneAs(id, 'done');
  expect(done.released).toEqual(['a.both', 'b.beta', 'e.archived']);
  expect(await flags()).toEqual(AFTER);
  const changes = (await server.call('GET', '/event-type-history?limit=3')).json.data;
  const [{ createdAt }] = changes;
  expect(createdAt).toBe(done.doneAt);
  for (const change of changes)
    expect(change).toMatchObject({ act: 'update', author: 'admin', source: id, createdAt });
  expect((await server.call('GET', '/event-type/b.beta')).json.schemas).toEqual({ 1: { type: 'object' } });
});

testOnFile(
  'a release of named event types leaves the others, and those of its names without the flag',
  async () => {
    const { id } = (await plan({ eventTypes: ['b.beta', 'c.gold', 'not.there'] })).json;
    clock.stall(24 * HOUR_MS);
    expect((await doneAs(id, 'done')).released).toEqual(['b.beta']);
    expect(await flags()).toEqual({ ...BEFORE, 'b.beta': null });
  },
);

testOnFile('what became due while the server was down is done at its start', async () => {
  const [first, second] = [(await plan()).json.id, (await plan({ flag: 'gold', at: inHours(48) })).json.id];
  await server.stop();
  clock.freeze(50 * HOUR_MS);
  await server.restart();
  await doneAs(first, 'done');
  await doneAs(second, 'done');
  expect(await flags()).toEqual({ ...AFTER, 'a.both': null, 'c.gold': null });
});

testOnFile('a clock that is set forward brings a release forward, within seconds', async () => {
  const { id } = (await plan()).json;
  clock.setWall(START + 25 * HOUR_MS);
  clock.advance(2000);
  await doneAs(id, 'done');
});

testOnFile('a release that is moved is done at the new time, with its note changed', async () => {
  const { id } = (await plan()).json;
  const moved = await server.call('PATCH', `/flag-releases/${id}`, { at: inHours(72), note: 'Later.' });
  expect(moved.json).toMatchObject({ at: '2026-11-30T10:00:00.000Z', note: 'Later.', state: 'planned' });
  clock.stall(71 * HOUR_MS);
  expect((await read(id)).state).toBe('planned');
  clock.stall(HOUR_MS);
  await doneAs(id, 'done');
  await server.call('PATCH', `/flag-releases/${(await plan()).json.id}`, { at: inHours(1) });
  clock.stall(HOUR_MS);
  await until(
    async () => (await server.call('GET', '/flag-releases')).json.data[0].state,
    (state) => state === 'done',
  );
});

testOnFile('a release is done now, and its time brings nothing more', async () => {
  const { id } = (await plan()).json;
  const run = await press(id, 'run');
  expect([run.status, run.json.state, run.json.released]).toEqual([
    200,
    'done',
    ['a.both', 'b.beta', 'e.archived'],
  ]);
  expect(await flags()).toEqual(AFTER);
  expect(codeOf(await press(id, 'run'))).toEqual([409, 'conflict']);
  await server.call('PATCH', '/event-type/b.beta', { featureFlags: ['beta'] });
  const other = (await plan({ flag: 'other', at: inHours(25) })).json.id;
  clock.stall(26 * HOUR_MS);
  await doneAs(other, 'done');
  expect((await flags())['b.beta']).toEqual(['beta']);
});

testOnFile('of two who do a release at once, one does', async () => {
  const { id } = (await plan()).json;
  const both = await Promise.all([press(id, 'run'), press(id, 'run')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await server.call('GET', '/event-type/b.beta/history')).json.data).toHaveLength(2);
});

testOnFile('a cancelled release stays in the list and is never done', async () => {
  const { id } = (await plan()).json;
  const cancel = () => server.call('DELETE', `/flag-releases/${id}`);
  expect([(await cancel()).status, (await cancel()).status]).toEqual([204, 204]);
  const other = (await plan({ flag: 'other', at: inHours(25) })).json.id;
  clock.stall(26 * HOUR_MS);
  await doneAs(other, 'done');
  expect(await flags()).toEqual(BEFORE);
  expect((await read(id)).state).toBe('cancelled');
  expect(codeOf(await press(id, 'run'))).toEqual([409, 'conflict']);
});

describe('an undo', () => {
  test('puts back the flags that nobody has changed since, and nothing else', async () => {
    const { id } = (await plan()).json;
    expect(codeOf(await press(id, 'undo'))).toEqual([409, 'conflict']);
    await press(id, 'run');
    await server.call('PATCH', '/event-type/b.beta', { description: 'Edited.' });
    await server.call('PATCH', '/event-type/a.both', { featureFlags: ['silver'] });
    await server.call('DELETE', '/event-type/e.archived?expunge=true');
    const undone = await press(id, 'undo');
    expect([undone.status, undone.json.state]).toEqual([200, 'undone']);
    const { 'e.archived': _, ...left } = BEFORE;
    expect(await flags()).toEqual({ ...left, 'a.both': ['silver'] });
    expect((await server.call('GET', '/event-type/b.beta')).json.description).toBe('Edited.');
    expect(codeOf(await press(id, 'undo'))).toEqual([409, 'conflict']);
    expect(codeOf(await press(id, 'run'))).toEqual([409, 'conflict']);
  });
});

test.each([
  ['at', { at: '2026-11-27T09:59:59Z' }],
  ['at', { at: 'soon' }],
  ['flag', { flag: 'not a flag' }],
  ['eventTypes', { eventTypes: [] }],
])('a wrong %s is refused with 422, and nothing is planned', async (field, wrong) => {
  expect(codeOf(await plan(wrong))).toEqual([422, field]);
  expect((await server.call('GET', '/flag-releases')).json.data).toEqual([]);
});

testOnFile('a planned release is not moved into the past, and one that is over not at all', async () => {
  const { id } = (await plan()).json;
  const move = (at: string) => server.call('PATCH', `/flag-releases/${id}`, { at });
  expect(codeOf(await move('2020-01-01T00:00:00Z'))).toEqual([422, 'at']);
  await press(id, 'run');
  expect(codeOf(await move(inHours(48)))).toEqual([409, 'conflict']);
  expect(codeOf(await server.call('DELETE', `/flag-releases/${id}`))).toEqual([409, 'conflict']);
  expect(codeOf(await press('rel_none', 'run'))).toEqual([404, 'not_found']);
});

testOnFile('tokens of readers and customers neither see nor plan releases', async () => {
  const { token } = (await server.call('POST', '/auth/token', { name: 't', featureFlags: [] })).json;
  const portal = await server.portalToken(await server.create('/app', { name: 'A' }));
  const body = { flag: 'a', at: inHours(1) };
  for (const other of [token, portal]) {
    const refused = [
      await server.call('GET', '/flag-releases', undefined, { token: other }),
      await server.call('POST', '/flag-releases', body, { token: other }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  }
});
