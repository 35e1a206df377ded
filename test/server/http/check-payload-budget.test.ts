import { beforeAll, expect, test } from 'vitest';
import { buildCatalogWorker } from '../../support/build-catalog-worker';
import { expectNoStall } from '../../support/expect-no-stall';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const OBJECTS = Array.from({ length: 9_000 }, (_, n) => ({ n }));
const ATTACKS = {
  'unique.objects': { schema: { type: 'array', uniqueItems: true }, payload: OBJECTS, fits: true },
  'endless.pattern': {
    schema: { type: 'string', pattern: '^(a+)+$' },
    payload: `${'a'.repeat(1_500)}!`,
    fits: null,
  },
};

const built = startedOnce(buildCatalogWorker);
const server = startedOnce(() => startTestServer({ parts: { catalogWorker: built.url } }));
beforeAll(async () => {
  for (const [name, { schema }] of Object.entries(ATTACKS)) {
    await server.call('POST', '/event-type', { name, schemas: { 1: schema }, description: '' });
  }
});

async function customer(name: string): Promise<string> {
  const { json } = await server.call('POST', '/app', { name });
  return await server.portalToken(json.id);
}

const check = (name: string, payload: unknown, token: string) =>
  server.call('POST', `/event-type/${name}/check-payload`, { payload }, { token });

test.each(Object.entries(ATTACKS))(
  'a payload that takes long to check (%s) keeps nobody else waiting',
  async (name, { payload, fits }) => {
    let tries = 0;
    await expectNoStall('the check', async () => {
      // Each attempt costs a customer a part of what they have.
      const token = await customer(`${name} ${tries++}`);
      expect((await check(name, payload, token)).json).toMatchObject({ fits });
    });
  },
);

test('a customer without worker time gets 429, with any token; others do not', async () => {
  const { json } = await server.call('POST', '/app', { name: 'hostile' });
  const token = () => server.portalToken(json.id);
  const attack = async () => check('endless.pattern', ATTACKS['endless.pattern'].payload, await token());
  // Several at a time: one after the other would regain on a busy machine what they cost.
  const several = () => Promise.all(Array.from({ length: 8 }, attack));
  let refused: Awaited<ReturnType<typeof attack>> | undefined;
  for (let n = 0; n < 8 && !refused; n += 1) refused = (await several()).find(({ status }) => status !== 200);
  expect([refused?.status, refused?.json]).toMatchObject([429, { code: 'too_many_requests' }]);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await check('unique.objects', [1, 2], await customer('honest'))).json.fits).toBe(true);
  expect((await check('unique.objects', [1, 1], server.adminToken)).json.fits).toBe(false);
}, 60_000);
