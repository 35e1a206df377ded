import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';

let sender: SampleSender;
test.beforeAll(async () => {
  sender = await startSampleSender();
});
test.afterAll(() => sender?.server.dispose());

const EVERYONE = ['invoice.created', 'invoice.paid', 'ping', 'shipment.delivered'];

/** Everything that the page receives, as text. */
function recordTraffic(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    bodies.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(bodies)).join('\n');
}

/** The event types in the list of the catalog. */
async function listedTypes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Event catalog' })).toBeVisible();
  const links = page.locator('main a[href^="#/catalog/"]');
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.map((href) => decodeURIComponent(href.replace('#/catalog/', ''))).toSorted();
}

test('shows exactly the event types that the flags of the link allow, and receives no byte of the others', async ({
  browser,
}) => {
  const cases: { featureFlags?: string[]; extra: string[] }[] = [
    { extra: [] },
    { featureFlags: ['beta'], extra: ['payout.betaonly'] },
    { featureFlags: ['beta', 'gamma'], extra: ['payout.betaonly', 'payout.gammaonly'] },
  ];
  for (const { featureFlags, extra } of cases) {
    const page = await browser.newPage();
    const traffic = recordTraffic(page);
    await page.goto(await sender.portalLink(featureFlags ? { featureFlags } : {}));
    expect(await listedTypes(page)).toEqual([...EVERYONE, ...extra].toSorted());
    await page.getByRole('link', { name: 'invoice.paid' }).click();
    await expect(page.getByText('inv_author')).toBeVisible();
    const received = await traffic();
    expect(received).toContain('invoice.created');
    const hidden = ['payout.betaonly', 'payout.gammaonly', 'archived.type'].filter(
      (name) => !extra.includes(name),
    );
    for (const name of hidden) {
      expect(received).not.toContain(name);
      expect(received).not.toContain(`Secret words of ${name}`);
    }
    await page.close();
  }
});

test('answers a hidden event type exactly as a name that does not exist', async ({ page }) => {
  await page.goto(await sender.portalLink());
  await listedTypes(page);
  const texts: string[] = [];
  for (const name of ['payout.betaonly', 'no.such.type']) {
    // The previous page shows the same text, so the test waits for the answer of this one.
    const answer = page.waitForResponse((response) => response.url().includes(`/event-type/${name}`));
    await page.evaluate((to) => {
      location.hash = `/catalog/${to}`;
    }, name);
    await (await answer).finished();
    await expect(page.getByRole('heading', { name: 'There is no such event type' })).toBeVisible();
    texts.push(await page.locator('main').innerText());
  }
  expect(texts[0]).toBe(texts[1]);
});

test('keeps the token in memory only: not in the address, the history or any storage', async ({ page }) => {
  const link = await sender.portalLink();
  const { token } = JSON.parse(Buffer.from(link.split('#key=')[1] ?? '', 'base64').toString());
  await page.goto(link);
  await listedTypes(page);
  expect(page.url()).toBe(`${sender.server.baseUrl}/portal/#/catalog`);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
  );
  expect(kept).not.toContain(token);
  expect(await page.content()).not.toContain(token);
  expect(await page.context().storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
  await page.goBack();
  expect(page.url()).not.toContain('key=');
});

test('says what happened when there is no link, half a link, or a link that was taken back', async ({
  page,
}) => {
  const link = await sender.portalLink({ sessionId: 'short' });
  await page.goto(link);
  await listedTypes(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Open this page with your link' })).toBeVisible();
  await expectAccessible(page, 'no link');

  await page.goto('about:blank');
  await page.goto(link.slice(0, -20));
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  expect(page.url()).not.toContain('key=');

  await sender.call('POST', `/auth/app/${sender.appId}/expire-all`, { sessionIds: ['short'] });
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByText('To get a new link')).toBeVisible();
  await expectReflow(page, 'link that was taken back');
});

test('opens another link that is pasted into the same tab', async ({ page }) => {
  await page.goto(await sender.portalLink());
  expect(await listedTypes(page)).not.toContain('payout.betaonly');
  await page.goto(await sender.portalLink({ featureFlags: ['beta'] }));
  await expect(page.getByRole('link', { name: 'payout.betaonly' })).toBeVisible();
  expect(page.url()).not.toContain('key=');
});

