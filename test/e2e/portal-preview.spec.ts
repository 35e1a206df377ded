import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { newSignal } from '../support/new-signal';
import { AT_NIGHT } from '../support/share';
import type { RunningPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import { linkTo } from './go-in-portal';
import { at, cell, listed, more, portal, width } from './preview-page';
import { PREVIEW_TYPES, type PreviewServer, startPreviewServer } from './preview-server';

const seenBy = (...flags: string[]) =>
  Object.entries(PREVIEW_TYPES)
    .filter(([, own]) => own.length === 0 || own.some((flag) => flags.includes(flag)))
    .map(([name]) => name);

let server: PreviewServer;
let posthorn: RunningPosthorn;
let appId: string;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startPreviewServer(browser);
  ({ posthorn, appId, page } = server);
});
test.afterAll(() => server?.dispose());

test('each preview frame lists and counts exactly the event types that a token with its flags sees', async () => {
  await server.show('sets=ABC', { width: 1680 });
  for (const [place, name, flags] of [
    [1, 'Everyone', []],
    [2, 'Beta', ['beta']],
    [3, 'Internal', ['internal']],
  ] as const) {
    await expect.poll(() => listed(page, place)).toEqual(seenBy(...flags));
    await expect(cell(page, place)).toContainText(`${name}Stored${seenBy(...flags).length} of 6 types`);
  }
});

test('a frame says what its flag set hides, while the portal in it learns nothing of hidden event types', async () => {
  await server.show('sets=AB', { width: 1680 });
  await expect(page.getByRole('list', { name: 'Hidden from A Everyone' })).toContainText('customer.merged');
  await portal(page, 2).getByRole('link', { name: 'customer.merged' }).click();
  await expect(portal(page, 2).getByRole('heading', { name: 'customer.merged' })).toBeVisible();
  await expect(cell(page, 1).getByRole('note')).toContainText(
    'customer.merged is hidden here: it needs beta',
  );
  const held = await portal(page, 1)
    .locator('html')
    .evaluate((html) => html.outerHTML + location.href);
  for (const hidden of ['customer.merged', 'payout.scheduled', 'risk.opened'])
    expect(held).not.toContain(hidden);
});

/** Records what images are made of from now on. @returns the SVG of each, in order */
async function imagesDrawn(page: Page): Promise<() => Promise<string[]>> {
  const made = await page.evaluateHandle(() => {
    const own = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
    const sources: string[] = [];
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      ...own,
      set(value: string) {
        sources.push(decodeURIComponent(value));
        own?.set?.call(this, value);
      },
    });
    return sources;
  });
  return () => made.jsonValue();
}

test(
  'no picture is made of frames that still load, and one of loaded frames has what they list',
  AT_NIGHT,
  async () => {
    const [held, letThrough] = newSignal();
    const lists = /\/api\/v1\/event-type\?/;
    await page.route(lists, async (route) => {
      if (route.request().frame() !== page.mainFrame()) await held;
      return route.fallback();
    });
    await server.show('sets=AB', { width: 1680 });
    await page.reload();
    await expect(portal(page, 2).locator('[data-placeholder]').first()).toBeAttached();
    const drawn = await imagesDrawn(page);
    await more(page, 'menuitem', 'Save frames as image (PNG)');
    await expect(page.getByText('No image was created: A frame is still loading').last()).toBeVisible();
    expect(await drawn()).toEqual([]);
    letThrough();
    await expect.poll(() => listed(page, 2)).toEqual(seenBy('beta'));
    await page.unroute(lists);
    const download = page.waitForEvent('download');
    await more(page, 'menuitem', 'Save frames as image (PNG)');
    await download;
    const pictures = await drawn();
    expect(pictures).toHaveLength(2);
    for (const [index, flags] of [[], ['beta']].entries())
      for (const name of seenBy(...flags)) expect(pictures[index]).toContain(`catalog/${name}`);
  },
);

/** How many tokens of preview frames are valid. */
async function living(): Promise<number> {
  const { data } = await callApi<{ data: { sessionId: string | null }[] }>(
    posthorn,
    'GET',
    `/auth/app/${appId}/session`,
  );
  return data.filter(({ sessionId }) => /^preview-[0-9a-f]+$/.test(sessionId ?? '')).length;
}

