import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { AT_NIGHT } from '../support/share';
import { callApi } from './admin-page';
import { goInPortal, linkTo } from './go-in-portal';

let sender: SampleSender;
/** The portal of a link without flags, which tests go through. */
let portal: Page;
test.beforeAll(async ({ browser }) => {
  sender = await startSampleSender();
  portal = await browser.newPage();
  await portal.goto(linkTo('/catalog', await sender.portalLink()));
});
test.afterAll(async () => {
  await portal?.close();
  await sender?.server.dispose();
});

const EVERYONE = ['invoice.created', 'invoice.paid', 'ping', 'shipment.delivered'];

/**
 * Everything that the page receives, as text; not the stream without events, which stays open. It passes through here,
 * since a browser need not keep the body of a response for whoever asks later.
 */
async function recordTraffic(page: Page): Promise<() => string> {
  const bodies: string[] = [];
  await page.route('**', async (route) => {
    if (route.request().url().endsWith('/auth/until-ended')) return route.fallback();
    const response = await route.fetch();
    bodies.push(await response.text());
    await route.fulfill({ response });
  });
  return () => bodies.join('\n');
}

/** The event types in the list of the catalog. */
async function listedTypes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Event catalog' })).toBeVisible();
  const links = page.locator('main a[href^="#/catalog/"]');
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.map((href) => decodeURIComponent(href.replace('#/catalog/', ''))).toSorted();
}

