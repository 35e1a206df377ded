import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderCatalog as render } from '../../../src-renderer/catalog/render-catalog';
import { type Clock, systemClock } from '../../../src-server/base/clock';
import type { RenderCatalog } from '../../../src-server/contract/public-catalog';
import { makeCatalogUi } from '../../support/catalog-ui';
import { getByHost } from '../../support/raw-request';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

/** Paths of the generated pages, in order. */
let made: string[];
/** Called before each page is generated. */
let onMake: (path: string) => void;

const renderCatalog: RenderCatalog = (catalog, assets) =>
  render(catalog, assets).map((page) => ({
    ...page,
    render(article) {
      onMake(page.path);
      made.push(article === undefined ? page.path : `${page.path} around its article`);
      return page.render(article);
    },
  }));

const ui = startedForEach(makeCatalogUi);
const server = startedForEach(() => {
  made = [];
  onMake = () => undefined;
  return startTestServer({ parts: { uiDir: ui.uiDir, renderCatalog } });
});

const folder = () => join(server.dataDir, 'public-catalog');
const files = async () => (await readdir(folder()).catch(() => [])).sort();
const publish = () => server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
const put = (name: string, more: object = {}) =>
  server.call('PUT', `/event-type/${name}`, { description: `About ${name}.`, ...more });
const get = (path = '', headers: Record<string, string> = {}) =>
  fetch(`${server.baseUrl}/catalog/${path}`, { headers });
const text = async (path?: string) => (await get(path)).text();

/** More than fit on one page, in two groups. */
const NAMES = Array.from(
  { length: 62 },
  (_, n) => `${n < 31 ? 'left' : 'right'}.n${String(n).padStart(2, '0')}`,
);
const putMany = (names = NAMES) =>
  server.call('POST', '/environment/import', {
    eventTypes: names.map((name) => ({ name, description: `About ${name}.` })),
  });

/** The files beside the pages of the types. */
const OF_ALL_TYPES = [
  ...['404.html', 'changes.html', 'icon.svg', 'index.html', 'search.js', 'types/~404.html'],
];
const FILE_COUNT = NAMES.length + OF_ALL_TYPES.length;

/** Waits until no page is missing. */
async function untilMade(): Promise<void> {
  await text();
  const isMade = async () => {
    const { built, of } = (await server.call('GET', '/settings')).json.publication;
    return built === of;
  };
  await expect.poll(isMade, { timeout: 15_000 }).toBe(true);
}

