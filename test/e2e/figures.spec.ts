import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type Receiver, startReceiver } from '../support/receiver';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

const MESSAGES = 300;
const LIMIT = 20;
/** These requests, counted from the first, are answered with 503: an outage in the middle of the burst. */
const OUTAGE = { from: 80, until: 140 };
const EVERY_MS = 500;
/** How much older than the receiver's truth a figure may be: the interval of its updates, and the time to draw them. */
const LAG_MS = { page: 2000, chart: 4000, all: 3500, portalEndpoint: 6500, portalList: 14_000 };
/**
 * How long the slowest round took to read the four pages. A busy machine updates a figure as much later as it answers
 * a question about it, and more when several processes wait for each other.
 */
let slowestMs = 0;
/** True once everything is delivered: then each figure becomes exact. */
let isOver = false;
/** When a page of the portal asked for its figures, which it does more rarely the longer the server takes for them. */
const requestedAt = new Map<Page, number[]>();
/** Since when a figure that a page shows may have been right. The answer to what it asked last may not be shown yet. */
function rightSince(page: Page, atMs: number, lagMs: number): number {
  if (isOver) return atMs;
  const times = requestedAt.get(page);
  return Math.min(atMs - lagMs - 3 * slowestMs, times ? (times.at(-2) ?? 0) : atMs);
}

let posthorn: RunningPosthorn;
let receiver: Receiver;
/** What the receiver answered, and when. */
const answered: { readonly atMs: number; readonly status: number }[] = [];

test.beforeAll(async () => {
  receiver = await startReceiver((_arrival, count) => {
    const status = count > OUTAGE.from && count <= OUTAGE.until ? 503 : 200;
    answered.push({ atMs: Date.now(), status });
    return { status };
  });
  posthorn = await startPosthorn({ args: ['--retry-schedule', '5,5,5'] });
});
test.afterAll(async () => {
  await posthorn?.dispose();
  await receiver?.close();
});

/** A figure and the truth when it was read, in words; nothing if it was true at some moment within its lag. */
function check(
  what: string,
  figure: number | null,
  { sinceMs, atMs }: { readonly sinceMs: number; readonly atMs: number },
  truth: (atMs: number) => number,
) {
  const [before, now] = [truth(sinceMs), truth(atMs)];
  const [low, high] = [Math.min(before, now), Math.max(before, now)];
  if (figure !== null && figure >= low && figure <= high) return [];
  return [`${what}: ${figure}, but it was ${low} to ${high}`];
}
const equal = (what: string, figure: unknown, other: unknown) =>
  figure === other ? [] : [`${what}: ${figure} beside ${other}`];
const responses = (status: number | null) => (atMs: number) =>
  answered.filter((response) => response.atMs <= atMs && (status === null || response.status === status))
    .length;
const waiting = (atMs: number) => MESSAGES - responses(200)(atMs);
const numberIn = (text: string, pattern: RegExp) => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
};

/** The texts of a page at one moment. */
const textsOf = (page: Page, selectors: Readonly<Record<string, string>>) =>
  page.evaluate(
    (wanted) =>
      Object.fromEntries(
        Object.entries(wanted).map(([name, selector]) => [
          name,
          [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '').join(' | '),
        ]),
      ),
    selectors,
  );

