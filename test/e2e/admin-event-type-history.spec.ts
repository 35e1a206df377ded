import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let appId: string;
/** The admin app, in which each test opens an event type of its own. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  ({ appId } = await callApi<{ appId: string }>(posthorn, 'POST', '/sample'));
  page = await openAdmin(await browser.newContext({ viewport: { width: 1280, height: 800 } }), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

const schemaOf = (properties: object) => ({ type: 'object', properties });

/** Creates an event type with three versions; the last one hides it and breaks receivers. */
async function changeThrice(name: string): Promise<void> {
  const patch = (body: object) => callApi(posthorn, 'PATCH', `/event-type/${name}`, body);
  const data = { total: { type: 'number' }, state: { enum: ['open', 'paid'] } };
  await callApi(posthorn, 'POST', '/event-type', {
    name,
    description: 'First words.',
    schema: schemaOf({ data: schemaOf(data) }),
  });
  await patch({ description: 'Second words.' });
  const changed = { total: { type: 'string' }, state: { enum: ['open', 'paid', 'void'] } };
  await patch({ schema: schemaOf({ data: schemaOf(changed) }), featureFlags: ['beta'] });
}

// Held by `event-type-history.test.ts`, and the screen by `admin-every-screen.spec.ts`.
test(
  'the history of an event type shows who changed what, compares two versions, and restores one',
  AT_NIGHT,
  async () => {
    await changeThrice('order.kept');
    await goTo(page, posthorn, '/local/catalog/order.kept');
    const seen = watch(page, posthorn);
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(/order\.kept\?tab=history$/);
    const versions = page.getByRole('list', { name: 'Versions, newest first' }).locator('> li');
    await expect(versions).toHaveCount(3);
    await expect(versions.nth(0)).toContainText('current');
    await expect(versions.nth(0)).toContainText('Breaking');
    await expect(versions.nth(0)).toContainText('schema > data > total number becomes string');
    await expect(versions.nth(0)).toContainText('visibility now visible only with beta');
    await expect(versions.nth(1)).toContainText('“First words.” becomes “Second words.”');
    await expect(versions.nth(2)).toContainText('Created');
    await expect(versions.nth(2)).toContainText('admin');

    await page.getByRole('button', { name: 'Compare version 1 with the current one' }).click();
    await expect(page).toHaveURL(/from=1&to=3/);
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison).toContainText('“First words.” becomes “Second words.”');
    await expect(comparison).toContainText('schema > data > state can also be "void"');
    await comparison.getByRole('button', { name: /From/ }).click();
    await page.getByRole('option', { name: 'Version 2' }).click();
    await expect(page).toHaveURL(/from=2&to=3/);
    await expect(comparison).not.toContainText('First words.');
    await comparison.getByRole('radio', { name: 'JSON' }).click();
    await expect(comparison.getByRole('region', { name: 'Version 2' })).toContainText('"type": "number"');
    await page.reload();
    await expect(comparison.getByRole('region', { name: 'Version 3' })).toContainText('"type": "string"');
    await comparison.getByRole('button', { name: 'Close the comparison' }).click();
    await expect(comparison).toHaveCount(0);

    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(
      'Sets order.kept back to this version. The current version stays in the history. 1 endpoint receives it',
    );
    await expect(sheet).toContainText('string becomes number');
    await sheet.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(versions.nth(0)).toContainText('Restored from version 1');
    await expect(page.getByText('First words.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(versions.nth(0)).toContainText('Restored from version 3');
    await expect(page.getByText('Second words.', { exact: true })).toBeVisible();
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('a deleted event type is restored by Undo, or from its history', AT_NIGHT, async () => {
  await changeThrice('order.lost');
  await callApi(posthorn, 'DELETE', '/event-type/order.lost');
  await goTo(page, posthorn, '/local/catalog/order.lost');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByLabel('Type order.lost to confirm').fill('order.lost');
  await page.getByRole('button', { name: 'Delete event type' }).click();
  await expect(page.getByRole('heading', { name: 'The catalog' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() =>
      callApi(posthorn, 'GET', '/event-type/order.lost').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await callApi(posthorn, 'DELETE', '/event-type/order.lost?expunge=true');
  await goTo(page, posthorn, '/local/catalog/order.lost?tab=history');
  await expect(page.getByText('order.lost is no longer in the catalog')).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 1', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByRole('heading', { name: 'order.lost' })).toBeVisible();
  await goTo(page, posthorn, '/local/catalog/never.was');
  await expect(page.getByText('There is no event type never.was')).toBeVisible();
  // That screen reads its history anew after each change, and is refused again, which the next test would hear.
  await goTo(page, posthorn, '/local/catalog');
  await expect(page.getByRole('heading', { name: 'The catalog' })).toBeVisible();
});

test(
  'the usage tab lists the endpoints of an event type, and the form says that a flag does not stop delivery',
  AT_NIGHT,
  async () => {
    await changeThrice('order.seen');
    await callApi(posthorn, 'POST', `/app/${appId}/endpoint`, {
      url: `${posthorn.baseUrl}/receive/named`,
      filterTypes: ['order.seen'],
    });
    await goTo(page, posthorn, '/local/catalog/order.seen?tab=usage');
    const seen = watch(page, posthorn);
    await expect(page.getByText(/^1 endpoint subscribes by name, 1 receives it unfiltered/)).toBeVisible();
    await expect(page.getByText('2 endpoints receive it although the customer cannot see it')).toBeVisible();
    await expect(page.getByRole('row', { name: /receive\/named by name cannot see it/ })).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    const sentence = 'Does not stop delivery: 2 endpoints still receive it, 1 of them unfiltered.';
    await expect(page.getByRole('dialog')).toContainText(sentence);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(page.getByText(`Archived order.seen. ${sentence}`).first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
    await page.getByRole('link', { name: /receive\/named/ }).click();
    await expect(page.getByText('Newest attempts')).toBeVisible();
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('the catalog lists what needs attention and recent changes, with links to them', async () => {
  await changeThrice('order.odd');
  await goTo(page, posthorn, '/local/catalog');
  const seen = watch(page, posthorn);
  const insights = page.getByRole('region', { name: 'Needs attention' });
  await insights.getByRole('link', { name: 'delivered to customers who can’t see them' }).click();
  await expect(page).toHaveURL(/only=dark/);
  const tree = page.getByRole('treegrid', { name: 'Event types' });
  await expect(tree.getByRole('row', { name: 'order.odd' })).toBeVisible();
  await expect(tree.getByRole('row', { name: 'invoice.paid' })).toHaveCount(0);
  await page
    .getByRole('region', { name: 'Recent changes' })
    .getByRole('link', { name: 'order.odd' })
    .first()
    .click();
  await expect(page).toHaveURL(/order\.odd\?tab=history/);
  await expect(page.getByRole('list', { name: 'Versions, newest first' })).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('comparison, example and insights have no axe violations, and fit a window of 360 pixels', async () => {
  test.setTimeout(120_000);
  await changeThrice('order.axe');
  const at = '/local/catalog/order.axe';
  const screens: readonly (readonly [string, string])[] = [
    [`${at}?tab=history&from=1&to=3`, 'can also be "void"'],
    // The rest is made of parts that `admin-every-screen.spec.ts` looks at.
    ...(IS_WHOLE
      ? ([
          [`${at}?tab=history&from=1&to=3&as=json`, '"First words."'],
          [`${at}?tab=example`, '"data"'],
          ['/local/catalog?only=dark', 'Needs attention'],
        ] as const)
      : []),
  ];
  for (const [path, label] of screens) {
    await goTo(page, posthorn, path);
    await expect(page.getByText(label).first()).toBeVisible();
    await expectAccessible(page, path);
    await expectReflow(page, path, [360]);
  }
  await goTo(page, posthorn, `${at}?tab=history`);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByRole('dialog')).toContainText('string becomes number');
  await expectAccessible(page, 'restore');
});
