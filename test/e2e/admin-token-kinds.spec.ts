import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';

let posthorn: RunningPosthorn;
let endpoint: string;
test.beforeEach(async () => {
  posthorn = await startPosthorn({});
  await callApi(posthorn, 'POST', '/app', { name: 'Ada Ltd', uid: 'ada' });
  const made = await callApi<{ id: string }>(posthorn, 'POST', '/app/ada/endpoint', {
    url: `${posthorn.baseUrl}/receiver/ada`,
  });
  endpoint = made.id;
});
test.afterEach(() => posthorn?.dispose());

test('whoever is logged in with a limited token sees what it may not do disabled, and why', async ({
  context,
}) => {
  const { token } = await callApi<{ token: string }>(posthorn, 'POST', '/auth/token', {
    name: 'Anna',
    kind: 'support',
  });
  const page = await openAdmin(context, { ...posthorn, adminToken: token }, '/local/apps');
  await expect(page.getByText('You are logged in with a support token')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeDisabled();

  await goTo(page, posthorn, `/local/apps/ada/endpoints/${endpoint}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(button('Edit')).toBeDisabled();
  await expect(button('Delete endpoint')).toBeDisabled();
  for (const name of ['Show', 'Rotate secret', 'Send example']) await expect(button(name)).toBeDisabled();
  await expect(button('Send again')).toBeEnabled();
  await expectAccessible(page, 'an endpoint as support sees it');

  await expect(page.getByText('The receiver could not be read')).toHaveCount(0);
  await goTo(page, posthorn, '/local/settings/data');
  await expect(button('Create backup')).toBeDisabled();
  await expect(button('Erase messages')).toBeDisabled();
  await goTo(page, posthorn, '/local/settings/notices');
  await expect(button('Add a channel')).toBeDisabled();
});