async function livePage(page: Page): Promise<string[]> {
  const {
    sentence = '',
    charts = '',
    fuse = '',
  } = await textsOf(page, {
    sentence: '[data-testid=delivery-sentence]',
    charts: 'section[aria-label=Traffic]',
    fuse: '[data-testid=delivery-sentence] + div',
  });
  const atMs = Date.now();
  const within = (lagMs: number) => ({ sinceMs: rightSince(page, atMs, lagMs), atMs });
  const figure = numberIn(sentence, /([\d,]+) (?:queued|waiting|awaiting)\b/) ?? 0;
  const part = (word: string) => numberIn(sentence, new RegExp(`([\\d,]+) ${word}`)) ?? 0;
  const parts = part('queued') + part('awaiting a response') + part('waiting for retry');
  const drains = numberIn(sentence, /Clear in about ([\d.]+) s/);
  const rate = numberIn(sentence, /(?:delivering|sending) ([\d.,]+)\/s/) ?? 0;
  return [
    ...check('waiting', figure, within(LAG_MS.page), waiting),
    ...equal('waiting in the chart', numberIn(charts, /([\d,]+) waiting now/), figure),
    ...(sentence.includes(': ') && parts > 0 ? equal('the parts of what waits', parts, figure) : []),
    ...(drains !== null && parts > 0
      ? equal('the forecast', Math.abs(drains - part('queued') / LIMIT) < 0.6, true)
      : []),
    ...equal('sent in the chart', numberIn(charts, /Sent: ([\d.,]+)\/s now/), rate),
    ...equal('sent at the gauge', numberIn(fuse, /([\d.,]+) of 20\/s/), rate),
    ...equal('above the limit', rate <= LIMIT, true),
    ...check(
      'attempts delivered',
      numberIn(charts, /([\d,]+) delivered/),
      within(LAG_MS.chart),
      responses(200),
    ),
    ...check(
      'attempts failed',
      numberIn(charts, /delivered, ([\d,]+) failed/),
      within(LAG_MS.chart),
      responses(503),
    ),
  ];
}

async function allPage(page: Page): Promise<string[]> {
  const { summary = '', row = '' } = await textsOf(page, {
    summary: '[data-testid=fleet-summary]',
    row: '[role=row]',
  });
  const atMs = Date.now();
  const within = (lagMs: number) => ({ sinceMs: rightSince(page, atMs, lagMs), atMs });
  const word = /^\W*(Failing|Delayed|Recovering|Queued|Active|Idle)/.exec(row)?.[1]?.toLowerCase() ?? row;
  return [
    ...equal('the state in the summary', summary.includes(`1 ${word}`), true),
    ...check('waiting in the fleet', numberIn(row, /([\d,]+) waiting/), within(LAG_MS.all), waiting),
  ];
}

async function portalEndpoint(page: Page): Promise<string[]> {
  const {
    legend = '',
    sentence = '',
    table = '',
  } = await textsOf(page, {
    legend: 'h2:has(+ div[aria-hidden]) ~ ul',
    sentence: 'section:has(> svg) > p',
    table: 'section:has(> svg) tbody tr',
  });
  const atMs = Date.now();
  const within = (lagMs: number) => ({ sinceMs: rightSince(page, atMs, lagMs), atMs });
  const count = (word: string) => numberIn(legend, new RegExp(`${word} ([\\d,]+)`)) ?? 0;
  const [arrived, failed] = [
    numberIn(sentence, /([\d,]+) attempts? succeeded/),
    numberIn(sentence, /([\d,]+) failed/),
  ];
  const drawn = table
    .split(' | ')
    .map((text) => /:\d\d\D*?(\d+)$/.exec(text))
    .filter(Boolean).length;
  return [
    ...equal('what became of all', count('Delivered') + count('Waiting') + count('Retrying'), MESSAGES),
    ...check('delivered in the portal', count('Delivered'), within(LAG_MS.portalEndpoint), responses(200)),
    ...check('arrived in the portal', arrived, within(LAG_MS.portalEndpoint), responses(200)),
    ...check('failed in the portal', failed, within(LAG_MS.portalEndpoint), responses(503)),
    ...equal('delivered beside arrived', Math.abs(count('Delivered') - (arrived ?? 0)) <= LIMIT, true),
    ...equal('bars in the table', drawn > 0, true),
  ];
}

