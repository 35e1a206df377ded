import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryStateOut } from '../../src-server/contract/traffic';
import { callApi } from '../e2e/admin-page';
import type { RunningPosthorn } from './start-posthorn';

/** The content of an instance that has something to show. */
export interface Showcase {
  /** The application with every kind of endpoint. */
  readonly appId: string;
  /** An endpoint that received what was sent to it. */
  readonly endpointId: string;
  /** A message that one of its endpoints never answered with 2xx. */
  readonly messageId: string;
}

const CUSTOMERS = ['Globex GmbH', 'Initech', 'Umbrella Health', 'Stark Logistics'];

/**
 * Fills an instance so that no screen of the admin app is empty: the sample, five customers, an endpoint at its limit,
 * one that fails, one that is held, messages to all of them, a token, and an allowed target.
 */
export async function fillShowcase(server: RunningPosthorn): Promise<Showcase> {
  const call = <T>(method: string, path: string, body?: unknown) => callApi<T>(server, method, path, body);
  await call('POST', '/sample');
  const app = await call<{ id: string }>('POST', '/app', { name: 'Acme Ltd', uid: 'acme', rateLimit: 50 });
  for (const name of CUSTOMERS) await call('POST', '/app', { name, rateLimit: 20 });
  const endpoint = (bin: string, more: object) =>
    call<{ id: string }>('POST', `/app/${app.id}/endpoint`, {
      url: `${server.baseUrl}/receiver/${bin}`,
      ...more,
    });
  const good = await endpoint('orders', { description: 'Orders', headers: { 'x-tenant': 'acme' } });
  await endpoint('billing?status=503', { description: 'Billing', filterTypes: ['invoice.paid'] });
  await endpoint('archive', { description: 'Archive', rateLimit: 1, filterTypes: ['shipment.delayed'] });
  await endpoint('old', { description: 'Old system', disabled: true });
  let messageId = '';
  for (let sent = 0; sent < 12; sent++) {
    const eventType = sent % 2 === 0 ? 'invoice.paid' : 'shipment.delayed';
    const message = await call<{ id: string }>('POST', `/app/${app.id}/msg`, {
      eventType,
      payload: { invoiceId: `inv_${sent}`, amount: 120 },
    });
    if (eventType === 'invoice.paid') messageId = message.id;
  }
  await call('POST', '/auth/token', { name: 'Docs', featureFlags: ['beta'] });
  await call('POST', '/target-consent', { target: '10.1.0.0/16', note: 'The office' });
  await call('PATCH', '/settings', { displayName: 'Acme', eventCatalogPublished: true });
  await delivered(server, good.id);
  return { appId: app.id, endpointId: good.id, messageId };
}

/** Waits until nothing is waiting for an endpoint any more. */
async function delivered(server: RunningPosthorn, endpointId: string): Promise<void> {
  for (let asked = 0; asked < 200; asked++) {
    const { endpoints } = await callApi<DeliveryStateOut>(server, 'GET', '/delivery-state');
    const one = endpoints.find((state) => state.endpointId === endpointId);
    if (!one || one.queue === 0) return;
    await pause(100);
  }
  throw new Error(`${endpointId} did not get what was sent`);
}
