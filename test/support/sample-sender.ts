import { type RunningPosthorn, startPosthorn } from './start-posthorn';

/** A running server with a catalog, one customer, and shortcuts for further calls. */
export interface SampleSender {
  readonly server: RunningPosthorn;
  readonly appId: string;
  /** Calls the API with the admin token. @throws Error with the answer if it is not 2xx */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** A portal link as the API creates it. */
  portalLink(request?: object): Promise<string>;
}

const customer = {
  type: 'object',
  required: ['id'],
  description: 'Who is billed.',
  properties: { id: { type: 'string' }, parent: { $ref: '#/definitions/customer' } },
};
const invoice = {
  type: 'object',
  required: ['id', 'amount'],
  properties: {
    id: { type: 'string', description: 'Identifier of the invoice.' },
    amount: { type: 'integer', minimum: 0 },
    customer: { $ref: '#/definitions/customer' },
  },
  definitions: { customer },
};

/** Text that would run as a script if it were not shown as text. */
export const HOSTILE_TEXT = '<script>alert(1)</script><img src=x onerror=alert(2)>';

/** Types everyone sees, types behind the flags beta and gamma, and one that is archived. */
export const SAMPLE_TYPES = [
  {
    name: 'invoice.paid',
    description: 'An invoice was paid in full.',
    schemas: { 1: { ...invoice, examples: [{ id: 'inv_author', amount: 12500 }] } },
  },
  { name: 'invoice.created', description: 'A new invoice was issued.', schemas: { 1: invoice } },
  { name: 'shipment.delivered', description: HOSTILE_TEXT },
  { name: 'ping', description: 'A test.', deprecated: true },
  { name: 'payout.betaonly', description: 'Secret words of payout.betaonly.', featureFlag: 'beta' },
  { name: 'payout.gammaonly', description: 'Secret words of payout.gammaonly.', featureFlag: 'gamma' },
  { name: 'archived.type', description: 'Secret words of archived.type.', archived: true },
] as const;

/** Starts a server on a free port with the sample catalog and an application named Acme Industries. */
export async function startSampleSender(): Promise<SampleSender> {
  const server = await startPosthorn();
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  };
  for (const eventType of SAMPLE_TYPES) await call('POST', '/event-type', eventType);
  const { id: appId } = await call<{ id: string }>('POST', '/app', { name: 'Acme Industries' });
  return {
    server,
    appId,
    call,
    portalLink: async (request = {}) =>
      (await call<{ url: string }>('POST', `/auth/app-portal-access/${appId}/`, request)).url,
  };
}
