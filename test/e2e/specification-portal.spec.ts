import { expect, test } from '@playwright/test';
import { type SampleSender, startSampleSender } from '../support/sample-sender';

/** The sentences of the specification that need a browser; the others are in test/specification. */
let sender: SampleSender;
test.beforeAll(async () => {
  sender = await startSampleSender();
});
test.afterAll(() => sender?.server.dispose());

test('url: "Logs a user directly into the application portal with an access token that allows the listed flags."', async ({
  page,
}) => {
  await page.goto(await sender.portalLink({ featureFlags: ['beta'] }));
  await expect(page.getByText('Acme Industries').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'payout.betaonly' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'payout.gammaonly' })).toHaveCount(0);
});

test('"The application portal shows a schema definition and an example event for each event type in the catalog."', async ({
  page,
}) => {
  await page.goto(await sender.portalLink());
  // One with an example by its author, one with a generated example.
  for (const [name, example] of [
    ['invoice.paid', 'inv_author'],
    ['invoice.created', '"amount"'],
  ] as const) {
    await page.evaluate((to) => {
      location.hash = `/catalog/${to}`;
    }, name);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('Identifier of the invoice.').first()).toBeVisible();
    await expect(page.locator('pre', { hasText: example }).first()).toBeVisible();
  }
});

test('"Period-delimited names of the form <group>.<event> are recommended; the application portal groups them by the part before the period, so that a user can subscribe an endpoint to a whole group."', async ({
  page,
}) => {
  await page.goto(await sender.portalLink());
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await page.getByRole('link', { name: 'Add endpoint' }).click();
  const url = `${sender.server.baseUrl}/receiver/group`;
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('radio', { name: /All events/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('row', { name: 'invoice', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByText(url)).toBeVisible();
  const path = `/app/${sender.appId}/endpoint`;
  const { data } = await sender.call<{ data: { filterTypes: string[] }[] }>('GET', path);
  expect(data[0]?.filterTypes.toSorted()).toEqual(['invoice.created', 'invoice.paid']);
});