async function portalList(page: Page): Promise<string[]> {
  const { row = '', sentence = '' } = await textsOf(page, {
    row: 'ul[aria-label=Endpoints] > li',
    sentence: 'section:has(> svg) > p',
  });
  const atMs = Date.now();
  const within = (lagMs: number) => ({ sinceMs: rightSince(page, atMs, lagMs), atMs });
  const failed = numberIn(sentence, /([\d,]+) failed/) ?? 0;
  const percent = numberIn(row, /(\d+)%/);
  return [
    ...check(
      'arrived in the list',
      numberIn(sentence, /([\d,]+) attempts? succeeded/),
      within(LAG_MS.portalList),
      responses(200),
    ),
    ...check('failed in the list', failed, within(LAG_MS.portalList), responses(503)),
    // All failures are retried and arrive in the end: then all did.
    ...(failed === 0 || waiting(within(LAG_MS.portalList).sinceMs) === 0
      ? equal('the share without failures', percent, 100)
      : []),
  ];
}

test('during a burst with an outage, every figure agrees with the receiver and with the others', async ({
  context,
}) => {
  test.setTimeout(240_000);
  await callApi(posthorn, 'POST', '/event-type', { name: 'invoice.paid', description: 'Paid.' });
  const { id: appId } = await callApi<{ id: string }>(posthorn, 'POST', '/app', {
    name: 'Acme',
    rateLimit: LIMIT,
  });
  const url = `${receiver.baseUrl}/hook`;
  const { id } = await callApi<{ id: string }>(posthorn, 'POST', `/app/${appId}/endpoint`, { url });
  const live = await openAdmin(context, posthorn, `/local/apps/${appId}/endpoints/${id}/live`);
  const all = await openAdmin(context, posthorn, '/local/deliveries/live');
  const portal = async () => {
    const access = await callApi<{ url: string }>(posthorn, 'POST', `/auth/app-portal-access/${appId}/`, {});
    const page = await context.newPage();
    page.on('request', (request) => {
      if (!/\/history\?/.test(request.url())) return;
      requestedAt.set(page, [...(requestedAt.get(page) ?? []), Date.now()]);
    });
    await page.goto(access.url);
    await page.getByRole('link', { name: 'Endpoints' }).first().click();
    await expect(page.getByRole('link', { name: url })).toBeVisible();
    return page;
  };
  const [list, own] = [await portal(), await portal()];
  await own.getByRole('link', { name: url }).click();
  const message = { eventType: 'invoice.paid', payload: { a: 1 } };
  for (let sent = 0; sent < MESSAGES; sent += 50) {
    const batch = Array.from({ length: 50 }, () => callApi(posthorn, 'POST', `/app/${appId}/msg`, message));
    await Promise.all(batch);
  }
  const acceptedMs = Date.now();
  const samples = [
    { of: livePage, page: live, lagMs: LAG_MS.chart },
    { of: allPage, page: all, lagMs: LAG_MS.all },
    { of: portalEndpoint, page: own, lagMs: LAG_MS.portalEndpoint },
    { of: portalList, page: list, lagMs: LAG_MS.portalList },
  ];
  const problems: string[] = [];
  let rounds = 0;
  await expect
    .poll(
      async () => {
        rounds += 1;
        const startedMs = Date.now();
        const ageMs = startedMs - acceptedMs;
        for (const { of, page, lagMs } of samples) {
          const found = await of(page);
          // Until then, a figure may still be from before everything was accepted.
          if (rightSince(page, startedMs, lagMs) > acceptedMs)
            problems.push(...found.map((text) => `${ageMs} ms: ${text}`));
        }
        slowestMs = Math.max(slowestMs, Date.now() - startedMs);
        return waiting(Date.now());
      },
      { intervals: [EVERY_MS], timeout: 90_000 },
    )
    .toBe(0);
  expect(problems).toEqual([]);
  expect(rounds).toBeGreaterThan(5);
  isOver = true;
  const inexact = async () => (await Promise.all(samples.map(({ of, page }) => of(page)))).flat();
  // A portal asks the more rarely the longer its figures took to read: on a busy machine, after minutes.
  await Promise.all([list, own].map((portal) => portal.reload()));
  await expect.poll(inexact, { intervals: [EVERY_MS], timeout: 120_000 }).toEqual([]);
});
