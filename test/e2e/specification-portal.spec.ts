import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type Customer, createCustomer } from '../support/customer';
import { goInPortal, linkTo } from './go-in-portal';

/** The sentences of the specification that need a browser; the others are in test/specification. */

const SCHEMA = {
  type: 'object',
  properties: { amount: { type: 'integer', description: 'What was paid.' } },
};
const EVENT_TYPES = [
  { name: 'specified.created', description: 'Has a generated example.', schemas: { 1: SCHEMA } },
  {
    name: 'specified.paid',
    description: 'Has a custom example.',
    schemas: { 1: { ...SCHEMA, examples: [{ amount: 12500 }] } },
  },
  { name: 'listed_flag.used', description: 'With a listed flag.', featureFlags: ['spec_listed'] },
  { name: 'other_flag.used', description: 'With another flag.', featureFlags: ['spec_other'] },
];

let customer: Customer;
let portal: Page;
test.beforeAll(async ({ browser, shared }) => {
  customer = await createCustomer(shared);
  for (const eventType of EVENT_TYPES) await customer.call('POST', '/event-type', eventType);
  portal = await browser.newPage();
  await portal.goto(linkTo('/catalog', await customer.portalLink({ featureFlags: ['spec_listed'] })));
});
test.afterAll(() => portal?.close());

test('url: "Logs a user directly into the application portal with an access token that allows the listed flags."', async () => {
  await expect(portal.getByText('Acme Industries').first()).toBeVisible();
  await expect(portal.getByRole('link', { name: 'listed_flag.used' })).toBeVisible();
  await expect(portal.getByRole('link', { name: 'other_flag.used' })).toHaveCount(0);
});

test('"The application portal shows a schema definition and an example event for each event type in the catalog."', async () => {
  for (const [name, example] of [
    ['specified.paid', '12500'],
    ['specified.created', '"amount"'],
  ] as const) {
    await goInPortal(portal, `/catalog/${name}`);
    await expect(portal.getByRole('heading', { name })).toBeVisible();
    await expect(portal.getByText('What was paid.').first()).toBeVisible();
    await expect(portal.locator('pre', { hasText: example }).first()).toBeVisible();
  }
});

test('"Period-delimited names of the form <group>.<event> are recommended; the application portal groups them by the part before the period, so that a user can subscribe an endpoint to a whole group."', async () => {
  await portal.getByRole('link', { name: 'Endpoints' }).first().click();
  await portal.getByRole('link', { name: 'Add endpoint' }).click();
  const url = `${customer.server.baseUrl}/receiver/group`;
  await portal.getByRole('textbox', { name: 'Endpoint URL' }).fill(url);
  await portal.getByRole('radio', { name: /All events/ }).focus();
  await portal.keyboard.press('ArrowDown');
  await portal.getByRole('row', { name: 'specified', exact: true }).press('Space');
  await portal.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(portal.getByText(url)).toBeVisible();
  const path = `/app/${customer.appId}/endpoint`;
  const { data } = await customer.call<{ data: { filterTypes: string[] }[] }>('GET', path);
  expect(data[0]?.filterTypes.toSorted()).toEqual(['specified.created', 'specified.paid']);
});
