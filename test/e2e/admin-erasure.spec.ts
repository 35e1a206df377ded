import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

let posthorn: RunningPosthorn;
test.beforeEach(async () => {
  posthorn = await startPosthorn({});
});
test.afterEach(() => posthorn?.dispose());

test('an erasure shows first what it would do, and afterwards what it did and where the data still is', async ({
  context,
}) => {
  const make = (path: string, body: object) => callApi<{ id: string }>(posthorn, 'POST', path, body);
  await make('/app', { name: 'Quillfeather', uid: 'quill' });
  const payload = { name: 'Quillfeather' };
  const { id } = await make('/app/quill/msg', { eventType: 'a.b', payload });
  await make('/app/quill/msg', { eventType: 'a.b', payload: {} });
  const page = await openAdmin(context, posthorn, '/local/settings/data');
  await page.getByRole('button', { name: 'Erase messages' }).click();
  const sheet = page.getByRole('dialog', { name: 'Erase messages' });
  const count = sheet.getByRole('button', { name: 'Show what will be erased' });
  await expect(count).toBeDisabled();
  await sheet.getByLabel('Accepted before').fill('soon');
  await expect(sheet.getByText('Enter a date such as 2026-01-31.')).toBeVisible();
  await sheet.getByLabel('Accepted before').fill('');
  await sheet.getByRole('combobox', { name: 'Application' }).fill('Quillfeather (quill)');
  await sheet.getByLabel('Text', { exact: true }).fill('Quillfeather');
  await expectAccessible(page, 'the conditions of an erasure');
  await count.click();

  await expect(sheet).toContainText('The content of 1 message with 0 attempts will be erased.');
  await expect(sheet.getByText(/^The text is also found outside of messages/)).toBeVisible();
  await expectAccessible(page, 'what an erasure would do');
  await sheet.getByRole('button', { name: 'Back' }).click();
  await expect(sheet.getByLabel('Text', { exact: true })).toHaveValue('Quillfeather');
  await count.click();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page, 'what an erasure would do in a narrow window');
  const erase = sheet.getByRole('button', { name: 'Erase 1 message' });
  await expect(erase).toBeDisabled();
  await sheet.getByLabel('Type erase to confirm').fill('erase');
  await erase.click();
  await expect(sheet.getByText('The content of 1 message with 0 attempts was erased.')).toBeVisible();
  const { payload: left } = await callApi<{ payload: object }>(posthorn, 'GET', `/app/quill/msg/${id}`);
  expect(left).not.toEqual(payload);

  // Nothing of it is kept for the next time.
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Erase messages' }).click();
  await expect(sheet.getByLabel('Text', { exact: true })).toHaveValue('');
});
