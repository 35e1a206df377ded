import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Desktop } from './desktop';

/** Allows deliveries to receivers of a test. */
export const TO_LOOPBACK = ['--allow-target', '127.0.0.0/8'];

/** Calls the API of the server of a running program, as its admin. */
export async function callServer<T>(
  desktop: Desktop,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const page = await desktop.page();
  await page.waitForURL(/^http:/);
  const { origin } = new URL(page.url());
  const token = (await readFile(join(desktop.userData, 'data', 'admin-token'), 'utf8')).trim();
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** An application with one endpoint. */
export async function addEndpoint(desktop: Desktop, url: string, more: object = {}) {
  const app = await callServer<{ id: string }>(desktop, 'POST', '/app', { name: 'Acme' });
  await callServer(desktop, 'POST', '/event-type', { name: 'invoice.paid', description: 'Paid.' }).catch(
    () => {},
  );
  const endpoint = await callServer<{ id: string }>(desktop, 'POST', `/app/${app.id}/endpoint`, {
    url,
    ...more,
  });
  return { appId: app.id, endpointId: endpoint.id };
}

/** Sends messages to an application. */
export async function sendMessages(desktop: Desktop, appId: string, count: number): Promise<void> {
  const send = () =>
    callServer(desktop, 'POST', `/app/${appId}/msg`, { eventType: 'invoice.paid', payload: { n: 1 } });
  await Promise.all(Array.from({ length: count }, send));
}

/** Opens a screen in the window, such as `settings/desktop`, once the page has started. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/local/${path}`);
}
