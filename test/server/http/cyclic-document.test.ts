import { expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { IMPORT_SCHEMAS_MAX_BYTES } from '../../../src-server/contract/limits';
import { buildCatalogWorker } from '../../support/build-catalog-worker';
import { makeCatalogUi } from '../../support/catalog-ui';
import { COMPONENTS, cyclicComponents } from '../../support/cyclic-components';
import { expectNoStall } from '../../support/expect-no-stall';
import { readAndForget } from '../../support/read-and-forget';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const MIB = 1024 * 1024;

const ui = startedOnce(makeCatalogUi);
const built = startedOnce(buildCatalogWorker);
const server = startedOnce(() =>
  startTestServer({ parts: { uiDir: ui.uiDir, renderCatalog, catalogWorker: built.url } }),
);

/** Half a megabyte, in which each webhook refers to all components. */
function document() {
  const webhooks = Array.from({ length: COMPONENTS }, (_, n) => [
    `hook.n${n}`,
    {
      post: {
        summary: `Thing ${n} happened.`,
        requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/C${n}` } } } },
        responses: { 200: { description: 'ok' } },
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Circles', version: '1' },
    webhooks: Object.fromEntries(webhooks),
    components: { schemas: cyclicComponents('#/components/schemas/') },
  };
}

const read = (path: string, method?: string) => readAndForget(server, path, method);

test(`a small document of ${COMPONENTS} webhooks in one circle is stored within its limit, listed, published and exported`, async () => {
  const spec = document();
  expect(JSON.stringify(spec).length).toBeLessThan(0.6 * MIB);
  const { status, json } = await server.call('POST', '/event-type/import/openapi', { spec });
  expect(status).toBe(200);
  const { modified, problems } = json.data;
  const skipped = problems.filter(({ severity }: { severity: string }) => severity === 'skipped');
  expect(modified.length).toBeGreaterThan(40);
  expect(modified.length + skipped.length).toBe(COMPONENTS);
  expect(skipped[0].message).toContain('exceed 24 MiB in total');

  await expectNoStall('the export', async () => {
    const [status, bytes] = await read('/api/v1/environment/export', 'POST');
    expect([status, bytes < IMPORT_SCHEMAS_MAX_BYTES + MIB]).toEqual([200, true]);
  });
  await expectNoStall('a page of the list', async () => {
    const [status, bytes] = await read('/api/v1/event-type?with_content=true&limit=250');
    expect([status, bytes < 4 * MIB]).toEqual([200, true]);
  });
  // All pages are generated once; after a new heading, only the text around them.
  await publishUntilSeen('Acme');
  await expectNoStall('publishing, until anybody may see it', () => publishUntilSeen('Acme again'));
  await expectNoStall('a visitor of the list', async () => expect((await read('/catalog/'))[0]).toBe(200));
  await expectNoStall('a visitor of a page', async () =>
    expect((await read('/catalog/types/hook.n0.html'))[0]).toBe(200),
  );
}, 600_000);

let publications = 0;

async function publishUntilSeen(name: string): Promise<void> {
  publications += 1;
  const displayName = `${name} ${publications}`;
  const settings = { eventCatalogPublished: true, displayName };
  expect((await server.call('PATCH', '/settings', settings)).status).toBe(200);
  const shown = async () => (await fetch(`${server.baseUrl}/catalog/`)).text();
  await expect.poll(shown, { timeout: 400_000 }).toContain(displayName);
}
