import { expect, test } from '../support/browser-test';
import { callApi, openAdmin, watch } from './admin-page';

test('portal links with fewer permissions, a session id or a single use are created, listed and revoked', async ({
  context,
  shared,
}) => {
  const { id: appId } = await callApi<{ id: string }>(shared, 'POST', '/app', { name: 'Acme' });
  const page = await openAdmin(context, shared, `/local/apps/${appId}`);
  const seen = watch(page, shared);
  const sessions = () =>
    callApi<{ data: Record<string, unknown>[] }>(shared, 'GET', `/auth/app/${appId}/session`);
  await page.getByRole('button', { name: 'Portal access' }).click();
  await expect(page.getByText('No one can open the portal of Acme now.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'See signing secrets' }).press('Space');
  await page.getByRole('textbox', { name: /^Session/ }).fill('no spaces');
  await expect(page.getByRole('button', { name: 'Create link' })).toBeDisabled();
  await page.getByRole('textbox', { name: /^Session/ }).fill('user_17');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByTestId('portal-link')).toContainText('/portal/#key=');
  await expect(page.getByRole('button', { name: 'End user_17' })).toBeVisible();
  await expect(page.getByText(/5 of 6 permissions/)).toBeVisible();
  expect((await sessions()).data[0]).toMatchObject({
    sessionId: 'user_17',
    capabilities: expect.not.arrayContaining(['ViewEndpointSecret']),
  });
  await page.getByRole('textbox', { name: /^Session/ }).fill('user_18');
  await page.getByRole('switch', { name: 'One-time link' }).press('Space');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText(/One-time link, unused/)).toBeVisible();
  await page.getByRole('button', { name: 'End user_17' }).click();
  await expect(page.getByRole('button', { name: 'End user_17' })).toHaveCount(0);
  expect((await sessions()).data.map(({ sessionId }) => sessionId)).toEqual(['user_18']);
  await page.getByRole('button', { name: 'End all' }).click();
  await expect(page.getByText('Logs everyone out of the portal of Acme at once.')).toBeVisible();
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('No one can open the portal of Acme now.')).toBeVisible();
  expect((await sessions()).data).toEqual([]);
  expect(seen).toEqual({ errors: [], foreign: [] });
});