test('the portal shows exactly the event types that its link’s flags allow, and receives no byte of others', async ({
  browser,
}) => {
  const cases: { featureFlags?: string[]; extra: string[] }[] = [
    { extra: [] },
    { featureFlags: ['beta'], extra: ['payout.betaonly'] },
    { featureFlags: ['beta', 'gamma'], extra: ['payout.betaonly', 'payout.gammaonly'] },
  ];
  for (const { featureFlags, extra } of cases) {
    const page = await browser.newPage();
    const traffic = await recordTraffic(page);
    await page.goto(linkTo('/catalog', await sender.portalLink(featureFlags ? { featureFlags } : {})));
    expect(await listedTypes(page)).toEqual([...EVERYONE, ...extra].toSorted());
    await page.getByRole('link', { name: 'invoice.paid' }).click();
    await expect(page.getByText('inv_author')).toBeVisible();
    const received = traffic();
    expect(received).toContain('invoice.created');
    const hidden = ['payout.betaonly', 'payout.gammaonly', 'archived.type'].filter(
      (name) => !extra.includes(name),
    );
    for (const name of hidden) {
      expect(received).not.toContain(name);
      expect(received).not.toContain(`Secret words of ${name}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
});

test('the portal shows a hidden event type exactly as a name that does not exist', async () => {
  await goInPortal(portal, '/catalog');
  await listedTypes(portal);
  const texts: string[] = [];
  for (const name of ['payout.betaonly', 'no.such.type']) {
    // The previous page shows the same text, so the test waits for the answer of this one.
    const arrived = portal.waitForResponse((response) => response.url().includes(`/event-type/${name}`));
    await goInPortal(portal, `/catalog/${name}`);
    await (await arrived).finished();
    await expect(portal.getByRole('heading', { name: 'There is no such event type' })).toBeVisible();
    texts.push(await portal.locator('main').innerText());
  }
  expect(texts[0]).toBe(texts[1]);
});

test('the catalog search matches every word, and Clear brings back all event types', async () => {
  await goInPortal(portal, '/catalog');
  await listedTypes(portal);
  await portal.keyboard.press('/');
  await portal.keyboard.type('issued INVOICE');
  await expect(portal.getByRole('status').filter({ hasText: '1 of 4' })).toBeVisible();
  expect(await listedTypes(portal)).toEqual(['invoice.created']);
  await portal.keyboard.type(' nothing');
  await portal.getByRole('button', { name: 'Clear search' }).last().click();
  expect(await listedTypes(portal)).toEqual(EVERYONE);
});

test('the fields of an event type open to any depth, by mouse and by keyboard, and have links', async () => {
  const faults = watchFaults(portal, sender.server.baseUrl);
  await goInPortal(portal, '/catalog/invoice.created');
  await expect(portal.getByText('generated from the fields')).toBeVisible();
  const inner = portal.locator('[id="field-customer.id"]');
  await expect(inner).toBeHidden();
  await portal.getByRole('button', { name: 'Expand all' }).click();
  await expect(inner).toBeVisible();
  await expect(portal.locator('[id="field-customer.parent"]')).toContainText('again customer');
  await expectAccessible(portal, 'event type with all fields');
  await expectReflow(portal, 'event type with all fields');
  await portal.getByRole('button', { name: 'Collapse all' }).click();
  await expect(inner).toBeHidden();

  const summary = portal.locator('[id="field-customer"] summary');
  await summary.focus();
  await portal.keyboard.press('ArrowRight');
  await expect(inner).toBeVisible();
  await portal.keyboard.press('ArrowLeft');
  await expect(inner).toBeHidden();
  await portal.keyboard.press('Enter');
  await expect(inner).toBeVisible();

  await inner.getByRole('link', { name: 'Link to customer.id' }).click();
  await expect(portal).toHaveURL(/#\/catalog\/invoice\.created\?field=customer\.id$/);
  const next = '/portal/?next=/catalog/invoice.created%3Ffield%3Dcustomer.id';
  await portal.goto((await sender.portalLink()).replace('/portal/', next));
  await expect(inner).toBeVisible();
  await expect(inner).toHaveAttribute('data-current', 'true');
  expect(faults()).toEqual([]);
});

test('the catalog shows markup in a description as text', async () => {
  const faults = watchFaults(portal, sender.server.baseUrl);
  portal.on(
    'dialog',
    (dialog) => void dialog.dismiss().then(() => expect(dialog.message()).toBe('no dialog')),
  );
  await goInPortal(portal, '/catalog/shipment.delivered');
  await expect(portal.getByText('<script>alert(1)</script>')).toBeVisible();
  expect(await portal.locator('main img').count()).toBe(0);
  expect(faults()).toEqual([]);
});

test(
  'a portal link sets the theme, by the parameter of Posthorn and by that of Svix',
  AT_NIGHT,
  async ({ page }) => {
    const groundOf = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const grounds: Record<string, string> = {};
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const query of ['theme=light', 'theme=dark', 'darkMode=true', 'darkMode=false', 'theme=auto']) {
      await page.goto((await sender.portalLink()).replace('/portal/', `/portal/?next=/catalog&${query}`));
      await listedTypes(page);
      grounds[query] = await groundOf();
    }
    expect(grounds['darkMode=true']).toBe(grounds['theme=dark']);
    expect(grounds['darkMode=false']).toBe(grounds['theme=light']);
    expect(grounds['theme=auto']).toBe(grounds['theme=dark']);
    expect(grounds['theme=light']).not.toBe(grounds['theme=dark']);
  },
);

test('the portal saves the event types of its link in three forms', async ({ page }) => {
  // Of its own: what the other tests have searched counts for the customer of theirs.
  const { server } = sender;
  const { id } = await callApi<{ id: string }>(server, 'POST', '/app', { name: 'Takes types away' });
  const { url } = await callApi<{ url: string }>(server, 'POST', `/auth/app-portal-access/${id}`, {});
  await page.goto(linkTo('/catalog', url));
  const forms = { OpenAPI: 'openapi.json', 'JSON Schema': 'schemas.json', TypeScript: 'events.d.ts' };
  for (const [label, file] of Object.entries(forms)) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: label }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(file);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('invoice.paid');
    expect(text).not.toContain('betaonly');
  }
});

test('the page of an event type in the portal has its schema, its types and the code that reads it, to copy', async () => {
  await goInPortal(portal, '/catalog/invoice.paid');
  const views = portal.getByRole('region', { name: 'Example, schema and code' });
  await expect(views.getByRole('region', { name: 'JSON' })).toContainText('inv_author');
  const open = (name: string) => views.getByRole('radio', { name, exact: true }).click();
  await open('Schema');
  await expect(views.getByRole('region', { name: 'Schema' })).toContainText('"properties"');
  await open('TypeScript');
  const types = views.getByRole('region', { name: 'TypeScript' });
  await expect(types).toContainText('export interface InvoicePaid {');
  await expect(types).not.toContainText('Ping');
  await expectAccessible(portal, 'types of an event type');
  await expectReflow(portal, 'types of an event type');
  await open('Code');
  await expect(views.getByRole('button', { name: 'Copy verify a signature' })).toBeVisible();
  await open('Example');
  await expect(views.getByRole('region', { name: 'JSON' })).toBeVisible();
});

test('the changes in the portal are those that its link saw, and the list goes on at its end', async () => {
  const faults = watchFaults(portal, sender.server.baseUrl);
  for (let n = 0; n < 55; n += 1)
    await sender.call('PATCH', '/event-type/ping', { description: `A test, in words of version ${n}.` });
  await sender.call('PATCH', '/event-type/payout.betaonly', { description: 'Other secret words.' });
  await goInPortal(portal, '/catalog');
  await portal.getByRole('link', { name: 'Changes' }).click();
  await expect(portal.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
  const tab = portal.getByRole('link', { name: 'Event catalog' });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  const rows = portal.locator('main section > ul > li');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText(
    'in words of version 53.” becomes “A test, in words of version 54.”',
  );
  await portal.getByRole('button', { name: 'Show older changes' }).click();
  // Those, and each of the four event types was new.
  await expect(rows).toHaveCount(55 + EVERYONE.length);
  await expect(portal.getByRole('button', { name: 'Show older changes' })).toBeHidden();
  await expect(portal.locator('main')).not.toContainText('betaonly');
  await expectAccessible(portal, 'the changes in the portal');
  await expectReflow(portal, 'the changes in the portal');
  await rows.last().getByRole('link').click();
  await expect(portal.getByRole('heading', { level: 1 })).toBeVisible();
  expect(faults()).toEqual([]);
});
