import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import type { PublicPageBuilder } from '../../../src-server/catalog/public-page-builder';
import { type PageList, writePageList } from '../../../src-server/catalog/public-site/page-files';
import { PublishedPages } from '../../../src-server/catalog/published-pages';
import { FIRST_PAGE } from '../../../src-server/contract/public-catalog';
import type { SettingsOut } from '../../../src-server/contract/settings';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What the catalog is at the moment. */
interface Catalog {
  version: string;
  /** Whether everything in the pages is still public. */
  isPublic: boolean;
}

const settings = { eventCatalogPublished: true, displayName: 'Acme' } as SettingsOut;

function pagesOf(catalog: Catalog, build: PublicPageBuilder['build'], clock = systemClock) {
  return new PublishedPages({
    folder: join(folder, 'pages'),
    store: { version: async () => catalog.version, arePublic: async () => catalog.isPublic } as never,
    settings: { current: () => settings },
    builder: { build, preview: () => Promise.resolve(null) },
    assets: { styles: [], script: null },
    domain: () => null,
    program: '',
    clock,
    log: createLog('silent'),
  });
}

/** A build that only a stop ends. */
const endless: PublicPageBuilder['build'] = (_site, _to, { onGone }) =>
  new Promise((_resolve, reject) => onGone?.(() => reject(new Error('nobody waits any more'))));

/** A promise, and what resolves it. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

test('stopping the service ends the current build of public pages at once', async () => {
  const begun = signal();
  const pages = pagesOf({ version: '1', isPublic: true }, (...build) => {
    begun.give();
    return endless(...build);
  });
  await pages.start();
  await begun.given;
  const visitor = pages.find('');
  await pages.stop();
  await expect(visitor).rejects.toMatchObject({ status: 503, retryAfterS: 5 });
});

test('pages of a type that was hidden while they were made are not shown, however long the next take', async () => {
  const catalog: Catalog = { version: '1', isPublic: true };
  const [begun, hidden, next] = [signal(), signal(), signal()];
  const page = { name: 'a.html', etag: 'a', bytes: [1, null, null] } as const;
  const list: PageList = { fingerprint: '1', eventTypes: ['a'], pages: { [FIRST_PAGE]: page } };
  let builds = 0;
  const build: PublicPageBuilder['build'] = async (...all) => {
    builds += 1;
    if (builds > 1) {
      next.give();
      return endless(...all);
    }
    begun.give();
    await hidden.given;
    await writePageList(all[1].folder, list);
  };
  // A visitor waits for no build.
  const pages = pagesOf(catalog, build, { ...systemClock, sleep: () => Promise.resolve() });
  await pages.start();
  await begun.given;
  Object.assign(catalog, { version: '2', isPublic: false });
  pages.refresh();
  hidden.give();
  await next.given;
  await expect(pages.find('')).rejects.toMatchObject({ status: 503 });
  await pages.stop();
});
