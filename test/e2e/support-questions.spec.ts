import { setImmediate as turn } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type Receiver, startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import { stillContext } from '../support/still/still-context';
import { type StillServer, startStillServer } from '../support/still/still-server';
import { startTlsReceiver } from '../support/tls-receiver';
import { callApi, goTo, openAdmin } from './admin-page';

interface Named {
  readonly id: string;
}

/** The steps that support may take from landing to the answer. */
const STEPS_MAX = 3;
const BUSY = 2000;
const BETWEEN_MS = 45_000;

let server: StillServer;
let receiver: Receiver;
let tls: Awaited<ReturnType<typeof startTlsReceiver>>;
let page: Page;
let closePort = 0;

/** What an application has so that its message asks the question, and what answers it. */
const QUESTIONS = {
  'no endpoint': { verdict: 'No endpoint: this application has none.' },
  filtered: { endpoint: { filterTypes: ['other.type'] }, verdict: 'No endpoint matches' },
  'filtered by flag': {
    endpoint: { filterTypes: ['other.type'] },
    eventType: 'beta.type',
    verdict: 'No endpoint matches',
    more: 'needs the flag beta',
  },
  disabled: { endpoint: { disabled: true }, verdict: 'the endpoint was disabled on' },
  paused: { endpoint: { paused: true }, verdict: 'the endpoint was paused on' },
  waiting: { url: () => `${receiver.baseUrl}/503`, verdict: /attempt 2 of \d in .*HTTP 503/ },
  'given up by 500': {
    url: () => `${receiver.baseUrl}/500`,
    verdict: /given up .*HTTP 500/,
    isGivenUp: true,
  },
  timeout: { url: () => `${receiver.baseUrl}/silent`, verdict: 'no complete response in time' },
  refused: { url: () => `http://127.0.0.1:${closePort}/in`, verdict: /refused/i },
  tls: { url: () => `https://127.0.0.1:${tls.port}/in`, verdict: /TLS|certificate/i },
} as const satisfies Record<string, Question>;

interface Question {
  readonly endpoint?: object;
  readonly url?: () => string;
  readonly eventType?: string;
  readonly verdict: string | RegExp;
  readonly more?: string;
  readonly isGivenUp?: boolean;
}

const idOf = new Map<string, string>();
const api = <T = Named>(method: string, path: string, body?: object) =>
  callApi<T>(server, method, path, body);

async function stateOf({ id }: Named): Promise<string | undefined> {
  const { data } = await api<{ data: { state: string }[] }>('GET', `/fleet/message?q=${id}`);
  return data[0]?.state;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  server = await startStillServer(Date.parse('2026-11-20T10:20:00Z') - BUSY * BETWEEN_MS);
  receiver = await startReceiver(({ path }) =>
    path === '/silent' ? 'hang' : { status: Number(path.slice(1)) || 200 },
  );
  tls = await startTlsReceiver();
  const gone = await startReceiver();
  closePort = Number(new URL(gone.baseUrl).port);
  await gone.close();
  await api('POST', '/event-type', { name: 'order.created', description: '' });
  await api('POST', '/event-type', { name: 'beta.type', description: '', featureFlags: ['beta'] });
  await api('POST', '/event-type', { name: 'other.type', description: '' });
  await api('POST', '/app', { name: 'Busy', uid: 'busy' });
  await api('POST', '/app/busy/endpoint', { url: `${receiver.baseUrl}/200` });
  for (let n = 0; n < BUSY; n++) {
    server.clock.advance(BETWEEN_MS);
    await api('POST', '/app/busy/msg', {
      eventType: 'order.created',
      payload: { invoice: `INV-${n}` },
    });
    await receiver.arrived(n + 1);
  }
  for (const [name, question] of Object.entries<Question>(QUESTIONS)) {
    server.clock.advance(1000);
    const { id } = await api('POST', '/app', { name });
    const { endpoint, url, eventType = 'order.created' } = question;
    if (endpoint || url)
      await api('POST', `/app/${id}/endpoint`, { url: url?.() ?? `${receiver.baseUrl}/200`, ...endpoint });
    if (question.isGivenUp) await api('PATCH', '/settings', { retryPolicy: [] });
    const message = await api('POST', `/app/${id}/msg`, { eventType, payload: {} });
    idOf.set(name, message.id);
    if (!question.isGivenUp) continue;
    await expect.poll(() => stateOf(message)).toBe('failed');
    await api('PATCH', '/settings', { retryPolicy: null });
  }
  for (let n = 0; n < 40; n++) {
    server.clock.advance(1000);
    await turn();
  }
  page = await openAdmin(await stillContext(browser, server), server);
});
test.afterAll(async () => {
  await page?.context().close();
  await server?.dispose();
  await receiver?.close();
  await tls?.close();
});

/** What a person does, counted: a click, a key, or a text that is typed or pasted. */
function countedSteps() {
  let count = 0;
  const step = async (act: () => Promise<void>) => {
    count += 1;
    await act();
  };
  return {
    count: () => count,
    click: (role: 'link' | 'tab' | 'row', name: string | RegExp) =>
      step(() => page.getByRole(role, { name }).first().click()),
    async palette(text: string) {
      await step(() => page.keyboard.press('Control+k'));
      await step(() => page.getByRole('combobox', { name: 'Search or run a command' }).fill(text));
      await step(() => page.keyboard.press('Enter'));
    },
  };
}

const rows = () => page.getByRole('grid', { name: 'Messages, newest first' }).getByRole('row');
const land = async () => {
  await goTo(page, server, '/local');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
};

for (const [name, { verdict, more }] of Object.entries<Question>(QUESTIONS))
  test(
    `why a message did not arrive is three steps from the overview, by mouse and by keyboard: ${name}`,
    AT_NIGHT,
    async () => {
      const answered = async () => {
        await expect(page.getByTestId('message-verdict')).toContainText(verdict);
        if (more) await expect(page.getByText(more).first()).toBeVisible();
      };
      await land();
      const mouse = countedSteps();
      await mouse.click('link', /^Deliveries/);
      await mouse.click('link', 'Messages');
      await rows()
        .filter({ hasText: new RegExp(`(created|type)${name}msg_`) })
        .click();
      await answered();
      await land();
      const keyboard = countedSteps();
      await keyboard.palette(idOf.get(name) ?? '');
      await answered();
      expect([mouse.count() + 1, keyboard.count()]).toEqual([STEPS_MAX, STEPS_MAX]);
    },
  );

test(
  'what a customer with 2,000 messages was sent at 10:03 is three steps from the overview',
  AT_NIGHT,
  async () => {
    await land();
    const steps = countedSteps();
    await steps.palette('busy 10:03');
    await expect(rows()).toHaveText([/10:03:30.*Delivered.*Busy/]);
    expect(steps.count()).toBeLessThanOrEqual(STEPS_MAX);
  },
);

test(
  'the message with an invoice number in its payload is three steps from the overview',
  AT_NIGHT,
  async () => {
    await land();
    const steps = countedSteps();
    await steps.palette('INV-1234');
    await expect(rows()).toHaveText([/Delivered.*Busy/]);
    expect(steps.count()).toBeLessThanOrEqual(STEPS_MAX);
  },
);