test('a frame that is still loading follows the address to another page', AT_NIGHT, async ({ context }) => {
  const [released, release] = newSignal();
  await context.route('**/portal/?*', async (route) => {
    await released;
    await route.continue();
  });
  const before = await living();
  const late = await openAdmin(context, posthorn, at('sets=A&page=%2Fcatalog%2Finvoice.paid'));
  await expect(cell(late, 1).locator('iframe')).toBeAttached();
  await goTo(late, posthorn, at('sets=A&page=%2Fcatalog%2Fcustomer.created'));
  await expect(late.getByRole('button', { name: /customer\.created Page$/ })).toBeVisible();
  release();
  await expect(portal(late, 1).getByRole('heading', { level: 1, name: 'customer.created' })).toBeVisible();
  expect(late.url()).toContain('page=%2Fcatalog%2Fcustomer.created');
  await goTo(late, posthorn, '/local/catalog');
  await expect.poll(living).toBe(before);
});

test(
  'frames with the endpoint form highlight the same event type and scroll together',
  AT_NIGHT,
  async () => {
    await server.show('sets=AB&page=%2Fendpoints%2Fnew', { width: 1400, height: 420 });
    for (const place of [1, 2]) {
      await portal(page, place).getByText('Selected events', { exact: true }).click();
      await portal(page, place).getByRole('row', { name: 'customer', exact: true }).press('ArrowRight');
    }
    const row = (place: number) => portal(page, place).getByRole('row', { name: 'customer.created' });
    await row(1).hover();
    const outline = cell(page, 2).locator('[class*=outline]');
    await expect(outline).toBeVisible();
    // Drawn over its row, to the pixel.
    const [drawn, meant] = [await outline.boundingBox(), await row(2).boundingBox()];
    expect(Math.abs((drawn?.y ?? 0) - (meant?.y ?? 1000))).toBeLessThanOrEqual(1);
    const top = (place: number) => row(place).evaluate((element) => element.getBoundingClientRect().top);
    await portal(page, 1).getByRole('heading', { level: 1 }).hover();
    await expect.poll(async () => Math.round((await top(2)) - (await top(1)))).toBe(0);
    const start = [await top(1), await top(2)] as const;
    await page.mouse.wheel(0, 120);
    await expect.poll(async () => Math.round((await top(1)) - start[0])).toBe(-120);
    await expect.poll(async () => Math.round((await top(2)) - start[1])).toBe(-120);
  },
);

test('a preview frame has an opaque origin and can read neither the admin window nor other frames', async () => {
  await server.show('sets=AB', { width: 1680 });
  await expect(portal(page, 2).getByRole('link', { name: 'customer.merged' })).toBeVisible();
  const tried = await portal(page, 1)
    .locator('html')
    .evaluate(async () => {
      const outcome = (act: () => unknown) => {
        try {
          return String(act());
        } catch (cause) {
          return (cause as Error).name;
        }
      };
      return {
        origin: self.origin,
        admin: outcome(() => window.parent.localStorage.getItem('posthorn.page-key')),
        own: outcome(() => sessionStorage.length),
        cookies: outcome(() => document.cookie),
        document: outcome(() => window.parent.document.title),
        other: outcome(() => window.parent.frames[1]?.document.title),
        address: outcome(() => window.parent.frames[1]?.location.href),
        ownAddress: location.href,
        admits: (await fetch('/api/v1/settings')).status,
      };
    });
  expect(tried).toEqual({
    origin: 'null',
    admin: 'SecurityError',
    own: 'SecurityError',
    cookies: 'SecurityError',
    document: 'SecurityError',
    other: 'SecurityError',
    address: 'SecurityError',
    ownAddress: expect.not.stringContaining('key='),
    admits: 401,
  });
  await expect(page.locator('iframe').first()).toHaveAttribute('sandbox', 'allow-scripts allow-forms');
});

test('a portal outside a preview accepts no message port from another window', async ({ context }) => {
  const alone = await context.newPage();
  const { url } = await callApi<{ url: string }>(posthorn, 'POST', `/auth/app-portal-access/${appId}`, {});
  await alone.goto(linkTo('/catalog', url));
  await expect(alone.getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  const heard = await alone.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const received: unknown[] = [];
    port1.onmessage = ({ data }) => received.push(data);
    window.postMessage({ type: 'posthorn.preview.port' }, '*', [port2]);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return received;
  });
  expect(heard).toEqual([]);
});

