import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ServiceOut } from '../../src-server/contract/service';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';

let posthorn: RunningPosthorn;
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn({ env: { POSTHORN_RETENTION_DAYS: '30' } });
  await callApi(posthorn, 'POST', '/sample');
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

test('a setting is found by search, changed, marked as changed, and reset', async () => {
  await goTo(page, posthorn, '/local/settings');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await expect(search).toBeVisible(); // keys belong to a screen that is there
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('paud');
  await expect(page.getByText('No setting is called “paud”')).toBeVisible();
  await search.fill('retry');
  await expect(page).toHaveURL(/find=retry/);
  await page.getByRole('list', { name: 'Matching settings' }).getByRole('link', { name: 'Retries' }).click();
  await expect(page).toHaveURL(/settings\/sending\?item=retries/);
  await expect(page.getByText('8 attempts over 27 h 35 min. Default.')).toBeVisible();
  for (let n = 0; n < 5; n++) await page.getByRole('button', { name: 'Remove retry 3' }).click();
  const wait = page.getByRole('textbox', { name: 'Retry 2 after' });
  await wait.fill('soon');
  await expect(
    page.getByText('Enter a time in whole seconds, such as 5 s, 30 min or 1 h 30 min.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save retries' })).toBeDisabled();
  await wait.fill('1 min');
  await expect(page.getByText('3 attempts over 1 min 5 s.')).toBeVisible();
  await page.getByRole('button', { name: 'Save retries' }).click();
  const reset = page.getByRole('button', { name: 'Reset: Retries' });
  await expect(reset).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sending , changed: 1' })).toBeVisible();
  expect((await callApi<{ retryPolicy: number[] }>(posthorn, 'GET', '/settings')).retryPolicy).toEqual([
    5, 60,
  ]);
  await expectAccessible(page, 'a changed setting');

  await goTo(page, posthorn, '/local/settings/general');
  const changed = page.getByRole('list', { name: 'Changed settings' });
  await changed.getByRole('button', { name: 'Reset: Retries' }).click();
  await expect(page.getByText('Nothing: all settings have their defaults.')).toBeVisible();
  expect((await callApi<{ retryPolicy: null }>(posthorn, 'GET', '/settings')).retryPolicy).toBeNull();
});

