import type { EventTypeContent } from '../storage/catalog/event-type-text';

const SCHEMA = 'http://json-schema.org/draft-07/schema#';

type Fields = Readonly<Record<string, object>>;

const id = (of: string) => ({ type: 'string', description: `Identifies the ${of}.` });
const time = (description: string) => ({ type: 'string', format: 'date-time', description });
const cents = (description: string) => ({ type: 'integer', minimum: 0, description });
const currency = { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 code, such as EUR.' };
const email = { type: 'string', format: 'email', description: 'Address for messages.' };

/** One sample: every field is required unless listed in `optional`. */
function sample(
  name: string,
  description: string,
  properties: Fields,
  example: object,
  more: { optional?: readonly string[]; featureFlags?: readonly string[]; deprecated?: boolean } = {},
): EventTypeContent {
  const required = Object.keys(properties).filter((field) => !more.optional?.includes(field));
  const schema = { $schema: SCHEMA, type: 'object', required, properties, examples: [example] };
  return {
    name,
    description,
    archived: false,
    deprecated: more.deprecated ?? false,
    sunsetAt: null,
    replacedBy: null,
    groupName: null,
    featureFlags: more.featureFlags ?? null,
    schemas: JSON.stringify({ 1: schema }),
  };
}

/**
 * The event types of an imaginary shop, for a first look around: four groups, one type behind a feature flag, one
 * deprecated, schemas with lists, choices, optional and nested fields, and an example for each.
 */
export const sampleEventTypes: readonly EventTypeContent[] = [
  sample(
    'customer.created',
    'A customer has opened an account.',
    { customerId: id('customer'), email, createdAt: time('When the account was opened.') },
    { customerId: 'cus_1042', email: 'ada@example.com', createdAt: '2026-03-02T09:15:00Z' },
  ),
  sample(
    'customer.updated',
    'A customer has changed their account.',
    {
      customerId: id('customer'),
      changed: {
        type: 'array',
        items: { type: 'string', enum: ['email', 'name', 'address'] },
        minItems: 1,
        uniqueItems: true,
        description: 'The changed fields.',
      },
      email,
    },
    { customerId: 'cus_1042', changed: ['email'], email: 'ada.l@example.com' },
  ),
  sample(
    'customer.deleted',
    'A customer has closed their account. Nothing more will be sent about them.',
    { customerId: id('customer'), deletedAt: time('When the account was closed.') },
    { customerId: 'cus_1042', deletedAt: '2026-05-11T17:40:12Z' },
  ),
  sample(
    'order.placed',
    'A customer has placed an order.',
    {
      orderId: id('order'),
      customerId: id('customer'),
      items: {
        type: 'array',
        minItems: 1,
        description: 'What was ordered.',
        items: {
          type: 'object',
          required: ['sku', 'quantity', 'priceCents'],
          properties: {
            sku: { type: 'string', description: 'Identifies the article.' },
            quantity: { type: 'integer', minimum: 1, description: 'How many.' },
            priceCents: cents('Price of one, in cents.'),
          },
        },
      },
      currency,
      note: {
        type: ['string', 'null'],
        maxLength: 500,
        description: 'Note from the customer, if any.',
      },
    },
    {
      orderId: 'ord_77',
      customerId: 'cus_1042',
      items: [{ sku: 'MUG-BLUE', quantity: 2, priceCents: 1250 }],
      currency: 'EUR',
      note: null,
    },
    { optional: ['note'] },
  ),
  sample(
    'order.canceled',
    'An order was canceled before shipment.',
    {
      orderId: id('order'),
      reason: {
        type: 'string',
        enum: ['customer', 'out_of_stock', 'payment_failed'],
        description: 'Reason for the cancellation.',
      },
    },
    { orderId: 'ord_77', reason: 'out_of_stock' },
  ),
  sample(
    'order.completed',
    'All items of an order have arrived. Use shipment.delivered instead.',
    { orderId: id('order') },
    { orderId: 'ord_77' },
    { deprecated: true },
  ),
  sample(
    'invoice.created',
    'An invoice was issued.',
    {
      invoiceId: id('invoice'),
      orderId: id('order'),
      totalCents: cents('The sum, in cents.'),
      currency,
      dueAt: time('Due date.'),
    },
    {
      invoiceId: 'inv_501',
      orderId: 'ord_77',
      totalCents: 2500,
      currency: 'EUR',
      dueAt: '2026-04-01T00:00:00Z',
    },
  ),
  sample(
    'invoice.paid',
    'An invoice was paid in full.',
    {
      invoiceId: id('invoice'),
      totalCents: cents('The sum, in cents.'),
      currency,
      method: { type: 'string', enum: ['card', 'transfer', 'cash'], description: 'How it was paid.' },
      paidAt: time('When the payment arrived.'),
    },
    {
      invoiceId: 'inv_501',
      totalCents: 2500,
      currency: 'EUR',
      method: 'card',
      paidAt: '2026-03-02T09:20:31Z',
    },
  ),
  sample(
    'invoice.overdue',
    'An invoice was not paid in time. Sent once a day until it is paid.',
    {
      invoiceId: id('invoice'),
      daysLate: { type: 'integer', minimum: 1, description: 'Days since it was due.' },
      openCents: cents('Unpaid amount, in cents.'),
    },
    { invoiceId: 'inv_501', daysLate: 3, openCents: 2500 },
  ),
  sample(
    'shipment.sent',
    'A parcel was shipped.',
    {
      shipmentId: id('shipment'),
      orderId: id('order'),
      carrier: { type: 'string', description: 'Carrier of the parcel.' },
      trackingUrl: { type: 'string', format: 'uri', description: 'Tracking address.' },
    },
    {
      shipmentId: 'shp_9',
      orderId: 'ord_77',
      carrier: 'Pigeon Post',
      trackingUrl: 'https://pigeon.example/t/9',
    },
    { optional: ['trackingUrl'] },
  ),
  sample(
    'shipment.delivered',
    'A parcel has arrived.',
    { shipmentId: id('shipment'), orderId: id('order'), deliveredAt: time('When it arrived.') },
    { shipmentId: 'shp_9', orderId: 'ord_77', deliveredAt: '2026-03-05T14:02:09Z' },
  ),
  sample(
    'shipment.delayed',
    'A parcel will arrive later than promised. In beta: visible only with the feature flag "beta".',
    {
      shipmentId: id('shipment'),
      expectedAt: time('New estimated arrival.'),
      cause: {
        type: 'string',
        enum: ['weather', 'customs', 'unknown'],
        description: 'Reason for the delay.',
      },
    },
    { shipmentId: 'shp_9', expectedAt: '2026-03-07T12:00:00Z', cause: 'weather' },
    { featureFlags: ['beta'], optional: ['cause'] },
  ),
];
