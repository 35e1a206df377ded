import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderCatalog } from '../../src-renderer/catalog/render-catalog';
import { responseFaults } from '../support/described-api';
import { startTestServer } from '../support/start-test-server';

/** The built pages, which the portal needs. */
const PAGES = resolve(import.meta.dirname, '../../out/renderer');

/** An answer with its body read; `body` is the JSON value, undefined when there is none. */
export interface ServiceResponse {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

/** The service from outside: over HTTP, with the admin token unless another is given. */
export interface Service {
  readonly baseUrl: string;
  /** Calls an operation; `path` begins below the base address. `token` null sends none. */
  call(method: string, path: string, body?: unknown, token?: string | null): Promise<ServiceResponse>;
  /** Creates an application and returns its id. */
  application(fields?: object): Promise<string>;
  /** Creates an endpoint of an application and returns its id. */
  endpoint(appId: string, fields: object): Promise<string>;
  /** Creates an event type and returns its name, made unique by a number. */
  eventType(prefix: string, fields?: object): Promise<string>;
  /** Sends a message and returns its id. */
  message(appId: string, eventType: string, payload?: object): Promise<string>;
  /** The token of a new portal link for an application. */
  portalToken(appId: string, featureFlags?: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts a service with an empty data folder that may deliver to this machine. */
export async function startService(): Promise<Service> {
  if (!existsSync(PAGES)) throw new Error(`There are no pages in ${PAGES}: run "npm run build" first.`);
  const server = await startTestServer({ parts: { uiDir: PAGES, renderCatalog } });
  let count = 0;
  const call: Service['call'] = async (method, path, body, token = server.adminToken) => {
    const response = await fetch(server.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const json = isJson ? JSON.parse(text) : undefined;
    if (path.startsWith('/api/v1/')) {
      const faults = responseFaults(method, path.slice('/api/v1'.length), response.status, json);
      if (faults.length > 0) throw new Error(`not as described:\n${faults.join('\n')}`);
    }
    return { status: response.status, text, body: json, headers: response.headers };
  };
  const create = async (path: string, body: object) => {
    const response = await call('POST', path, body);
    if (response.status >= 300) throw new Error(`POST ${path}: ${response.status} ${response.text}`);
    return response.body;
  };
  return {
    baseUrl: server.baseUrl,
    call,
    application: async (fields = {}) => (await create('/api/v1/app/', { name: 'Acme', ...fields })).id,
    endpoint: async (appId, fields) => (await create(`/api/v1/app/${appId}/endpoint/`, fields)).id,
    eventType: async (prefix, fields = {}) => {
      count += 1;
      const body = { name: `${prefix}${count}`, description: 'Something happened.', ...fields };
      return (await create('/api/v1/event-type/', body)).name;
    },
    message: async (appId, eventType, payload = {}) =>
      (await create(`/api/v1/app/${appId}/msg/`, { eventType, payload })).id,
    portalToken: async (appId, featureFlags = []) =>
      (await create(`/api/v1/auth/app-portal-access/${appId}/`, { featureFlags })).token,
    close: () => server.remove(),
  };
}
