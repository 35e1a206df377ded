import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileSchemas, manyObjects, wide } from '../../support/hostile-content';
import { STALL_MAX_MS } from '../../support/longest-stall';
import { type MeasuredServer, startMeasuredServer } from '../../support/measured-server';
import { IS_WHOLE } from '../../support/share';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { endOf } from '../sync/copy-world';

/*
 * Whatever the catalogs contain, a working copy blocks the event loop for no more than 50 ms.
 */

const TYPES = IS_WHOLE ? 5_000 : 400;
let here: MeasuredServer;
let there: TestServer;
let copy: string;
let turn = 0;

const typeOf = (n: number) => ({
  name: `group${n % 50}.type${n}`,
  description: `Number ${n}, turn ${turn}.`,
  schemas: { 1: { title: `turn ${turn}`, properties: wide(10), required: ['p0'] } },
});

beforeAll(async () => {
  [here, there] = await Promise.all([startMeasuredServer(), startTestServer()]);
  await bulk(Array.from({ length: TYPES }, (_, n) => typeOf(n)));
  const connection = { name: 'There', baseUrl: there.baseUrl, token: there.adminToken };
  copy = `/connections/${(await here.call('POST', '/connections', connection)).json.id}/working-copy`;
  await ask('POST', '/fetch');
}, 300_000);
afterAll(async () => {
  await here.remove();
  await there.remove();
});

async function bulk(eventTypes: readonly object[]): Promise<void> {
  expect((await there.call('POST', '/event-type-bulk', { eventTypes })).status).toBe(200);
}

async function expectNoStall(work: () => Promise<unknown>): Promise<void> {
  const stall = await here.stallOf(work);
  if (process.env.POSTHORN_STALLS) console.log(expect.getState().currentTestName, Math.round(stall));
  expect(stall).toBeLessThanOrEqual(STALL_MAX_MS);
}

const ask = async (method: string, path: string, body?: unknown) => {
  const response = await here.call(method, copy + path, body);
  expect(response.status, response.text.slice(0, 500)).toBeLessThan(300);
  return response.json;
};

test('a catalog of thousands is fetched, listed and compared', async () => {
  await expectNoStall(() => ask('POST', '/fetch'));
  await expectNoStall(async () => expect((await ask('GET', '/event-types')).data).toHaveLength(TYPES));
  await expectNoStall(async () => {
    turn += 1;
    await bulk(Array.from({ length: TYPES }, (_, n) => typeOf(n)));
    expect((await ask('POST', '/fetch')).new).toHaveLength(TYPES);
    expect(await ask('POST', '/compare')).toMatchObject({ theirs: { length: TYPES }, mine: [] });
    expect(await ask('GET', '')).toMatchObject({ state: 'behind', theirs: TYPES });
  });
}, 300_000);

test('thousands of changes are taken over by a sync, imported, exported and undone', async () => {
  await expectNoStall(async () => {
    const { data } = await endOf(here, (await ask('POST', '/sync')).id);
    expect(data.error).toBeNull();
  });
  expect(await ask('GET', '')).toMatchObject({ state: 'up_to_date' });
  await expectNoStall(async () => {
    turn += 1;
    const changes = Array.from({ length: TYPES }, (_, n) => {
      const mine = typeOf(n);
      return { name: mine.name, base: null, mine };
    });
    await ask('POST', '/changes/import', { changes });
    expect((await ask('GET', '/changes')).data).toHaveLength(TYPES);
    expect((await ask('GET', '/changes/export')).changes).toHaveLength(TYPES);
    expect((await ask('POST', '/undo')).restored).toHaveLength(TYPES);
  });
}, 300_000);

/** The merge checks their size and depth, not their meaning. */
const LABELS = ['deep nesting', 'thousands of properties', 'alternatives in alternatives'];
const schemas = [
  ...LABELS.map((label) => [label, hostileSchemas[label] ?? {}] as const),
  // A quarter of the huge one, which a slow machine may refuse: each value is compared with all others.
  ['a large enum', { enum: manyObjects.slice(0, 2_250) }] as const,
  ['almost two megabytes', { title: 'x'.repeat(2 * 1024 * 1024 - 100) }] as const,
];

test.each(schemas)(
  'a schema with %s is edited, merged and synced',
  async (label, schema) => {
    const name = `hostile.${label.replaceAll(' ', '-')}`;
    const content = (description: string) => ({ description, schemas: { 1: schema } });
    await expectNoStall(async () => {
      turn += 1;
      await ask('PUT', `/event-types/${name}`, content(`Mine ${turn}.`));
      await there.call('PUT', `/event-type/${name}`, content(`Theirs ${turn}.`));
      expect((await ask('POST', '/compare')).conflicts).toMatchObject([{ name }]);
      const resolutions = ['', '/description'].map((pointer) => ({ name, pointer, take: 'mine' }));
      const { data } = await endOf(here, (await ask('POST', '/sync', { names: [name], resolutions })).id);
      expect(data.items).toEqual([{ name, outcome: 'done' }]);
    });
  },
  120_000,
);
