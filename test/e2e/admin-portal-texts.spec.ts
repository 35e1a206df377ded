import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { AT_NIGHT } from '../support/share';
import { goTo, openAdmin, watch } from './admin-page';

const TEXTS = '/local/settings/texts';
const TITLE = 'session.tabs.endpoints';
const COUNT = 'catalog.count';

let sender: SampleSender;
/** For all tests, each of which leaves nothing unsaved. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  sender = await startSampleSender();
  page = await openAdmin(await browser.newContext({ viewport: { width: 1280, height: 900 } }), sender.server);
});
test.afterAll(async () => {
  await page?.context().close();
  await sender?.server.dispose();
});

const textsOf = async (language: string) =>
  (await sender.call<{ texts: Record<string, string> }>('GET', `/portal/texts/${language}`)).texts;
const field = (path: string) => page.getByRole('textbox', { name: path, exact: true });
const search = (words: string) => page.getByRole('searchbox', { name: 'Search texts' }).fill(words);
const file = (content: object) => ({
  name: 'fr.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});

test('a text is changed with its fault and a sample beside it, kept over a reload, saved and reset', async () => {
  await goTo(page, sender.server, TEXTS);
  const seen = watch(page, sender.server);
  await expect(page.getByText('0 of ')).toBeVisible();
  await search('event type # count');
  await field(COUNT).fill('{count, plural, one {# hook}');
  await expect(page.getByText(/no ICU message/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save texts' })).toBeDisabled();
  await page.reload();
  await expect(field(COUNT)).toHaveValue('{count, plural, one {# hook}');
  await field(COUNT).fill('{count, plural, one {# hook} other {# hooks}}');
  await expect(page.getByText('Reads: 1 hook · 3 hooks')).toBeVisible();
  await search('');
  await field(TITLE).fill('Hooks');
  await expect(page.getByText('2 unsaved texts')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/unsaved/)).toHaveCount(0);
  expect(await textsOf('en')).toEqual({
    [TITLE]: 'Hooks',
    [COUNT]: '{count, plural, one {# hook} other {# hooks}}',
  });
  await page.getByRole('radio', { name: 'Changed' }).click();
  await expect(page.getByRole('list', { name: 'Texts' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: `Reset ${COUNT}` }).click();
  await page.getByRole('button', { name: 'Save texts' }).click();
  await expect(page.getByText(/^1 of \d+ changed/)).toBeVisible();
  await expect.poll(() => textsOf('en')).toEqual({ [TITLE]: 'Hooks' });
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('a language is added, translated with a file, and removed by its name', async () => {
  await goTo(page, sender.server, TEXTS);
  await page.getByRole('button', { name: 'Add language' }).click();
  await page.getByRole('combobox', { name: 'Language' }).fill('French');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^0 of \d+ translated/)).toBeVisible();
  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export file' }).click();
  const download = await exporting;
  expect(download.suggestedFilename()).toBe('portal-texts-fr.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ [TITLE]: '' });

  const input = page.locator('input[type=file]');
  await input.setInputFiles(file([]));
  await expect(page.getByText('fr.json was not imported')).toBeVisible();
  await input.setInputFiles(file({ [TITLE]: 'Points de terminaison', [COUNT]: '{n}', 'no.text': 'x' }));
  await expect(page.getByText('Skipped 1 unknown path: no.text')).toBeVisible();
  await page.getByRole('radio', { name: 'With errors' }).click();
  await expect(page.getByRole('list', { name: 'Texts' }).getByRole('listitem')).toHaveCount(1);
  await field(COUNT).fill('{count} types');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await expect(page.getByText(/unsaved/)).toHaveCount(0);
  expect(await textsOf('fr')).toEqual({ [TITLE]: 'Points de terminaison', [COUNT]: '{count} types' });

  await expectAccessible(page, 'the texts of the portal');
  await expectReflow(page, 'the texts of the portal', [390, 1280]);

  await page.getByRole('button', { name: 'Delete French' }).click();
  await page.getByRole('textbox', { name: 'Type French to confirm' }).fill('French');
  await page.getByRole('button', { name: 'Delete language' }).click();
  await expect(page.getByRole('button', { name: 'Delete French' })).toHaveCount(0);
  expect(await textsOf('fr')).toEqual({});
});

test('a customer reads the changed word, and a further language with the missing texts in English', async () => {
  const texts = { [TITLE]: 'Points de livraison', 'endpoints.title': 'Points de livraison' };
  await sender.call('PUT', '/portal/texts/fr', { texts });
  await sender.call('PUT', '/portal/texts/en', {
    texts: { [TITLE]: 'Hooks', 'session.tabs.messages': 'Deliveries' },
  });
  const link = await sender.portalLink();
  const portal = await page.context().newPage();
  const requested: string[] = [];
  portal.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const tab = (name: string) => portal.getByRole('link', { name, exact: true });
  await portal.goto(link);
  await expect(tab('Hooks')).toBeVisible();
  await portal.goto('about:blank');
  await portal.goto((await sender.portalLink()).replace('#', `${link.includes('?') ? '&' : '?'}lang=fr#`));
  await expect(tab('Points de livraison')).toBeVisible();
  await expect(tab('Deliveries')).toBeVisible();
  await expect(portal.locator('html')).toHaveAttribute('lang', 'fr');
  expect(requested.filter((path) => path.startsWith('/look/'))).toEqual([
    expect.stringMatching(/^\/look\/texts-en-/),
    expect.stringMatching(/^\/look\/texts-fr-/),
  ]);
  await portal.close();

  await goTo(page, sender.server, '/local/settings/portal?language=fr');
  const preview = page.frameLocator('iframe[title^="Portal of"]');
  await expect(preview.getByRole('link', { name: 'Points de livraison', exact: true })).toBeVisible();

  for (const language of ['fr', 'en']) await sender.call('DELETE', `/portal/texts/${language}`);
  const before = requested.length;
  const other = await page.context().newPage();
  other.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await other.goto(await sender.portalLink());
  await expect(other.getByRole('link', { name: 'Endpoints', exact: true })).toBeVisible();
  expect(requested.slice(before).filter((path) => path.startsWith('/look/'))).toEqual([]);
  await other.close();
});

// Held by `save-changes.test.ts` and `portal-texts.test.ts` (the version that a save names).
test(
  'a text that somebody else has saved meanwhile is shown, and replaced only when that is chosen',
  AT_NIGHT,
  async () => {
    await goTo(page, sender.server, TEXTS);
    await field(TITLE).fill('Mine');
    await sender.call('PUT', '/portal/texts/en', { texts: { [TITLE]: 'Theirs', [COUNT]: 'Also theirs' } });
    await page.getByRole('button', { name: 'Save texts' }).click();
    await expect(page.getByText(`${TITLE}, stored now`)).toBeVisible();
    await page.getByRole('radio', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save texts' }).click();
    await expect(page.getByText(/unsaved/)).toHaveCount(0);
    expect(await textsOf('en')).toEqual({ [TITLE]: 'Mine', [COUNT]: 'Also theirs' });
  },
);