test('settings fixed at startup are listed with value, source and option, without the admin token', async () => {
  await goTo(page, posthorn, '/local/settings/service');
  const list = page.getByRole('region', { name: 'Start settings' });
  const row = list.locator('div', { hasText: 'Days to keep payloads' }).last();
  await expect(row).toContainText('--retention-days 90');
  await expect(row).toContainText('POSTHORN_RETENTION_DAYS');
  await expect(row).toContainText('30 days');
  await expect(row).toContainText('set by variable');
  await expect(page.getByText(/^Node \d/)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(posthorn.adminToken);
});

// Held by `backup-schedule.test.ts`.
test(
  'the backups on a schedule are shown with the newest and the next, and with why one failed',
  AT_NIGHT,
  async ({ context }) => {
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-backups-'));
    const args = ['--backup-dir', join(folder, 'kept'), '--backup-every', '1h'];
    const scheduled = await startPosthorn({ args });
    try {
      const state = async () => (await callApi<ServiceOut>(scheduled, 'GET', '/service')).backup;
      await expect.poll(async () => (await state())?.last ?? null).not.toBeNull();
      const tab = await openAdmin(context, scheduled, '/local/settings/data?item=scheduled-backups');
      const item = tab.locator('[data-setting=scheduled-backups]');
      await expect(item).toContainText('--backup-every');
      await expect(item).toContainText(/Newest: .*\. Next: in 1 hour\./);
      await expectAccessible(tab, 'scheduled backups');
    } finally {
      await scheduled.dispose();
    }
    await rm(join(folder, 'kept'), { recursive: true });
    await writeFile(join(folder, 'kept'), 'no folder');
    const failing = await startPosthorn({ args });
    try {
      const tab = await openAdmin(context, failing, '/local/settings/data');
      await expect(tab.getByRole('alert')).toContainText('The last scheduled backup failed');
      await expect(tab.getByRole('alert')).toContainText('No scheduled backup yet. Next attempt in');
      await expectAccessible(tab, 'a failed backup');
    } finally {
      await failing.dispose();
      await rm(folder, { recursive: true });
    }
  },
);

test('the chosen text size applies at once, and survives a reload', async () => {
  await goTo(page, posthorn, '/local/settings/appearance');
  const size = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
  expect(await size()).toBe('13px');
  await page.getByText('Largest', { exact: true }).click();
  expect(await size()).toBe('16.25px');
  await page.reload();
  // Before the first screen is rendered, with the code of which it arrives.
  await expect(page.getByRole('button', { name: 'Reset: Text size' })).toBeVisible();
  expect(await size()).toBe('16.25px');
  await page.getByRole('button', { name: 'Reset: Text size' }).click();
  expect(await size()).toBe('13px');
});

function row(command: string) {
  return page.locator(`[data-command="${command}"]`);
}

// Held by `chosen-keys.test.ts`, `key-strokes.test.ts` and `admin-keyboard.spec.ts`.
test(
  'shortcuts are reassigned by pressing keys, conflicts are reported, and all labels follow',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, '/local/settings/shortcuts');
    await row('go-apps').getByRole('button', { name: 'Change the keys of' }).click();
    await expect(row('go-apps')).toContainText('Press the new keys');
    await page.keyboard.press('Tab');
    await expect(row('go-apps')).toContainText('This key moves within the page');
    await page.keyboard.press('q');
    await expect(row('go-apps')).toContainText('Press the next key');
    await page.keyboard.press('Enter');
    await expect(row('go-apps')).toContainText('Changed from the default G A');

    await test.step('a conflict is said, and taken over', async () => {
      await row('open-palette').getByRole('button', { name: 'Change the keys of' }).click();
      await page.keyboard.press('Control+p');
      await expect(row('open-palette')).toContainText('Ctrl P is used by “Find an event type”');
      await expectAccessible(page, 'a conflict of keys');
      await row('open-palette').getByRole('button', { name: 'Reassign' }).click();
      await expect(row('find-event-type')).toContainText('no keys');
    });

    await test.step('the new keys act, the old ones do not', async () => {
      await goTo(page, posthorn, '/local/catalog');
      await page.getByRole('treegrid').getByRole('row', { name: 'invoice.paid' }).click();
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('q');
      await expect(page).toHaveURL(/#\/local\/apps$/);
    });

    await test.step('palette, button and sheet show them', async () => {
      await expect(page.getByRole('button', { name: 'Search or run a command' })).toContainText('P');
      await page.keyboard.press('Control+p');
      const palette = page.getByRole('dialog', { name: 'Search or run a command' });
      await palette.getByRole('combobox').fill('> applications');
      await expect(palette.getByRole('option', { name: /Go to Applications/ })).toContainText('Q');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Shortcuts on this screen' });
      await expect(sheet.locator('div', { hasText: /^Applications/ }).last()).toContainText('Q');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('text fields are not disturbed', async () => {
      const search = page.getByRole('searchbox', { name: 'Search applications' });
      await search.fill('');
      await search.pressSequentially('q?');
      await expect(search).toHaveValue('q?');
    });

    await test.step('they are turned off, kept over a reload, and reset', async () => {
      await goTo(page, posthorn, '/local/settings/shortcuts');
      await row('show-shortcuts').getByRole('button', { name: 'Turn off the keys of' }).click();
      await page.reload();
      await expect(row('show-shortcuts')).toContainText('no keys');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await row('go-apps').getByRole('button', { name: 'Reset the keys of' }).click();
      await expect(row('go-apps')).not.toContainText('Changed from the default');
      await page.getByRole('button', { name: 'Reset all 3' }).click();
      await expect(page.getByRole('main')).not.toContainText('Changed from the default');
    });
  },
);

test('licenses of all packages are listed with their text, and contain no path of the build machine', async () => {
  await goTo(page, posthorn, '/local/settings/about');
  await page.getByRole('searchbox', { name: 'Search packages' }).fill('react-aria-components');
  await page.getByText(/^react-aria-components \d/).click();
  await expect(page.getByRole('region', { name: 'License of react-aria-components' })).toContainText(
    'Apache',
  );
  const text = await (await fetch(`${posthorn.baseUrl}/assets/licences.json`)).text();
  const names = JSON.parse(text).map(({ name }: { name: string }) => name);
  for (const wanted of [
    'express',
    'sqlite3',
    'undici',
    'react',
    'monaco-editor',
    '@fontsource-variable/inter',
  ]) {
    expect(names).toContain(wanted);
  }
  expect(text).not.toContain('node_modules/');
  expect(text).not.toContain(process.cwd());
});

test('a token of each kind is made in the settings, and the list says what it may do', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, '/local/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const sheet = page.getByRole('dialog', { name: 'New token' });
  await sheet.getByLabel('Purpose').fill('Anna');
  await sheet.getByRole('radio', { name: /^Support/ }).check({ force: true });
  await sheet.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByTestId('new-token').textContent())?.replace(/ ?Copy$/, '').trim() ?? '';
  await expect(page.getByRole('listitem').filter({ hasText: 'Anna' })).toContainText(
    /Support, created .*never used/,
  );
  const who = await fetch(`${posthorn.baseUrl}/api/v1/auth/whoami`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await who.json()).toMatchObject({ kind: 'support' });
});

test('a reader for customers writes nothing, also without a flag', async ({ context }) => {
  const page = await openAdmin(context, posthorn, '/local/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const sheet = page.getByRole('dialog', { name: 'New token' });
  await sheet.getByLabel('Purpose').fill('Documentation');
  await sheet.getByText('Customer view', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByTestId('new-token').textContent())?.replace(/ ?Copy$/, '').trim() ?? '';
  const statusOf = async (method: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = body === undefined ? { method, headers } : { method, headers, body };
    return (await fetch(`${posthorn.baseUrl}/api/v1/event-type`, request)).status;
  };
  expect(await statusOf('GET')).toBe(200);
  expect(await statusOf('POST', '{"name":"made.by-reader","description":""}')).toBe(403);
});
