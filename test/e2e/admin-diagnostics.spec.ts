import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

// Held by `crash-test.test.ts`, and the screen by `admin-every-screen.spec.ts`.
test(
  'diagnostics list findings, and run a rate limit test and a crash test with their results',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, '/local/settings/diagnostics');
    const seen = watch(page, posthorn);
    const findings = page.getByRole('list', { name: 'Findings' });
    await expect(findings.getByRole('listitem')).toHaveCount(8);
    await expect(findings).toContainText('were read and verified');
    await test.step('the pace', async () => {
      await page.getByRole('textbox', { name: 'Messages' }).fill('40');
      // A busy process reads a request late now and then, and finds the next one too close behind it. A limit that did not
      // hold would show each time.
      await expect(async () => {
        await page.getByRole('button', { name: 'Run limit test' }).click();
        await expect(page.getByRole('progressbar', { name: 'Sending' })).toBeVisible();
        await expect(page.getByText(/40 messages received, at most \d+ in any second\./)).toBeVisible();
      }).toPass({ timeout: 60_000 });
      await expect(page.getByRole('img', { name: /limit 20/ })).toBeVisible();
      expect((await callApi<{ data: unknown[] }>(posthorn, 'GET', '/app')).data).toEqual([]);
    });
    // Each kill takes as long as a start of the server and two hundred messages. In the gate, `crash-test.test.ts` kills.
    if (IS_WHOLE)
      await test.step('a crash', async () => {
        await page.getByRole('button', { name: /Kills/ }).click();
        await page.getByRole('option', { name: '3', exact: true }).click();
        await page.getByRole('button', { name: 'Run crash test' }).click();
        await expect(page.getByText(/Killed 3 times, lost 0 of \d+ accepted messages\./)).toBeVisible({
          timeout: 90_000,
        });
      });
    await expectAccessible(page, 'diagnostics with receipts');
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('the log is searched, and filtered by level', async () => {
  await goTo(page, posthorn, '/local/settings/logs');
  const lines = page.getByRole('list', { name: 'Lines, newest first' });
  await expect(lines).toContainText('accepting requests');
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('no such line');
  await expect(page.getByText(/None of \d+ lines match/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('accepting');
  await expect(lines.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('radio', { name: 'Errors' }).click();
  await expect(page).toHaveURL(/level=error/);
  await expect(lines).toHaveCount(0);
});

test('a backup is restored after typing the name of the instance, and the page waits for the restart', async () => {
  await callApi(posthorn, 'POST', '/app', { name: 'Before', uid: 'before' });
  await goTo(page, posthorn, '/local/settings/data');
  await page.getByRole('button', { name: 'Create backup' }).click();
  await expect(page.getByText(/was created and verified\./)).toBeVisible({ timeout: 20_000 });
  const backups = page.getByRole('list', { name: 'Backups' });
  await expect(backups.getByRole('listitem')).toHaveCount(1);
  await callApi(posthorn, 'POST', '/app', { name: 'After', uid: 'after' });
  await backups.getByRole('button', { name: /^Restore/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Restore a backup' });
  await expect(sheet).toContainText('Deliveries that waited at that time are sent again');
  await expectAccessible(page, 'restore');
  const act = sheet.getByRole('button', { name: 'Restore', exact: true });
  await expect(act).toBeDisabled();
  await sheet.getByRole('textbox').fill('This computer');
  await act.click();
  await expect(sheet.getByText(/This computer now runs with posthorn-/)).toBeVisible({ timeout: 30_000 });
  const apps = await callApi<{ data: { name: string }[] }>(posthorn, 'GET', '/app');
  expect(apps.data.map(({ name }) => name)).toEqual(['Before']);
});

test(
  'a deleted database file raises a notice and fails the health check, and can still be backed up',
  AT_NIGHT,
  async ({ context }) => {
    const lost = await startPosthorn();
    try {
      const tab = await openAdmin(context, lost, '/local/settings/data');
      await expect(tab.getByText('Service healthy')).toBeVisible();
      await rm(join(lost.dataDir, 'posthorn.db'));
      const notice = tab.getByRole('alert').filter({ hasText: 'The service is degraded.' });
      await expect(notice).toContainText('posthorn.db in the data folder was deleted or replaced', {
        timeout: 30_000,
      });
      await expect(tab.getByText('Service failing')).toBeVisible();
      await tab.getByRole('button', { name: 'Create backup' }).click();
      await expect(tab.getByText(/posthorn-.*\.db was created and verified\./)).toBeVisible();
      await expectAccessible(tab, 'the notice of a lost database');
    } finally {
      await lost.dispose();
    }
  },
);
