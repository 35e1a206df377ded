import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import type { PageFile, PageList } from '../../../src-server/catalog/public-site/page-files';
import { PublishedPages } from '../../../src-server/catalog/published-pages';
import type { TaskOptions } from '../../../src-server/catalog/workers/worker-queue';
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

type Planner = (to: { readonly folder: string }, options: TaskOptions) => Promise<PageList>;

/** Pages of a builder that plans as asked, and makes each page when it may. */
function pagesOf(
  catalog: Catalog,
  plan: Planner,
  { clock = systemClock, make = async (_: readonly string[]): Promise<readonly string[]> => [] } = {},
) {
  return new PublishedPages({
    folder: join(folder, 'pages'),
    store: { version: async () => catalog.version, arePublic: async () => catalog.isPublic } as never,
    settings: { current: () => settings },
    builder: {
      plan: async (site, to, options) => ({ site, index: '[]', list: await plan(to, options) }),
      make: async (planned, names) => {
        const made = await make(names);
        return new Map(made.map((name) => [`types/${name}.html`, fileOf(name + planned.list.fingerprint)]));
      },
      build: () => Promise.reject(new Error('Nothing is exported.')),
      preview: () => Promise.resolve(null),
    },
    assets: { styles: [], fonts: [], script: null },
    domain: () => null,
    program: '',
    clock,
    log: createLog('silent'),
  });
}

const fileOf = (name: string): PageFile => ({ name: `${name}.html`, etag: name, bytes: [1, null, null] });

const listOf = (fingerprint: string, names: readonly string[]): PageList => ({
  fingerprint,
  eventTypes: names,
  pages: {
    [FIRST_PAGE]: { eventType: null, file: fileOf('index') },
    ...Object.fromEntries(names.map((name) => [`types/${name}.html`, { eventType: name, file: null }])),
  },
});

/** A plan that only a stop ends. */
const endless: Planner = (_to, { onGone }) =>
  new Promise((_resolve, reject) => onGone?.(() => reject(new Error('nobody waits any more'))));

/** A promise, and what resolves it. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

test('stopping the service ends the current plan of public pages at once', async () => {
  const begun = signal();
  const pages = pagesOf({ version: '1', isPublic: true }, (...plan) => {
    begun.give();
    return endless(...plan);
  });
  await pages.start();
  await begun.given;
  const visitor = pages.find('');
  await pages.stop();
  await expect(visitor).rejects.toMatchObject({ status: 503, retryAfterS: 2 });
});

test('pages of a type that was hidden while they were planned are not shown, however long the next plan takes', async () => {
  const catalog: Catalog = { version: '1', isPublic: true };
  const [begun, hidden, next] = [signal(), signal(), signal()];
  let plans = 0;
  const plan: Planner = async (...all) => {
    plans += 1;
    if (plans > 1) {
      next.give();
      return endless(...all);
    }
    begun.give();
    await hidden.given;
    return listOf('1', ['a']);
  };
  // A visitor waits for no plan.
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  const pages = pagesOf(catalog, plan, { clock });
  await pages.start();
  await begun.given;
  Object.assign(catalog, { version: '2', isPublic: false });
  pages.refresh();
  hidden.give();
  await next.given;
  await expect(pages.find('')).rejects.toMatchObject({ status: 503 });
  await pages.stop();
});

describe('a catalog whose pages are not all made', () => {
  const names = ['a', 'b', 'c', 'd'];
  /** Makes one page a step, each when it is let. */
  function oneByOne() {
    const steps: { readonly names: readonly string[]; readonly go: () => void }[] = [];
    const begun: (() => void)[] = [];
    return {
      make: async (names: readonly string[]) => {
        const { give, given } = signal();
        steps.push({ names, go: give });
        for (const tell of begun.splice(0)) tell();
        await given;
        return names.slice(0, 1);
      },
      /** The given step, once it has begun. */
      async step(index: number) {
        while (steps.length <= index) await new Promise<void>((resolve) => begun.push(resolve));
        return steps[index] as (typeof steps)[number];
      },
    };
  }

  test('the first page is served before any other is made', async () => {
    const pages = pagesOf({ version: '1', isPublic: true }, async () => listOf('1', names), {
      make: () => new Promise<never>(() => {}),
    });
    await pages.start();
    expect(await pages.find('')).toMatchObject({ etag: 'index' });
    expect(await pages.paths()).toHaveLength(5);
    expect(pages.progress()).toEqual({ built: 1, of: 5 });
    expect(await pages.find('types/none.html')).toBeNull();
  });

  test('a page that a visitor asks for is made before the others', async () => {
    const { make, step } = oneByOne();
    const pages = pagesOf({ version: '1', isPublic: true }, async () => listOf('1', names), { make });
    await pages.start();
    const first = await step(0);
    expect(first.names).toEqual(names);
    const visitor = pages.find('types/d.html');
    await new Promise((resolve) => setImmediate(resolve));
    first.go();
    const second = await step(1);
    expect(second.names).toEqual(['d']);
    second.go();
    expect(await visitor).toMatchObject({ etag: 'd1' });
    expect(pages.progress()).toEqual({ built: 3, of: 5 });
    (await step(2)).go();
    (await step(3)).go();
    expect(await pages.find('types/c.html')).toMatchObject({ etag: 'c1' });
    expect(pages.progress()).toEqual({ built: 5, of: 5 });
    await pages.stop();
  });

  test('a visitor who waits gets the page of the next catalog, or none where the type is gone', async () => {
    const { make, step } = oneByOne();
    const catalog: Catalog = { version: '1', isPublic: true };
    // So much time passes that there is no pause between two plans.
    let nowUs = 0;
    const clock = {
      ...systemClock,
      monotonicUs: () => {
        nowUs += 10_000_000;
        return nowUs;
      },
    };
    const lists = [listOf('1', names), listOf('2', ['b'])];
    const pages = pagesOf(catalog, async (...all) => lists.shift() ?? endless(...all), { make, clock });
    await pages.start();
    const first = await step(0);
    const [gone, kept] = [pages.find('types/c.html'), pages.find('types/b.html')];
    await new Promise((resolve) => setImmediate(resolve));
    catalog.version = '2';
    pages.refresh();
    first.go();
    (await step(1)).go();
    expect(await gone).toBeNull();
    expect(await kept).toMatchObject({ etag: 'b2' });
    await pages.stop();
  });
});