test('the tokens of preview frames expire when their frames close', async () => {
  await server.show('sets=AB', { width: 1400 });
  await expect(portal(page, 2).getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  await expect.poll(living).toBe(2);
  await page.getByRole('button', { name: 'Show B Beta' }).click();
  await expect.poll(living).toBe(1);
  await goTo(page, posthorn, '/local/catalog');
  await expect.poll(living).toBe(0);
  await goTo(page, posthorn, at('sets=A'));
  await expect.poll(living).toBe(1);
  await page.goto('about:blank');
  await expect.poll(living).toBe(0);
});

// Held by `mirror.test.ts`, and by the note of a frame that follows another (above).
test(
  'frames navigate and scroll together, alone while Alt is held, and highlight the same event type',
  AT_NIGHT,
  async () => {
    await server.show('sets=AB&gaps=off', { width: 1400, height: 500 });
    const first = (place: number) => portal(page, place).getByRole('link', { name: 'customer.created' });
    const top = (place: number) =>
      first(place).evaluate((link) => Math.round(link.getBoundingClientRect().top));
    await expect(first(2)).toBeVisible();
    await first(1).hover();
    await expect(cell(page, 2).locator('[class*=outline]')).toBeVisible();
    const start = await top(2);
    await page.mouse.wheel(0, 30);
    await expect.poll(() => top(2)).toBe(start - 30);
    await page.keyboard.down('Alt');
    await page.mouse.wheel(0, 20);
    await expect.poll(() => top(1)).toBe(start - 50);
    await page.keyboard.up('Alt');
    expect(await top(2)).toBe(start - 30);
    await portal(page, 2).getByRole('link', { name: 'invoice.paid' }).click();
    await expect(portal(page, 1).getByRole('heading', { name: 'invoice.paid' })).toBeVisible();
    await expect(page).toHaveURL(/page=%2Fcatalog%2Finvoice\.paid/);
    await portal(page, 1).getByRole('link', { name: 'Endpoints', exact: true }).click();
    await expect(portal(page, 2).getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
    await more(page, 'menuitemcheckbox', 'Scroll frames together');
    await portal(page, 1).getByRole('link', { name: 'Messages', exact: true }).click();
    await expect(portal(page, 1).getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
    await expect(portal(page, 2).getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
  },
);

test('theme and width of a preview change without reloading its frames', async () => {
  await server.show('sets=A', { width: 1680 });
  const html = portal(page, 1).locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await html.evaluate((element) => element.setAttribute('data-kept', 'yes'));
  await page.getByRole('radio', { name: 'Dark', exact: true }).last().click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await width(page).click();
  await page.getByRole('textbox', { name: 'Width in pixels' }).fill('700');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => html.evaluate(() => window.innerWidth)).toBe(700);
  await page.getByRole('separator', { name: 'Width of the frames, in pixels' }).press('ArrowRight');
  await expect.poll(() => html.evaluate(() => window.innerWidth)).toBe(710);
  await expect(html).toHaveAttribute('data-kept', 'yes');
});

test(
  'a designer compares two flag sets, tries other flags, applies them, and exports the result',
  AT_NIGHT,
  async () => {
    await server.show('', { width: 1440 });
    const seen = watch(page, posthorn);
    await test.step('sets', async () => {
      await page.getByRole('button', { name: 'New set' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Partners');
      await page.getByRole('button', { name: 'Add flag internal' }).click();
      await page.getByRole('button', { name: 'Add set' }).click();
      await expect(page.getByRole('button', { name: 'Show D Partners' })).toBeVisible();
      await page.getByRole('button', { name: 'Change D Partners' }).click();
      await page.getByRole('menuitem', { name: 'Delete the set' }).click();
      await expect(page.getByRole('button', { name: 'Show D Partners' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await expect(page.getByRole('button', { name: 'Show D Partners' })).toBeVisible();
    });
    await test.step('a picture', async () => {
      await goTo(page, posthorn, at('sets=AB'));
      await expect(portal(page, 2).getByRole('link', { name: 'customer.merged' })).toBeVisible();
      const drawn = await imagesDrawn(page);
      const download = page.waitForEvent('download');
      await more(page, 'menuitem', 'Save frames as image (PNG)');
      const file = await readFile(await (await download).path());
      for (const [index, svg] of (await drawn()).entries()) {
        const used = await portal(page, index + 1)
          .locator('html')
          .evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
        expect(used).toBeGreaterThan(0);
        expect(svg.match(/@font-face[^}]*url\("data:(?:font|application)\//g)).toHaveLength(used);
      }
      expect(file.subarray(1, 4).toString()).toBe('PNG');
      // Two frames of 390 pixels at double resolution, with margins; a blank picture would be a few kilobytes.
      expect(file.readUInt32BE(16)).toBe(2 * (2 * 390 + 3 * 24));
      expect(file.length).toBeGreaterThan(40_000);
    });
    await test.step('the differences', async () => {
      await page.getByRole('radio', { name: 'Changes' }).click();
      await expect(page.getByText('B Beta sees 2 more than A Everyone.')).toBeVisible();
      await expect(
        page.getByText('3 types hidden from A Everyone still reach 1 unfiltered endpoint of Acme.'),
      ).toBeVisible();
    });
    await test.step('what if', async () => {
      await page.getByRole('radio', { name: 'Matrix' }).click();
      await page.getByRole('button', { name: 'customer.merged for A Everyone: hidden' }).click();
      await expect(
        page.getByText('customer.merged is hidden from A Everyone: needs the flag beta'),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Remove flag beta' }).click();
      await expect(
        page.getByRole('button', { name: 'customer.merged for A Everyone: visible' }),
      ).toBeVisible();
      const stored = () => callApi<{ featureFlags: unknown }>(posthorn, 'GET', '/event-type/customer.merged');
      expect((await stored()).featureFlags).toEqual(['beta']);
      // The draft is in the address: it survives a reload, and Changes shows it too.
      await page.reload();
      await expect(
        page.getByRole('button', { name: 'customer.merged for A Everyone: visible' }),
      ).toBeVisible();
      await page.getByRole('radio', { name: 'Changes' }).click();
      await expect(page.getByText('B Beta sees 1 more than A Everyone.')).toBeVisible();
      await page.getByRole('radio', { name: 'Stored' }).click();
      await expect(page.getByText('B Beta sees 2 more than A Everyone.')).toBeVisible();
      await page.getByRole('radio', { name: 'Matrix' }).click();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByRole('dialog')).toContainText('A Everyone sees 1 more (customer.merged).');
      await page.getByRole('button', { name: 'Change 1 event type' }).click();
      await expect(page.getByText('Changed the flags of customer.merged').last()).toBeVisible();
      expect((await stored()).featureFlags ?? null).toBeNull();
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await expect.poll(async () => (await stored()).featureFlags).toEqual(['beta']);
    });
    await test.step('Markdown, request bodies, and a link that shows the same', async () => {
      const copied = async (item: string) => {
        await more(page, 'menuitem', item);
        return page.evaluate(() => navigator.clipboard.readText());
      };
      expect(await copied('Copy differences as Markdown')).toContain(
        '| `customer.merged` | hidden | visible |',
      );
      expect(await copied('Copy request bodies for the API')).toBe(
        '{"featureFlags":[]}\n{"featureFlags":["beta"]}',
      );
      // The link contains all choices, and restores them for everybody who opens it.
      await goTo(
        page,
        posthorn,
        '/local/preview?width=412&sets=AC&theme=dark&zoom=100&sync=off&gaps=off&drawer=off&page=%2Fendpoints',
      );
      const framed = await copied('Copy link to this preview');
      const other = await openAdmin(page.context(), posthorn);
      await other.goto(framed);
      await expect(cell(other, 2)).toContainText('Internal');
      await expect(portal(other, 2).getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
      await expect(portal(other, 2).locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(width(other)).toContainText('412');
      await expect(other.getByRole('button', { name: 'Flag sets' })).toHaveAttribute('aria-pressed', 'false');
      await other.getByRole('button', { name: 'More', exact: true }).click();
      for (const option of await other.getByRole('menuitemcheckbox').all())
        await expect(option).not.toBeChecked();
      await goTo(page, posthorn, '/local/preview?sets=AB&mode=matrix');
      const link = await copied('Copy link to this preview');
      await other.goto(link);
      await expect(other.getByRole('grid', { name: 'Event types by flag sets' })).toBeVisible();
      await expect(other.getByRole('columnheader', { name: /Beta/ })).toBeVisible();
      await other.close();
    });
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);
