import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT, some } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

interface Named {
  readonly id: string;
}

let posthorn: RunningPosthorn;
let acme: string;
let page: Page;
/** The id of the message that asks each question. */
const idOf = new Map<string, string>();

/** A message for each question that support is asked. */
test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn({ args: ['--retry-schedule', '3600'] });
  for (const name of ['a.held', 'a.fails', 'a.good']) {
    await callApi(posthorn, 'POST', '/event-type', { name, description: name });
  }
  const quiet = (await callApi<Named>(posthorn, 'POST', '/app', { name: 'Quiet' })).id;
  acme = (await callApi<Named>(posthorn, 'POST', '/app', { name: 'Acme' })).id;
  const endpoint = (bin: string, filterTypes: readonly string[], more: object = {}) =>
    callApi<Named>(posthorn, 'POST', `/app/${acme}/endpoint`, {
      url: `${posthorn.baseUrl}/receiver/${bin}`,
      filterTypes,
      ...more,
    });
  await endpoint('held', ['a.held'], { disabled: true });
  await endpoint('broken?status=503', ['a.fails']);
  await endpoint('good', ['a.good']);
  const send = async (question: string, app: string, eventType: string) => {
    const body = { eventType, eventId: `order-${question}`, payload: { customer: `Zaphod ${question}` } };
    idOf.set(question, (await callApi<Named>(posthorn, 'POST', `/app/${app}/msg`, body)).id);
  };
  await callApi(posthorn, 'PATCH', '/settings', { retryPolicy: [] });
  await send('given-up', acme, 'a.fails');
  await until('given-up', 'failed');
  await callApi(posthorn, 'PATCH', '/settings', { retryPolicy: null });
  await send('waiting', acme, 'a.fails');
  await send('none', quiet, 'a.filtered');
  await send('filtered', acme, 'a.filtered');
  await send('held', acme, 'a.held');
  await send('good', acme, 'a.good');
  await until('good', 'delivered');
  await expect.poll(async () => (await found('waiting'))?.outcomes.sending).toBe(1);
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

async function found(question: string) {
  const { data } = await callApi<{ data: { state: string; outcomes: { sending: number } }[] }>(
    posthorn,
    'GET',
    `/fleet/message?q=${idOf.get(question)}`,
  );
  return data[0];
}

async function until(question: string, state: string): Promise<void> {
  await expect.poll(async () => (await found(question))?.state, { timeout: 20_000 }).toBe(state);
}

const verdictOf = () => page.getByTestId('message-verdict');
const listOf = () => page.getByRole('grid', { name: 'Messages, newest first' });
const rowsOf = () => listOf().getByRole('row');
const searchOf = () => page.getByRole('searchbox', { name: 'Search id, event id, words' });
/** The endpoints are on one host, so each is named with its path. */
const NAME = String.raw`127\.0\.0\.1:\d+/receiver/\w+`;

/** The steps that support may take to an answer, and the screens it starts from. */
const STEPS_MAX = 3;
const STARTS = ['/local/settings/general', '/local/catalog', '/local/deliveries/live', '/local/send'];

/** As little of an id as names no other message: those accepted in the same moment differ at their end. */
function beginningOf(id: string): string {
  const others = [...idOf.values()].filter((other) => other !== id);
  let length = 20;
  while (others.some((other) => other.startsWith(id.slice(0, length)))) length += 1;
  return id.slice(0, length);
}

/** Counts what a person does by keyboard: opening the palette, pasting, pressing Enter at once. */
function countedSteps() {
  let steps = 0;
  const step = async (act: () => Promise<void>) => {
    steps += 1;
    await act();
  };
  return {
    count: () => steps,
    async paste(text: string) {
      await step(() => page.keyboard.press('Control+k'));
      await step(() => page.getByRole('combobox', { name: 'Search or run a command' }).fill(text));
      await step(() => page.keyboard.press('Enter'));
    },
  };
}

for (const [question, verdict] of [
  ['none', /^No endpoint: this application has none\.$/],
  ['filtered', /^No endpoint matches: 3 filter it out\.$/],
  ['held', new RegExp(`^Not delivered yet\\. ${NAME}: the endpoint was disabled`)],
  ['waiting', new RegExp(`^Not delivered yet\\. ${NAME}: attempt 2 of 2 in .*last response: HTTP 503\\.$`)],
  ['given-up', new RegExp(`^Not delivered\\. ${NAME}: given up on .* after 1 attempt; .* 503\\.$`)],
  ['good', new RegExp(`^Delivered to ${NAME}\\.$`)],
] as const) {
  // Each verdict's words are held by `message-verdict.test.ts`.
  const when = question === 'waiting' ? {} : AT_NIGHT;
  test(
    `the palette leads from any screen to the verdict of a message in three steps: ${question}`,
    when,
    async () => {
      const seen = watch(page, posthorn);
      const id = idOf.get(question) ?? '';
      const texts = [id, `order-${question}`, id.slice('msg_'.length), beginningOf(id)];
      for (const [index, start] of some([...STARTS.entries()], 2)) {
        await goTo(page, posthorn, start);
        await expect(verdictOf()).toBeHidden();
        await expect(page.getByRole('main').locator('h1, h2').first()).toBeVisible();
        const steps = countedSteps();
        await steps.paste(texts[index] ?? '');
        await expect(verdictOf()).toHaveText(verdict);
        expect(steps.count()).toBeLessThanOrEqual(STEPS_MAX);
      }
      expect(seen).toEqual({ errors: [], foreign: [] });
    },
  );
}

