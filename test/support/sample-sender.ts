import { type Customer, createCustomer } from './customer';
import { startPosthorn } from './start-posthorn';

/** A server with an empty database, a sample catalog and one customer. */
export type SampleSender = Customer;

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
  const sender = await createCustomer(await startPosthorn());
  for (const eventType of SAMPLE_TYPES) await sender.call('POST', '/event-type', eventType);
  return sender;
}