describe('the files of the public catalog', () => {
  test('are made once, however many visitors there are', async () => {
    await putMany();
    await publish();
    const responses = await Promise.all(Array.from({ length: 30 }, () => get()));
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const pages = await Promise.all(NAMES.map((name) => get(`types/${name}.html`)));
    expect(pages.map(({ status }) => status)).toEqual(Array(NAMES.length).fill(200));
    await untilMade();
    expect([made.length, new Set(made).size]).toEqual([FILE_COUNT, FILE_COUNT]);
  });

  test('belong to the account of the server alone', async () => {
    await publish();
    await text();
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    for (const name of await files()) expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600);
    const { json } = await server.call('GET', '/data');
    const entry = json.files.find(({ name }: { name: string }) => name === 'public-catalog/');
    expect([entry.bytes > 0, entry.what]).toEqual([true, expect.stringContaining('public catalog')]);
  });

  test('go out as brotli, gzip or as they are, with the ETag of their content; who has them is told so', async () => {
    for (let n = 0; n < 20; n += 1) await put(`a.n${n}`);
    await publish();
    const plain = await get('', { 'accept-encoding': 'identity' });
    const page = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      const response = await get('', { 'accept-encoding': encoding });
      expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, page]);
      expect(response.headers.get('etag')).toBe(plain.headers.get('etag'));
    }
    const etag = plain.headers.get('etag') ?? '';
    // Not with fetch, which would bypass caches.
    const ask = () =>
      getByHost(server.baseUrl, 'localhost', '/catalog/', { headers: { 'if-none-match': etag } });
    expect(await ask()).toMatchObject({ status: 304, text: '' });
    await put('a.n0', { description: 'Other words.' });
    await expect.poll(ask).toMatchObject({ status: 200, text: expect.stringContaining('Other words.') });
  });

  test('that did not change are not made again, and one with a new neighbour keeps its article', async () => {
    await putMany();
    await publish();
    await untilMade();
    made = [];
    await put('left.n03', { description: 'Other words.' });
    await expect.poll(() => text('types/left.n03.html')).toContain('Other words.');
    await untilMade();
    expect(made.sort()).toEqual([...OF_ALL_TYPES, 'types/left.n03.html'].sort());
    made = [];
    await server.call('DELETE', '/event-type/right.n40');
    await expect.poll(() => text('types/right.n41.html')).not.toContain('n40');
    await untilMade();
    const around = NAMES.filter((name) => name.startsWith('right') && name !== 'right.n40');
    expect(made.sort()).toEqual(
      [...OF_ALL_TYPES, ...around.map((name) => `types/${name}.html around its article`)].sort(),
    );
  });

  test('of a large group name sixty neighbours and lead to the others, so that few change with a new one', async () => {
    const nameOf = (n: number) => `huge.n${String(n).padStart(3, '0')}`;
    await server.call('POST', '/environment/import', {
      eventTypes: Array.from({ length: 91 }, (_, n) => ({ name: nameOf(n), description: 'One.' })),
    });
    await publish();
    await untilMade();
    for (const [at, first, last] of [
      [0, 0, 59],
      [45, 15, 74],
      [90, 31, 90],
    ] as const) {
      const page = await text(`types/${nameOf(at)}.html`);
      const [nav = ''] = /<nav aria-label="Event types">.*?<\/nav>/s.exec(page) ?? [];
      const named = [...nav.matchAll(/"(huge\.n\d+)\.html/g)].map(([, name]) => name);
      expect([named.length, named[0], named.at(-1)]).toEqual([60, nameOf(first), nameOf(last)]);
      expect(nav).toContain('<a href="../index.html#~group-huge"');
      expect(await text('index.html')).toContain('id="~group-huge"');
    }
    made = [];
    await put('huge.n090.more');
    const followed = () => text(`types/${nameOf(90)}.html`);
    await expect.poll(followed, { timeout: 15_000 }).toContain('huge.n090.more');
    await untilMade();
    expect(made).toContain(`types/${nameOf(62)}.html around its article`);
    expect(made).not.toContain(`types/${nameOf(60)}.html around its article`);
    expect(made.length).toBeLessThan(40);
  });

  test('hold nothing of what is hidden, from the moment on in which visitors see the change', async () => {
    await putMany(NAMES.slice(0, 8));
    await put('left.secret', { description: 'zqxwombat' });
    await publish();
    const everything = async () => {
      const all = await Promise.all((await files()).map((name) => readFile(join(folder(), name), 'latin1')));
      return all.join('\n');
    };
    await text();
    expect(await everything()).toContain('zqxwombat');
    await put('left.secret', { description: 'zqxwombat', featureFlag: 'beta' });
    await expect.poll(async () => (await get('types/left.secret.html')).status).toBe(404);
    // Pages that no visitor may see any more are removed immediately.
    await expect.poll(everything).not.toMatch(/zqxwombat|left\.secret/);
    await put('left.secret', { description: 'zqxwombat', archived: true });
    await text();
    expect(await everything()).not.toMatch(/zqxwombat|left\.secret/);
  });

  test('that show a type are not shown from the moment on in which it is hidden, archived or removed', async () => {
    const hidings: readonly (() => Promise<unknown>)[] = [
      () => put('left.n00', { featureFlag: 'beta' }),
      () => server.call('DELETE', '/event-type/left.n01'),
      () => server.call('DELETE', '/event-type/left.n02?expunge=true'),
    ];
    // Visitors wait for seconds, and a failure is tried again after seconds.
    const hurried: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 10, signal) };
    await server.restart({ parts: { clock: hurried } });
    await putMany();
    await publish();
    for (const [n, hide] of hidings.entries()) {
      await expect.poll(() => text()).toContain(`left.n0${n}`);
      onMake = () => {
        throw new Error('the next pages cannot be made');
      };
      await hide();
      const inBrowser = { accept: 'text/html' }; // waits less
      expect((await get('', inBrowser)).status).toBe(503);
      expect((await get(`types/left.n0${n}.html`, inBrowser)).status).toBe(503);
      onMake = () => undefined;
      await expect.poll(async () => (await get()).status, { timeout: 10_000 }).toBe(200);
      expect((await get(`types/left.n0${n}.html`)).status).toBe(404);
      expect(await text()).not.toContain(`left.n0${n}`);
    }
  });

  test('are gone when the catalog is not published any more', async () => {
    await put('a.b');
    await publish();
    await text();
    expect((await files()).length).toBeGreaterThan(1);
    await server.call('PATCH', '/settings', { eventCatalogPublished: false });
    expect((await get()).status).toBe(404);
    await server.call('GET', '/settings');
    await expect.poll(files).toEqual([]);
  });

  test('are used after a restart, as long as they are right', async () => {
    await putMany();
    await publish();
    const before = await text('types/left.n01.html');
    await untilMade();
    made = [];
    await server.restart();
    expect(await text('types/left.n01.html')).toBe(before);
    await untilMade();
    expect(made).toEqual([]);
    // Another version of the program generates other pages.
    await server.restart({ parts: { catalogProgram: 'another' } });
    await untilMade();
    expect(made.length).toBe(FILE_COUNT);
  });

  test('are made anew after a restart where one was damaged', async () => {
    await put('a.b');
    await publish();
    const before = await text();
    for (const name of await files()) if (name.endsWith('.html')) await writeFile(join(folder(), name), '');
    await server.restart();
    expect(await text()).toBe(before);
  });

  test('that can be made are shown where one cannot, and are not made again when it can', async () => {
    await putMany();
    await publish();
    await untilMade();
    made = [];
    const shown = NAMES.map((name) => ({ name, description: `New words about ${name}.` }));
    onMake = (path) => {
      if (path === 'types/right.n50.html') throw new Error('the machine stops');
    };
    await server.call('POST', '/environment/import', { eventTypes: shown });
    await expect.poll(() => text()).toContain('New words');
    await expect.poll(() => text('types/left.n00.html'), { timeout: 10_000 }).toContain('New words');
    onMake = () => undefined;
    await expect.poll(() => text('types/right.n50.html'), { timeout: 10_000 }).toContain('New words');
    await untilMade();
    const ofTypes = made.filter((path) => path.startsWith('types/') && path !== 'types/~404.html');
    expect([ofTypes.length, new Set(ofTypes).size]).toEqual([NAMES.length, NAMES.length]);
  });
});

test('a visitor who waits too long for the first pages is told when to come again', async () => {
  onMake = () => {
    throw new Error('never');
  };
  const hasty = { ...systemClock, sleep: () => Promise.resolve() };
  await publish();
  await server.restart({ parts: { clock: hasty } });
  const response = await get();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});
