import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { AT_NIGHT } from '../support/share';
import { expect, test } from './desktop-test';
import { slowStart } from './slow-start';

const DOCUMENT = `openapi: 3.1.0
info: { title: Acme, version: '1' }
webhooks:
  invoice.paid:
    post:
      summary: An invoice was paid
      requestBody: { content: { application/json: { schema: { type: object } } } }
`;

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-opened-'));
  await writeFile(join(folder, 'acme.yaml'), DOCUMENT);
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** The preview of an import, in which nothing is written yet. */
async function expectPreview(page: Page): Promise<void> {
  await expect(page).toHaveURL(/#\/local\/import$/);
  await expect(page.getByText('acme.yaml').first()).toBeVisible();
  await expect(page.getByText('invoice.paid').first()).toBeVisible();
  const types = await page.evaluate(() =>
    fetch('/api/v1/event-type').then(async (response) => ({ status: response.status })),
  );
  expect(types.status).toBeLessThan(500);
}

test('a file among the arguments opens as a preview of its import', AT_NIGHT, async ({ launch }) => {
  const desktop = await launch({ arguments: [join(folder, 'acme.yaml')] });
  await expectPreview(await desktop.page());
});

test('a file or link of a second start opens in the window of the first', async ({ desktop, launch }) => {
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await desktop.run(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const second = await launch({
    userData: desktop.userData,
    arguments: [join(folder, 'acme.yaml')],
    isSecond: true,
  });
  expect(await second.ended).toBe(0);
  expect(await second.records('window')).toEqual([]);
  await desktop.recorded('window restore');
  await desktop.recorded('window focus');
  await expectPreview(page);
  await launch({
    userData: desktop.userData,
    arguments: ['posthorn://open/settings/about'],
    isSecond: true,
  });
  await expect(page.getByRole('heading', { name: 'About', level: 2 })).toBeVisible();
});

test('a start during a quit starts the program again when that has ended', AT_NIGHT, async ({ launch }) => {
  const { userData, finishStart } = await slowStart();
  const desktop = await launch({ userData });
  await desktop.recorded('utilityProcess.fork');
  await desktop.run(({ app }) => app.quit()); // which waits for the start
  await launch({ userData, arguments: ['posthorn://open/settings/about'], isSecond: true });
  const [next] = await desktop.recorded('app.relaunch');
  expect(next.args).toContain('posthorn://open/settings/about');
  await finishStart();
  expect(await desktop.ended).toBe(0);
});

// Held by `opened-items.test.ts` and `deep-link.test.ts`.
test(
  'a link among the arguments opens its screen, and an unknown one or a file that is not text is refused with a message',
  AT_NIGHT,
  async ({ launch }) => {
    await writeFile(join(folder, 'photo.json'), Buffer.from('ffd8ffe0', 'hex'));
    const links = ['posthorn://open/attention', 'posthorn://open/apps/app_1/delete'];
    const desktop = await launch({ arguments: [join(folder, 'photo.json'), ...links] });
    const page = await desktop.page();
    await expect(page).toHaveURL(/#\/local\/deliveries\/attention$/);
    await expect(
      page.getByText('The link was ignored: it names no screen of Posthorn.').first(),
    ).toBeVisible();
    await expect(page.getByText('photo.json was not opened: It is not text in UTF-8.').first()).toBeVisible();
  },
);

// Held by the test of a second start.
test('a file or link that the Mac reports by an event is opened', AT_NIGHT, async ({ launch }) => {
  const desktop = await launch({ machine: { platform: 'darwin' } });
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await desktop.run(
    ({ app }, path) => void app.emit('open-file', { preventDefault() {} }, path),
    [folder, 'acme.yaml'].join('/'),
  );
  await expectPreview(page);
  await desktop.run(
    ({ app }) => void app.emit('open-url', { preventDefault() {} }, 'posthorn://open/event-types'),
  );
  await expect(page).toHaveURL(/#\/local\/catalog$/);
});
