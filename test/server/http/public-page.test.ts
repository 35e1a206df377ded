import { describe, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { makeCatalogUi } from '../../support/catalog-ui';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const ui = startedForEach(makeCatalogUi);
const server = startedForEach(() => startTestServer({ parts: { uiDir: ui.uiDir, renderCatalog } }));
const put = (name: string, more: object = {}) =>
  server.call('PUT', `/event-type/${name}`, { description: `About ${name}.`, ...more });
const state = async () => (await server.call('GET', '/public-page')).json;
const publish = () => server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
const schema = (properties: object, more = {}) => ({
  schemas: { 1: { type: 'object', properties, ...more } },
});

describe('since the last publish', () => {
  test('nothing is counted before the first; making the page public is one', async () => {
    await put('a.b');
    expect(await state()).toMatchObject({ lastPublish: null, changes: [], eventTypes: 1 });
    await publish();
    const { lastPublish, changes } = await state();
    expect([lastPublish.how, changes]).toEqual(['made-public', []]);
    // Saving something else while it is public does not count.
    await server.call('PATCH', '/settings', { displayName: 'Acme Ltd' });
    expect((await state()).lastPublish).toEqual(lastPublish);
  });

  test('says what came, went and changed, field by field', async () => {
    await put('kept', schema({ id: { type: 'string' }, old: {} }, { examples: [{ id: 'a' }] }));
    await put('same', schema({ id: { type: 'string' } }));
    await put('flagged.later');
    await put('archived.later');
    await publish();
    await put('kept', {
      description: 'Other words.',
      ...schema(
        { id: { type: 'integer' }, added: { type: 'boolean' } },
        { required: ['added'], examples: [{ id: 1 }] },
      ),
    });
    await put('flagged.later', { featureFlag: 'beta' });
    await put('archived.later', { archived: true });
    await put('hidden.new', { featureFlag: 'beta' });
    await put('new.one');
    const { changes } = await state();
    expect(changes.map(({ name, change }: Record<string, string>) => [name, change])).toEqual([
      ['archived.later', 'removed'],
      ['flagged.later', 'removed'],
      ['kept', 'changed'],
      ['new.one', 'added'],
    ]);
    expect(changes[2].messages).toEqual([
      'the description changes',
      'id: string becomes integer',
      'added: added (boolean, required)',
      'old: removed (anything, optional)',
      'the example changes',
    ]);
    await server.call('POST', '/public-page/publish');
    expect(await state()).toMatchObject({ changes: [], lastPublish: { how: 'noted' } });
  });

  test('is still known after a restart, and no setting of it shows', async () => {
    await put('a.b');
    await publish();
    await put('a.c');
    const settings = async () => {
      const { publication: _, ...stored } = (await server.call('GET', '/settings')).json;
      return stored;
    };
    const before = await settings();
    await server.restart();
    expect((await state()).changes).toEqual([{ name: 'a.c', change: 'added', messages: [] }]);
    expect(await settings()).toEqual(before);
  });
});

describe('the preview', () => {
  const preview = async (body: object) => (await server.call('POST', '/public-page/preview', body)).json;

  test('is the page as it would be, published or not, and marks a draft where the public never sees it', async () => {
    await put('a.b');
    const draft = { displayName: 'Draft Ltd', catalogIntro: 'Hello **you**', draft: true };
    const { html } = await preview(draft);
    for (const part of ['Draft Ltd webhook event types', '<strong>you</strong>', 'Draft:', 'id="a.b"'])
      expect(html).toContain(part);
    await publish();
    const served = await (await fetch(`${server.baseUrl}/catalog/`)).text();
    expect(served).not.toMatch(/Draft/);
    expect((await preview({})).html).toBe(served);
    expect((await server.call('GET', '/settings')).json).toMatchObject({
      displayName: 'Acme',
      catalogIntro: null,
    });
  });

  test('has a style sheet of its own for a color, moved where it could not be read', async () => {
    await put('a.b');
    expect((await preview({ customColor: '#ffff00' })).styles).toMatch(
      /--accent: light-dark\(#(?!ffff00)[0-9a-f]{6}, #ffff00\)/,
    );
    expect((await preview({})).styles).toBe('');
  });

  test('is refused for what is no logo, color or page', async () => {
    const status = async (body: object) => (await server.call('POST', '/public-page/preview', body)).status;
    expect(await status({ catalogLogo: 'https://x.example/a.png' })).toBe(422);
    expect(await status({ catalogLogo: 'data:text/html;base64,AAAA' })).toBe(422);
    expect(await status({ customColor: 'red' })).toBe(422);
    expect(await status({ path: 'types/none.html' })).toBe(404);
    expect(await status({ path: 'brand.css', customColor: '#112233' })).toBe(404);
  });
});

describe('the export', () => {
  test('has pages, style sheets and fonts with addresses that fit a folder, and counts as a publish', async () => {
    await put('a.b');
    expect((await server.call('POST', '/public-page/export')).status).toBe(409);
    await server.call('PATCH', '/settings', { displayName: 'Acme', customColor: '#2f6f4f' });
    const { files } = (await server.call('POST', '/public-page/export')).json;
    const byPath = new Map<string, { text: string | null; base64: string | null }>(
      files.map((file: { path: string; text: string | null; base64: string | null }) => [file.path, file]),
    );
    expect([...byPath.keys()].sort()).toEqual([
      '404.html',
      'assets/base.css',
      'assets/catalog.css',
      'assets/inter-cyrillic-wght-normal.woff2',
      'assets/inter-latin-wght-normal.woff2',
      'assets/jetbrains-mono-latin-wght-normal.woff2',
      'brand.css',
      'changes.atom',
      'changes.html',
      'events.d.ts',
      'fields.js',
      'icon.svg',
      'index.html',
      'openapi.json',
      'schemas.json',
      'search.js',
      'types/~404.html',
    ]);
    expect(Object.keys(JSON.parse(byPath.get('openapi.json')?.text ?? '').webhooks)).toEqual(['a.b']);
    expect(byPath.get('changes.atom')?.text).toContain('<title>a.b is new</title>');
    const hrefs = [...(byPath.get('index.html')?.text ?? '').matchAll(/rel="stylesheet" href="([^"]+)"/g)];
    expect(hrefs.map(([, href]) => href)).toEqual(['assets/base.css', 'assets/catalog.css', 'brand.css']);
    expect(byPath.get('assets/base.css')?.text).toContain('url(inter-latin-wght-normal.woff2)');
    expect(byPath.get('assets/inter-latin-wght-normal.woff2')?.base64).toBe('AQL+');
    expect((await state()).lastPublish.how).toBe('exported');
  });

  test('preloads the fonts of text and code from where each page is, as the pages of the server do', async () => {
    await put('a.b');
    await publish();
    const preloaded = (html: string) =>
      [...html.matchAll(/<link rel="preload" as="font" [^>]*href="([^"]+)"/g)].map(([, href]) => href);
    const fonts = ['inter', 'jetbrains-mono'].map((name) => `assets/${name}-latin-wght-normal.woff2`);
    const { files } = (await server.call('POST', '/public-page/export')).json;
    const exported = (wanted: string) =>
      files.find(({ path }: { readonly path: string }) => path === wanted).text;
    expect(preloaded(exported('index.html'))).toEqual(fonts);
    expect(preloaded(exported('types/~404.html'))).toEqual(fonts.map((font) => `../${font}`));
    const served = await (await fetch(`${server.baseUrl}/catalog/`)).text();
    expect(preloaded(served)).toEqual(fonts.map((font) => `/${font}`));
  });
});

test('without a domain there is nothing to check; without built pages nothing to show', async () => {
  expect((await server.call('GET', '/public-page/domain-check')).status).toBe(404);
  const bare = await startTestServer();
  try {
    expect((await bare.call('POST', '/public-page/preview', {})).status).toBe(404);
    expect((await bare.call('GET', '/public-page')).json).toMatchObject({ eventTypes: 0, changes: [] });
  } finally {
    await bare.remove();
  }
});
