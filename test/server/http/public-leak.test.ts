import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { makeCatalogUi } from '../../support/catalog-ui';
import { getByHost } from '../../support/raw-request';
import { share } from '../../support/share';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/** Occurs in every text of hidden types and in no public type. */
const SECRET = 'zqxwombat';
const DOMAIN = 'events.acme.example';

const ui = startedOnce(makeCatalogUi);
const server = startedOnce(() =>
  startTestServer({
    config: { catalogDomains: [DOMAIN] },
    parts: { uiDir: ui.uiDir, renderCatalog },
  }),
);

interface Wanted {
  readonly hide: 'no' | 'flag' | 'flags' | 'archived' | 'both';
  readonly group: 'shared' | 'own' | null;
  readonly nested: boolean;
  readonly example: boolean;
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  hide: fc.constantFrom('no', 'flag', 'flags', 'archived', 'both'),
  group: fc.constantFrom('shared', 'own', null),
  nested: fc.boolean(),
  example: fc.boolean(),
});

/** An event type whose texts all contain a mark, either secret or public. */
function typeOf({ hide, group, nested, example }: Wanted, index: number) {
  const mark = `${hide === 'no' ? 'open' : SECRET}${index}`;
  const leaf = { type: 'string', title: mark, description: `About ${mark}`, enum: [mark], default: mark };
  const inner = { type: 'object', properties: { [`${mark}Inner`]: leaf } };
  const isFlagged = hide === 'flag' || hide === 'flags' || hide === 'both';
  return {
    // Next to each other in one group, so that neighbours and the index are covered too.
    name: `group.${mark}`,
    description: `About ${mark}, see [${mark}](https://${mark}.example).`,
    groupName: group === 'own' ? mark : group,
    deprecated: index % 2 === 0,
    // The next one if that is hidden, otherwise none.
    replacedBy: `group.${SECRET}${index + 1}`,
    archived: hide === 'archived' || hide === 'both',
    featureFlags: isFlagged ? [`${SECRET}-flag`, ...(hide === 'flags' ? [`${SECRET}-two`] : [])] : null,
    schemas: {
      1: {
        type: 'object',
        title: mark,
        properties: { [mark]: leaf, ...(nested ? { [`${mark}Deep`]: inner } : {}) },
        definitions: { [mark]: inner },
        oneOf: [{ title: mark, required: [mark] }, { title: `${mark}Other` }],
        ...(example ? { examples: [{ [mark]: mark }] } : {}),
      },
    },
  };
}

/** Every byte that the public can get: from the server, from the domain, and as files. */
async function publicBytes(names: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { files } = (await server.call('POST', '/public-page/export')).json;
  for (const { path, text, base64 } of files as {
    path: string;
    text: string | null;
    base64: string | null;
  }[]) {
    found.set(`file ${path}`, `${path}${text ?? Buffer.from(base64 ?? '', 'base64').toString('latin1')}`);
    // Pages of the folder are also pages of the server; robots.txt is at the root, the sitemap only on the domain.
    const isAtRoot = path.startsWith('assets/') || path === 'robots.txt' || path === 'sitemap.xml';
    const [plain, domain] = await Promise.all([
      getByHost(server.baseUrl, '127.0.0.1', isAtRoot ? `/${path}` : `/catalog/${path}`),
      getByHost(server.baseUrl, DOMAIN, `/${path}`),
    ]);
    const status = path.endsWith('404.html') ? 404 : 200;
    const beside = path === 'sitemap.xml' ? 404 : status;
    expect([path, plain.status, domain.status]).toEqual([path, beside, status]);
    found.set(`served ${path}`, `${JSON.stringify(plain.headers)}${plain.text}`);
    found.set(`domain ${path}`, `${JSON.stringify(domain.headers)}${domain.text}`);
  }
  for (const name of names) {
    const { text } = await getByHost(server.baseUrl, DOMAIN, `/types/${name}.html`);
    found.set(`guess ${name}`, text);
  }
  return found;
}

async function expectNoLeak(many: readonly Wanted[]): Promise<void> {
  const types = many.map(typeOf);
  for (const { name } of (await server.call('GET', '/event-type?include_archived=true&limit=250')).json
    .data) {
    await server.call('DELETE', `/event-type/${name}?expunge=true`);
  }
  await server.call('POST', '/environment/import', { eventTypes: types });
  await server.call('PATCH', '/settings', {
    eventCatalogPublished: true,
    displayName: 'Acme',
    catalogDomain: DOMAIN,
    customColor: '#2f6f4f',
  });
  const hidden = types.filter((_, index) => many[index]?.hide !== 'no').map(({ name }) => name);
  const open = types.filter((_, index) => many[index]?.hide === 'no').map(({ name }) => name);
  const bytes = await publicBytes(hidden);
  const everything = [...bytes.values()].join('\n');
  for (const [where, text] of bytes) expect(text.includes(SECRET), `${where} holds a secret`).toBe(false);
  // The opposite: public content is present, so that an empty page would fail.
  for (const name of open) expect(everything).toContain(`id="${name}"`);
}

test('no byte of a hidden event type is in any byte of the public, whatever the catalog', async () => {
  await fc.assert(fc.asyncProperty(fc.array(wanted, { minLength: 1, maxLength: 12 }), expectNoLeak), {
    numRuns: share(12),
  });
}, 60_000);

test('nor where every event type has a page of its own', async () => {
  const kinds = ['no', 'flag', 'no', 'archived', 'no', 'both'] as const;
  const many = Array.from({ length: 130 }, (_, index) => ({
    hide: kinds[index % kinds.length] ?? ('no' as const),
    group: index % 3 === 0 ? ('shared' as const) : null,
    nested: index % 4 === 0,
    example: index % 5 === 0,
  }));
  await expectNoLeak(many);
}, 60_000);
