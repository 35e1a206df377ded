import { beforeAll, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { buildCatalogWorker } from '../../support/build-catalog-worker';
import { makeCatalogUi } from '../../support/catalog-ui';
import { cyclicComponents } from '../../support/cyclic-components';
import { expectNoStall } from '../../support/expect-no-stall';
import { readAndForget } from '../../support/read-and-forget';
import { IS_WHOLE } from '../../support/share';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

/** Event types, each with a copy of all components. */
const TYPES = Number(process.env.LARGE_CATALOG_TYPES ?? (IS_WHOLE ? 6 : 2));

const ui = startedOnce(makeCatalogUi);
const built = startedOnce(buildCatalogWorker);
const server = startedOnce(() =>
  startTestServer({ parts: { uiDir: ui.uiDir, renderCatalog, catalogWorker: built.url } }),
);
beforeAll(async () => {
  const definitions = cyclicComponents('#/definitions/');
  for (let n = 0; n < TYPES; n += 1) {
    const schema = { $ref: `#/definitions/C${n}`, definitions };
    const response = await server.call('PUT', `/event-type/hook.n${n}`, {
      description: 'One.',
      schemas: { 1: schema },
    });
    expect(response.status).toBeLessThan(300);
  }
}, 600_000);

const read = (path: string, method?: string) => readAndForget(server, path, method);

const readWhenThere = (path: string) =>
  until(
    () => read(path),
    ([status]) => status !== 503,
  );

test('a catalog of large schemas is listed, published, visited, compared and exported without keeping anybody waiting', async () => {
  await expectNoStall('a page of the list', async () =>
    expect(await read('/api/v1/event-type?with_content=true&limit=250')).toEqual([200, expect.any(Number)]),
  );
  await expectNoStall('the export', async () =>
    expect(await read('/api/v1/environment/export', 'POST')).toEqual([200, expect.any(Number)]),
  );
  let tries = 0;
  await expectNoStall('publishing, until the first visitor sees it', async () => {
    // A new heading changes the page around each article.
    tries += 1;
    const settings = { eventCatalogPublished: true, displayName: `Acme ${tries}` };
    expect((await server.call('PATCH', '/settings', settings)).status).toBe(200);
    expect(await readWhenThere('/catalog/')).toEqual([200, expect.any(Number)]);
  });
  await expect
    .poll(async () => (await fetch(`${server.baseUrl}/catalog/`)).text(), { timeout: 60_000 })
    .toContain(`Acme ${tries}`);
  await expectNoStall('a visitor of a large page', async () =>
    expect(await read('/catalog/types/hook.n1.html')).toEqual([200, expect.any(Number)]),
  );
  await server.call('PATCH', '/event-type/hook.n1', { schemas: { 1: { type: 'object' } } });
  await expectNoStall('what changed since', async () =>
    expect(await read('/api/v1/public-page')).toEqual([200, expect.any(Number)]),
  );
  await expectNoStall(
    'the files',
    async () => expect((await read('/api/v1/public-page/export', 'POST'))[0]).toBe(200),
    2,
  );
}, 1_200_000);