test('the message list is filtered by state, words, payload and application, and its URL keeps the filter', async () => {
  await goTo(page, posthorn, '/local/deliveries/messages');
  const seen = watch(page, posthorn);
  await expect(rowsOf()).toHaveCount(6);
  await expect(rowsOf().first()).toContainText('Delivered');
  await expect(listOf()).toContainText('filtered');
  await expect(listOf()).toContainText('HTTP 503');
  await page.getByRole('button', { name: 'State', exact: true }).click();
  await page.getByRole('option', { name: 'No endpoint' }).click();
  await expect(rowsOf()).toHaveCount(2);
  await searchOf().fill('quiet');
  await expect(rowsOf()).toHaveCount(1);
  await expect(page).toHaveURL(/state=no-endpoint.*q=quiet/);
  await page.reload();
  await expect(rowsOf()).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await searchOf().fill('zaphod waiting');
  await expect(page.getByRole('heading', { name: 'No message matches' })).toBeVisible();
  await expect(page.getByText('All messages were searched.')).toBeVisible();
  await page.getByText('In payloads', { exact: true }).click();
  await expect(rowsOf()).toHaveCount(1);
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('Enter opens a message from an id pasted into the search, and from a row of the list', async () => {
  await goTo(page, posthorn, '/local/deliveries/messages');
  await expect(rowsOf()).toHaveCount(6);
  await page.keyboard.press('/');
  await searchOf().fill('order-held');
  await page.keyboard.press('Enter');
  await expect(verdictOf()).toContainText('disabled');
  await goTo(page, posthorn, '/local/deliveries/messages');
  await expect(rowsOf()).toHaveCount(6);
  await rowsOf().first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rowsOf().nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(idOf.get('held') ?? 'none'));
});

test('Enter in the search opens the first result, and ArrowDown leads to the list', async () => {
  await goTo(page, posthorn, '/local/deliveries/messages');
  await searchOf().fill('a.held');
  await searchOf().press('Enter');
  await expect(page).toHaveURL(new RegExp(idOf.get('held') ?? 'none'));
  await goTo(page, posthorn, '/local/deliveries/messages?q=a.held');
  await expect(rowsOf()).toHaveCount(1);
  await searchOf().press('ArrowDown');
  await expect(rowsOf().first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdictOf()).toContainText('disabled');
});

test('a time filter is typed as people say it, and its chip shows both ends', async () => {
  await goTo(page, posthorn, '/local/deliveries/messages');
  await expect(rowsOf()).toHaveCount(6);
  const chip = page.getByRole('button', { name: 'Time', exact: true });
  await chip.click();
  const field = page.getByRole('textbox', { name: 'At, or from – to' });
  await expect(field).toBeFocused();
  await field.fill('nonsense');
  await expect(page.getByText(/^Not a time yet/)).toBeVisible();
  await field.fill('yesterday 10:05-10:00');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'No message matches' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Time .*10:00 – 10:05$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear time' }).click();
  await chip.click();
  await field.fill('last 2 h');
  await field.press('Enter');
  await expect(page).toHaveURL(/since=2h/);
  await expect(rowsOf()).toHaveCount(6);
});

test('new messages appear in the list without a reload, and rows follow the state of their message', async () => {
  const late = await callApi<Named>(posthorn, 'POST', '/app', { name: 'Late' });
  const endpoint = await callApi<Named>(posthorn, 'POST', `/app/${late.id}/endpoint`, {
    url: `${posthorn.baseUrl}/receiver/late`,
    paused: true,
  });
  await goTo(page, posthorn, `/local/deliveries/messages?app=${late.id}`);
  await expect(page.getByRole('heading', { name: 'No message matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(rowsOf()).toHaveCount(6);
  await callApi(posthorn, 'POST', `/app/${late.id}/msg`, { eventType: 'late.one', payload: {} });
  await expect(rowsOf().first()).toContainText('On hold');
  await callApi(posthorn, 'PATCH', `/app/${late.id}/endpoint/${endpoint.id}`, { paused: false });
  await expect(rowsOf().first()).toContainText('Delivered');
});

test(
  'the page of a message shows each endpoint with its reason and attempts, and resends the message',
  AT_NIGHT,
  async () => {
    const seen = watch(page, posthorn);
    await goTo(page, posthorn, '/local/settings/general');
    await countedSteps().paste(idOf.get('good') ?? '');
    const endpoints = page.getByRole('region', { name: 'Endpoints' });
    await expect(endpoints.getByText('Not sent')).toHaveCount(2);
    await expect(endpoints.getByText('The filter includes only a.held.')).toBeVisible();
    const attempts = endpoints.getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem');
    await expect(attempts).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Payload', exact: true }).first()).toContainText(
      'Zaphod good',
    );
    await endpoints.getByRole('button', { name: /^Send again to .*good$/ }).click();
    await expect(attempts).toHaveCount(2);
    await attempts
      .first()
      .getByRole('button', { name: /HTTP 200/ })
      .click();
    await expect(attempts.first().getByRole('region', { name: 'Response body' })).toContainText('"ok"');
    await expect(attempts.first().getByRole('region', { name: 'Request body' })).toContainText('Zaphod good');
    await attempts
      .last()
      .getByRole('button', { name: /HTTP 200/ })
      .click();
    await expect(endpoints.getByText('webhook-signature')).toHaveCount(2);
    await expectAccessible(page, 'the page of a message with open attempts');
    await attempts
      .first()
      .getByRole('link', { name: /^Show among the attempts/ })
      .click();
    const inspector = page.getByRole('complementary', { name: 'Attempt' });
    await inspector.getByRole('link', { name: idOf.get('good') ?? '' }).click();
    await expect(verdictOf()).toContainText('Delivered');
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('an unknown message id says that there is no such message', async () => {
  await goTo(page, posthorn, `/local/deliveries/messages/${acme}/msg_0000`);
  await expect(page.getByRole('heading', { name: 'No message has this id' })).toBeVisible();
  await expectAccessible(page, 'a message that does not exist');
  await page.getByRole('link', { name: 'Search the messages' }).click();
  await searchOf().fill('msg_0000');
  await expect(page.getByRole('heading', { name: 'No message matches' })).toBeVisible();
});

test('the page of a message shows its trace, which leads to all messages of it', async () => {
  const seen = watch(page, posthorn);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const send = (eventType: string) =>
    callApi<Named>(posthorn, 'POST', `/app/${acme}/msg`, { eventType, payload: {} }, headers);
  const { id } = await send('traced.first');
  await send('traced.second');
  await goTo(page, posthorn, `/local/deliveries/messages/${acme}/${id}`);
  await page.getByRole('link', { name: `Messages of trace ${traceId}` }).click();
  await expect(searchOf()).toHaveValue(traceId);
  await expect(rowsOf()).toHaveCount(2);
  await expect(rowsOf().first()).toContainText('second');
  await expect(rowsOf().nth(1)).toContainText('first');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

// Held by `message-case.test.ts`.
test(
  'the page of a message offers the one act that fits its state, and everything else in a menu',
  AT_NIGHT,
  async () => {
    const app = await callApi<Named>(posthorn, 'POST', '/app', { name: 'Case' });
    const send = () =>
      callApi<Named>(posthorn, 'POST', `/app/${app.id}/msg`, { eventType: 'a.case', payload: {} });
    const show = ({ id }: Named) => goTo(page, posthorn, `/local/deliveries/messages/${app.id}/${id}`);
    const act = () =>
      page
        .getByRole('main')
        .locator('[data-kind=primary], a')
        .filter({ hasText: /^(Add endpoint|Resume endpoint|Retry now)$/ });
    await show(await send());
    await expect(act()).toHaveText('Add endpoint');
    const endpoint = await callApi<Named>(posthorn, 'POST', `/app/${app.id}/endpoint`, {
      ...{ url: `${posthorn.baseUrl}/receiver/case?status=503`, paused: true },
    });
    const held = await send();
    await show(held);
    await expect(act()).toHaveText('Resume endpoint');
    await expect(page.getByText('On hold, next in the queue')).toBeVisible();
    await expectAccessible(page, 'a message that is on hold');
    await act().click();
    await expect(act()).toHaveText('Retry now');
    const attempts = page.getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem');
    const planned = attempts.filter({ hasText: 'Planned' });
    await expect(planned).toHaveCount(1);
    // The attempt of the schedule stays where it is.
    const due = await planned.locator('time').getAttribute('datetime');
    await act().click();
    await expect(attempts.filter({ hasText: 'HTTP 503' })).toHaveCount(2);
    await expect(attempts.filter({ hasText: 'manual' })).toHaveCount(1);
    await expect(planned.locator('time')).toHaveAttribute('datetime', due ?? '');
    await page.getByRole('button', { name: 'More actions on this message' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      ...['Send again, or elsewhere', 'Show what the customer sees', 'Open the application'],
      ...['Open the event type', 'Copy the message id'],
    ]);
    await page.getByRole('menuitem', { name: 'Open the application' }).click();
    await expect(page).toHaveURL(new RegExp(`/apps/${app.id}$`));
    expect(endpoint.id).toMatch(/^ep_/);
  },
);
