import { setImmediate as turn } from 'node:timers/promises';
import type { SchemaReportListOut } from '../../../src-server/contract/schema-report';
import { callApi } from '../../e2e/admin-page';
import { type Receiver, startReceiver } from '../receiver';
import type { StillServer } from './still-server';

/** The ids of what screens show. */
export interface ShownIds {
  /** The application with every kind of endpoint. */
  readonly appId: string;
  /** Received everything that was sent to it, at a steady pace. */
  readonly orders: string;
  /** Has more waiting than its limit lets through at once. */
  readonly archive: string;
  /** A polling endpoint with a consumer. */
  readonly poller: string;
  /** A message that will be retried. */
  readonly messageId: string;
  /** Its attempt, which was refused. */
  readonly refused: string;
}

/** The content of an instance that has something on every screen, and looks the same whenever it is filled. */
export interface StillShowcase extends ShownIds {
  /** The address of the customer's portal. */
  readonly portalUrl: string;
  close(): void;
}

/** How long the receivers take, in sequence: mostly quick. */
const RESPONSE_MS = [38, 41, 36, 52, 39, 118, 43, 37];
const STEADY_SECONDS = 45;
const BURST = 40;
/** How many of the burst have left when time stops. */
const LEFT = 14;

/**
 * Fills a still server so that no screen is empty: the sample, five customers, an endpoint under steady traffic, one
 * that spreads a burst, one that refuses, one that is held, a token, and an allowed target. One request is in flight at
 * a time, so that each takes exactly its time.
 */
export async function fillStill(server: StillServer): Promise<StillShowcase> {
  const { clock } = server;
  let responded = 0;
  const receiver = await startReceiver(({ path }) => {
    clock.advance(RESPONSE_MS[responded++ % RESPONSE_MS.length] ?? 40);
    return path === '/billing'
      ? { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Closed for maintenance.' }
      : { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' };
  });
  // Ids are sorted by time: a second between two things keeps them in order.
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    clock.advance(1000);
    return callApi<T>(server, method, path, body);
  };
  const ids = await make(call, receiver);
  // Answers once the pages are made. If time advanced meanwhile, it would use up what a worker may take for them.
  await fetch(`${server.baseUrl}/catalog/`);
  const send = (eventType: string, payload: object) =>
    callApi<{ id: string }>(server, 'POST', '/app/acme/msg', { eventType, payload });
  const invoice = (number: number) =>
    send('invoice.paid', { invoiceId: `inv_${1000 + number}`, amount: 120 });

  let attempts = 0;
  const oneFinished = () => {
    attempts += 1;
    return attemptsDone(server, attempts);
  };
  // A quiet period, so that the charts have five minutes to show.
  clock.advance(230_000);
  for (let half = 0; half < STEADY_SECONDS * 2; half++) {
    clock.advance(500 - (clock.now() % 500));
    await invoice(half);
    await oneFinished();
  }
  clock.advance(1000 - (clock.now() % 1000));
  const customer = await send('customer.created', { customerId: 'cus_77', name: 'Ada' });
  await oneFinished();
  for (let sent = 0; sent < BURST; sent++) await send('shipment.sent', { parcel: `p_${sent}` });
  for (let left = 0; left < LEFT; left++) {
    await oneFinished();
    clock.advance(500);
    if (left % 2 === 0) {
      await invoice(500 + left);
      await oneFinished();
    }
  }
  await oneFinished();
  await payloadsChecked(server);
  const [refused] = (
    await callApi<{ data: { id: string }[] }>(server, 'GET', `/app/acme/attempt/msg/${customer.id}`)
  ).data;
  const { url } = await callApi<{ url: string }>(server, 'POST', '/auth/app-portal-access/acme/', {});
  // The second is ahead of all that these tests wait for.
  const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
  const release = (flag: string, ms: number, note: string) =>
    callApi<{ id: string }>(server, 'POST', '/flag-releases', { flag, at: inMs(ms), note });
  const past = await release('preview', 3_600_000, 'Never used');
  await callApi(server, 'DELETE', `/flag-releases/${past.id}`);
  await release('beta', 3 * 24 * 3_600_000, 'With the autumn release');
  const sent = { messageId: customer.id, refused: refused?.id ?? '' };
  // Last: what came before keeps its ids and times.
  const nightJob = { uid: 'night-job', description: 'Nightly import', filterTypes: ['invoice.paid'] };
  const { id: poller } = await callApi<{ id: string }>(
    server,
    'POST',
    '/app/acme/polling-endpoint',
    nightJob,
  );
  await callApi(server, 'GET', `/app/acme/poller/${poller}/consumer/billing`);
  return { ...ids, ...sent, poller, portalUrl: url, close: () => receiver.close() };
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

async function make(call: Call, receiver: Receiver) {
  await call('POST', '/sample');
  const acme = { name: 'Acme Ltd', uid: 'acme', rateLimit: 50 };
  const { id: appId } = await call<{ id: string }>('POST', '/app', acme);
  for (const name of ['Globex GmbH', 'Initech', 'Umbrella Health', 'Stark Logistics'])
    await call('POST', '/app', { name, rateLimit: 20 });
  const endpoint = async (path: string, more: object) => {
    const url = `${receiver.baseUrl}/${path}`;
    return (await call<{ id: string }>('POST', '/app/acme/endpoint', { url, ...more })).id;
  };
  const orders = await endpoint('orders', {
    description: 'Orders',
    filterGroups: ['invoice', 'order'],
    headers: { 'x-tenant': 'acme' },
  });
  await endpoint('billing', { description: 'Billing', filterTypes: ['customer.created'] });
  const archive = await endpoint('archive', {
    description: 'Archive',
    rateLimit: 2,
    filterTypes: ['shipment.sent'],
  });
  await endpoint('old', { description: 'Old system', disabled: true, filterTypes: ['order.placed'] });
  await call('POST', '/auth/token', { name: 'Docs', featureFlags: ['beta'] });
  await call('POST', '/target-consent', { target: '10.1.0.0/16', note: 'The office' });
  await call('PATCH', '/settings', { displayName: 'Acme', eventCatalogPublished: true });
  return { appId, orders, archive };
}

/** Waits until this many attempts in total have ended and are on disk. */
async function attemptsDone(server: StillServer, count: number): Promise<void> {
  for (let n = 0; n < 2000; n++) {
    // What is due now, and nothing later.
    server.clock.advance(0);
    await turn();
    const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
    const done = [...text.matchAll(/^posthorn_attempts_total\{[^}]*\} (\d+)$/gm)];
    if (done.reduce((sum, [, number]) => sum + Number(number), 0) >= count) return;
  }
  throw new Error(`${count} attempts did not end`);
}

/** Waits for the reports about sent payloads. Each slice of that work ends with a pause, for which time advances. */
async function payloadsChecked({ clock, ...server }: StillServer): Promise<void> {
  let isChecking = true;
  const checks = (async () => {
    await callApi(server, 'GET', '/event-type/invoice.paid/schema-report');
    while (isChecking)
      ({ isChecking } = await callApi<SchemaReportListOut>(server, 'GET', '/event-type/schema/reports'));
  })().finally(() => {
    isChecking = false;
  });
  while (isChecking) {
    if (clock.nextTimerMs() === 1) clock.advance(1);
    await turn();
  }
  return checks;
}
