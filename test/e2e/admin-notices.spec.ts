import { expect, test } from '../support/browser-test';
import { type MailServer, startMailServer } from '../support/mail-server';
import { type Receiver, startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import { startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

/** Channels of notices, from the window. */

let posthorn: Awaited<ReturnType<typeof startPosthorn>>;
let mail: MailServer;
let chat: Receiver;
test.beforeEach(async () => {
  posthorn = await startPosthorn({ args: ['--notice-after', '0'] });
  mail = await startMailServer({ disabledCommands: ['STARTTLS'] });
  chat = await startReceiver(() => ({ status: 404 }));
});
test.afterEach(async () => {
  await posthorn?.dispose();
  await mail?.close();
  await chat?.close();
});

test('a notice channel is added, tested, changed and removed, and its URL is not shown again', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, '/local/settings/notices');
  await expect(page.getByText('No channels yet. Add one to get notices.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a channel' });
  await sheet.getByLabel('Name').fill('On call');
  await sheet.getByLabel('URL', { exact: true }).fill('http://10.0.0.1/hook');
  await sheet.getByRole('button', { name: 'Add channel' }).click();
  await expect(sheet.getByText('10.0.0.1 is a private address').first()).toBeVisible();
  await sheet.getByLabel('URL', { exact: true }).fill(`${chat.baseUrl}/services/secret-part`);
  await sheet.getByRole('button', { name: 'Add channel' }).click();
  await expect(sheet).toHaveCount(0);

  const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
  await expect(row).toContainText(`Chat at 127.0.0.1:${chat.port}`);
  await expect(page.locator('body')).not.toContainText('secret-part');
  await row.getByRole('button', { name: 'Send a test to On call' }).click();
  await expect(row.getByText('It responded with HTTP 404.')).toBeVisible();

  await row.getByRole('button', { name: 'Edit On call' }).click();
  const edit = page.getByRole('dialog', { name: 'On call' });
  await expect(edit.getByLabel('New URL')).toHaveValue('');
  await edit.getByLabel('Name').fill('Night');
  await edit.getByRole('checkbox', { name: 'Endpoint failing' }).press('Space');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const [stored] = (
    await callApi<{ data: { name: string; url: string; notices: string[] }[] }>(
      posthorn,
      'GET',
      '/notice-channels',
    )
  ).data;
  expect(stored).toMatchObject({ name: 'Night', url: `${chat.baseUrl}/services/secret-part` });
  expect(stored?.notices).not.toContain('endpoint.failing');

  await row.getByRole('button', { name: 'Remove Night' }).click();
  await row.getByRole('button', { name: 'Remove now' }).click();
  await expect(page.getByText('No channels yet. Add one to get notices.')).toBeVisible();
});

// Held by `notice-channels.test.ts`, `mail-sender.test.ts` and the test of a chat.
test(
  'a mail server is set up in the form, and one that fails is shown as such until a test arrives',
  AT_NIGHT,
  async ({ context }) => {
    const page = await openAdmin(context, posthorn, '/local/settings/notices');
    await page.getByRole('button', { name: 'Add a channel' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add a channel' });
    await sheet.getByText('E-mail', { exact: true }).click();
    await sheet.getByLabel('Name').fill('Team');
    await sheet.getByLabel('To', { exact: true }).fill('a@ada.example, b@ada.example');
    await sheet.getByRole('textbox', { name: 'Mail server' }).fill('127.0.0.1');
    await sheet.getByLabel('Port').fill(String(mail.port));
    await sheet.getByRole('button', { name: 'Add channel' }).click();
    await expect(sheet).toHaveCount(0);

    mail.refuse(true);
    const app = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Ada' });
    const endpoint = await callApi<{ id: string }>(posthorn, 'POST', `/app/${app.id}/endpoint`, {
      url: chat.baseUrl,
    });
    await callApi(posthorn, 'PATCH', `/app/${app.id}/endpoint/${endpoint.id}`, { disabled: true });
    const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText('Retrying', { timeout: 1000 });
    }).toPass();
    await expect(row).toContainText('The mail server responded: 451 to MAIL FROM.');
    mail.refuse(false);
    await row.getByRole('button', { name: 'Send a test to Team' }).click();
    await expect(row).toContainText('Test accepted');
    await expect(row).not.toContainText('Retrying');
    expect(mail.mails.at(-1)?.to).toEqual(['a@ada.example', 'b@ada.example']);
  },
);