test('finds event types by every word, and leads back from a search without a result', async ({ page }) => {
  await page.goto(await sender.portalLink());
  await listedTypes(page);
  await page.keyboard.press('/');
  await page.keyboard.type('issued INVOICE');
  await expect(page.getByRole('status').filter({ hasText: '1 of 4' })).toBeVisible();
  expect(await listedTypes(page)).toEqual(['invoice.created']);
  await page.keyboard.type(' nothing');
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  expect(await listedTypes(page)).toEqual(EVERYONE);
});

test('shows fields to any depth, by mouse and by keyboard, and leads to a single field', async ({ page }) => {
  const faults = watchFaults(page, sender.server.baseUrl);
  await page.goto(await sender.portalLink());
  await page.getByRole('link', { name: 'invoice.created' }).click();
  await expect(page.getByText('generated from the fields')).toBeVisible();
  const inner = page.locator('[id="field-customer.id"]');
  await expect(inner).toBeHidden();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(inner).toBeVisible();
  await expect(page.locator('[id="field-customer.parent"]')).toContainText('again customer');
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect(inner).toBeHidden();

  const summary = page.locator('[id="field-customer"] summary');
  await summary.focus();
  await page.keyboard.press('ArrowRight');
  await expect(inner).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(inner).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(inner).toBeVisible();

  await inner.getByRole('link', { name: 'Link to customer.id' }).click();
  await expect(page).toHaveURL(/#\/catalog\/invoice\.created\?field=customer\.id$/);
  await page.goto(
    await sender
      .portalLink()
      .then((link) =>
        link.replace('/portal/', '/portal/?next=/catalog/invoice.created%3Ffield%3Dcustomer.id'),
      ),
  );
  await expect(inner).toBeVisible();
  await expect(inner).toHaveAttribute('data-current', 'true');
  expect(faults()).toEqual([]);
});

test('shows text as text', async ({ page }) => {
  const faults = watchFaults(page, sender.server.baseUrl);
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => expect(dialog.message()).toBe('no dialog')));
  await page.goto(await sender.portalLink());
  await page.getByRole('link', { name: 'shipment.delivered' }).click();
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  expect(await page.locator('main img').count()).toBe(0);
  expect(faults()).toEqual([]);
});

test('has no accessibility fault and no sideways scrolling on any screen of the catalog', async ({
  page,
}) => {
  await page.goto(await sender.portalLink());
  await listedTypes(page);
  await expectAccessible(page, 'catalog');
  await expectReflow(page, 'catalog');
  await page.getByRole('link', { name: 'invoice.paid' }).click();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(page.getByText('inv_author')).toBeVisible();
  await expectAccessible(page, 'event type');
  await expectReflow(page, 'event type');
});

test('takes its theme from the link', async ({ page }) => {
  const groundOf = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const grounds: Record<string, string> = {};
  for (const query of ['theme=light', 'theme=dark', 'darkMode=true', 'darkMode=false', 'theme=auto']) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('about:blank');
    await page.goto((await sender.portalLink()).replace('/portal/', `/portal/?${query}`));
    await listedTypes(page);
    grounds[query] = await groundOf();
  }
  expect(grounds['darkMode=true']).toBe(grounds['theme=dark']);
  expect(grounds['darkMode=false']).toBe(grounds['theme=light']);
  expect(grounds['theme=auto']).toBe(grounds['theme=dark']);
  expect(grounds['theme=light']).not.toBe(grounds['theme=dark']);
});

test('tells the page around it how high it is', async ({ page }) => {
  await page.goto(`${sender.server.baseUrl}/`);
  const link = await sender.portalLink();
  const heights = await page.evaluate(
    (src) =>
      new Promise<unknown>((resolve) => {
        addEventListener('message', ({ data }) => {
          if (data?.type === 'svix.iframe-resizer-height' && data.payload.height > 300) resolve(data.payload);
        });
        const frame = document.createElement('iframe');
        frame.src = src;
        frame.width = '900';
        document.body.append(frame);
      }),
    link,
  );
  expect(heights).toEqual({ height: expect.any(Number) });
});
