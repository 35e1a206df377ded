import { callApi } from '../e2e/admin-page';
import type { RunningPosthorn } from './start-posthorn';

/** A customer on a running server: an application of its own, with shortcuts for further calls. */
export interface Customer {
  readonly server: RunningPosthorn;
  readonly appId: string;
  /** Calls the API with the admin token. @throws Error with the response if it is not 2xx */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** A portal link as the API creates it. */
  portalLink(request?: object): Promise<string>;
}

/** Creates an application, named Acme Industries unless the test needs another name. */
export async function createCustomer(server: RunningPosthorn, name = 'Acme Industries'): Promise<Customer> {
  const call = <T>(method: string, path: string, body?: unknown) => callApi<T>(server, method, path, body);
  const { id: appId } = await call<{ id: string }>('POST', '/app', { name });
  return {
    server,
    appId,
    call,
    portalLink: async (request = {}) =>
      (await call<{ url: string }>('POST', `/auth/app-portal-access/${appId}/`, request)).url,
  };
}
