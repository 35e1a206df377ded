import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

/** Plans of releases, from the window. */

interface Release {
  readonly flag: string;
  readonly at: string;
  readonly note: string | null;
  readonly eventTypes: readonly string[] | null;
  readonly state: string;
}

let posthorn: Awaited<ReturnType<typeof startPosthorn>>;
test.beforeEach(async () => {
  posthorn = await startPosthorn();
  for (const name of ['a.new', 'b.new'])
    await callApi(posthorn, 'POST', '/event-type', { name, featureFlags: ['beta'] });
});
test.afterEach(() => posthorn?.dispose());

const releases = async () =>
  (await callApi<{ data: readonly Release[] }>(posthorn, 'GET', '/flag-releases')).data;
const flagsOf = async (name: string) =>
  (await callApi<{ featureFlags: readonly string[] | null }>(posthorn, 'GET', `/event-type/${name}`))
    .featureFlags;

test('a release is planned for some event types, moved, done now and undone', async ({ context }) => {
  const page = await openAdmin(context, posthorn, '/local/releases');
  await page.getByRole('button', { name: 'Plan a release' }).click();
  const sheet = page.getByRole('dialog', { name: 'Plan a release' });
  await sheet.getByRole('combobox', { name: 'Flag' }).fill('beta');
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('status')).toHaveText('2 event types become visible to everyone.');
  await sheet.getByText('Only some of them').click();
  const plan = sheet.getByRole('button', { name: 'Plan release' });
  await sheet.getByRole('checkbox', { name: 'a.new' }).press('Space');
  await sheet.getByLabel('When').fill('2020-01-01T09:00');
  await expect(sheet.getByText('Choose a time in the future.')).toBeVisible();
  await expect(plan).toBeDisabled();
  await sheet.getByLabel('When').fill('2100-01-01T09:00');
  await plan.click();
  await expect(sheet).toHaveCount(0);
  expect(await releases()).toMatchObject([
    { flag: 'beta', eventTypes: ['a.new'], note: null, state: 'planned' },
  ]);

  await page.getByRole('button', { name: 'Change the release of beta' }).click();
  const change = page.getByRole('dialog', { name: 'Release of beta' });
  await change.getByLabel('Note (optional)').fill('With the new year');
  await change.getByLabel('When').fill('2101-01-01T09:00');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toHaveCount(0);
  await expect(page.getByText('With the new year')).toBeVisible();
  const moved = new Date(2101, 0, 1, 9).toISOString();
  expect(await releases()).toMatchObject([{ at: moved, note: 'With the new year' }]);

  await page.getByRole('button', { name: 'Release now: beta' }).click();
  await page.getByRole('button', { name: 'Release beta now' }).click();
  await expect(page.getByText('1 event type: a.new')).toBeVisible();
  expect([await flagsOf('a.new'), await flagsOf('b.new')]).toEqual([null, ['beta']]);

  await page.getByRole('button', { name: 'Undo release: beta' }).click();
  await expect(
    page.getByText('The flag is put back on event types whose flags have not changed since.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo release of beta' }).click();
  await expect(page.getByText('Undone, was done')).toBeVisible();
  expect(await flagsOf('a.new')).toEqual(['beta']);
});

// Held by `flag-releases.test.ts`.
test(
  'canceling a planned release names it, and the release stays in the list',
  AT_NIGHT,
  async ({ context }) => {
    await callApi(posthorn, 'POST', '/flag-releases', { flag: 'beta', at: '2100-01-01T00:00:00Z' });
    const page = await openAdmin(context, posthorn, '/local/catalog');
    await page.getByRole('region', { name: 'Planned releases' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Cancel release: beta' }).click();
    await page.getByRole('button', { name: 'Cancel release of beta' }).click();
    await expect(page.getByText('Canceled, was planned for')).toBeVisible();
    expect(await releases()).toMatchObject([{ state: 'cancelled' }]);
  },
);
