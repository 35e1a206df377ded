import { isObject, type JsonObject } from '../../json-schema/plain-json';

/** The part of an identifier after the prefix. */
const SOME_ID = '2mCkpV0cYBtbnIPMlRJi3Q8xEsA';
const TIME = '2026-01-31T12:00:00Z';
const ADDRESS = 'https://ada.example/hooks';
const EVENT_SCHEMA = {
  type: 'object',
  required: ['id', 'amount'],
  properties: {
    id: { type: 'string', description: 'The invoice.' },
    amount: { type: 'integer', description: 'In cents.' },
  },
};
const EVENT = { id: 'inv_4711', amount: 1290 };

/** Example values of the contract's fields, by `Schema.field`, or by the name of the field alone. */
const VALUES: JsonObject = {
  appId: 'app_2mCkpRjuvTKbVyyVcXGRo8WpSZH',
  endpointId: 'ep_2mCkpV0cYBtbnIPMlRJi3Q8xEsA',
  msgId: 'msg_2mCkpYyFjpmIAbzRxSyuOdyTSvm',
  appIds: ['app_2mCkpRjuvTKbVyyVcXGRo8WpSZH'],
  messageId: 'msg_2mCkpYyFjpmIAbzRxSyuOdyTSvm',
  messageIds: ['msg_2mCkpYyFjpmIAbzRxSyuOdyTSvm'],
  connectionId: 'con_2mCkpXa0d7QmG4wLrT5uKzE1bHn',
  name: 'Ada Industries',
  uid: 'ada',
  url: ADDRESS,
  baseUrl: 'https://posthorn.example',
  receiverUrl: 'http://127.0.0.1:8071/receiver/sample',
  description: 'Orders of Ada Industries',
  rateLimit: 20,
  throttleRate: 20,
  currentRate: 20,
  metadata: { plan: 'basic' },
  filterTypes: ['invoice.paid'],
  eventTypes: ['invoice.paid'],
  eventType: 'invoice.paid',
  event_types: ['invoice.paid'],
  eventId: 'invoice-4711-paid',
  payload: EVENT,
  channels: ['eu'],
  tags: ['invoice'],
  featureFlag: 'beta',
  flag: 'beta',
  replacedBy: 'invoice.settled',
  'PreviewDraftIn.at': null,
  featureFlags: ['beta'],
  groupName: 'invoice',
  schema: EVENT_SCHEMA,
  schemas: { 1: EVENT_SCHEMA },
  example: EVENT,
  headers: { 'X-Team': 'billing' },
  sensitive: ['Authorization'],
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  key: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  gracePeriodSeconds: 86_400,
  expiry: 604_800,
  sessionId: 'user-17',
  sessionIds: ['user-17'],
  token: 'psth_a1B2c3D4e5F6g7H8',
  target: '10.1.0.0/16',
  note: 'The test network',
  displayName: 'Ada Industries',
  response: '{"ok":true}',
  responseStatusCode: 200,
  responseDurationMs: 84,
  status: 0,
  statusText: 'success',
  answeredStatus: 200,
  method: 'POST',
  body: '{"id":"inv_4711","amount":1290}',
  iterator: null, // an iterator of one list is refused by the others
  deliverAt: null,
  nextAttempt: null,
  heldUntil: null,
  reason: null,
  expiresAt: null,
  done: true,
  ok: true,
  fits: true,
  sentence: 'The receiver responded with 200 at the first attempt',
  detail: 'The instance responded.',
  spec: {
    openapi: '3.1.0',
    info: { title: 'Events', version: '1' },
    webhooks: {
      'invoice.paid': {
        post: {
          requestBody: { content: { 'application/json': { schema: EVENT_SCHEMA } } },
          responses: { 200: { description: 'Received.' } },
        },
      },
    },
  },
  modified: ['invoice.paid'],
  problems: [],
  to_modify: null,
  'EnvironmentIn.connectors': [],
  'LookFileIn.content':
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'FlagSetsIn.version': null,
  'OperationalEndpointIn.filterTypes': ['endpoint.disabled'],
  'OperationalEndpointUpdate.filterTypes': ['endpoint.disabled'],
  'OperationalEndpointPatch.filterTypes': ['endpoint.disabled'],
  'ExpireAllIn.expiry': 0,
  'MessageIn.payload': EVENT,
  'SchemaCheckOut.payload': { fits: true, problems: [], reason: null },
  'EventTypeIn.name': 'invoice.paid',
  'EventTypeIn.description': 'An invoice was paid in full.',
  'EventTypePatch.description': 'An invoice was paid in full.',
  'EventTypeOut.name': 'invoice.paid',
  'EventTypeOut.description': 'An invoice was paid in full.',
  'FlagSet.name': 'Beta customers',
  'FlagSetIn.name': 'Beta customers',
  letter: 'B',
  'TokenIn.name': 'Billing',
  'TokenOut.name': 'Billing',
  'TokenCreatedOut.name': 'Billing',
  'ConnectionIn.name': 'Production',
  'ConnectionOut.name': 'Production',
  'EndpointTraffic.reason': 'sent without queueing',
  'CopyContentIn.name': 'invoice.paid',
  'CopyContentOut.name': 'invoice.paid',
  'CopyContentListOut.name': 'invoice.paid',
  'CopyChangeListOut.name': 'invoice.paid',
  'ChangeSetIn.name': 'invoice.paid',
  'ChangeSetOut.name': 'invoice.paid',
  'ComparisonOut.name': 'invoice.paid',
  'SyncReceiptOut.name': 'invoice.paid',
  'CopyContentIn.description': 'An invoice was paid in full.',
  'CopyContentOut.description': 'An invoice was paid in full.',
  'CopyContentListOut.description': 'An invoice was paid in full.',
  'ChangeSetIn.description': 'An invoice was paid in full.',
  'ChangeSetOut.description': 'An invoice was paid in full.',
  'WorkingCopyOut.note': 'Invoices of the spring release',
  'WorkingCopyPatch.note': 'Invoices of the spring release',
  'ChangeSetIn.note': 'Invoices of the spring release',
  'ChangeSetOut.note': 'Invoices of the spring release',
  'SyncReceiptListOut.note': 'Invoices of the spring release',
  'SyncReceiptOut.note': 'Invoices of the spring release',
};

/** Alternative spellings and rarely used fields: an example of a body is shorter without them. */
const LEFT_OUT = new Set([
  'throttleRate',
  'eventTypes',
  'data',
  'application',
  'transformationsParams',
  'featureFlag',
  'schema',
  'readOnly',
  'specRaw',
  'deleteHeaders',
  'expiresAt',
  'deliverAt',
  'key',
  'payloadRetentionHours',
  'previewDraftId',
  'variant',
]);
const DEPTH_MAX = 8;

/**
 * An example that fits a schema of the contract.
 * @param direction `in` leaves out optional alternative spellings
 * @param name the name of the schema in the description; null when it has none
 */
export function exampleOf(schema: object, direction: 'in' | 'out', name: string | null): unknown {
  return make(schema as JsonObject, direction, name ?? '', 0);
}

function make(schema: JsonObject, direction: 'in' | 'out', name: string, depth: number): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null) ?? null;
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'object':
      return makeObject(schema, direction, name, depth);
    case 'array':
      return isObject(schema.items) && depth < DEPTH_MAX
        ? [make(schema.items, direction, rowName(name), depth + 1)]
        : [];
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return false;
    case 'string':
      return schema.format === 'date-time' ? TIME : schema.format === 'uri' ? ADDRESS : textOf(schema);
    default:
      return null;
  }
}

function makeObject(schema: JsonObject, direction: 'in' | 'out', name: string, depth: number): unknown {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const result: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(properties)) {
    if (!isObject(property)) continue;
    if (key === 'prevIterator') continue; // absent where `iterator` is null
    if (direction === 'in' && LEFT_OUT.has(key) && !required.includes(key)) continue;
    const known = [`${name}.${key}`, key].find((path) => path in VALUES && fits(VALUES[path], property));
    if (known !== undefined) result[key] = VALUES[known];
    else if (depth < DEPTH_MAX) result[key] = make(property, direction, name, depth + 1);
  }
  return result;
}

/** An identifier for a field that is described as one, `ep_...`. */
function textOf({ description }: JsonObject): string {
  const prefix = typeof description === 'string' && /`([a-z]+_)\.\.\.`/.exec(description)?.[1];
  return prefix ? prefix + SOME_ID : 'text';
}

/** The name of a list's rows is the list's name without its beginning. */
function rowName(name: string): string {
  return name.replace(/^ListResponse/, '');
}

/** Whether a value has the type that a schema requires; the tests check everything else. */
function fits(value: unknown, schema: JsonObject): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  const types = typesOf(schema);
  if (types.length === 0) return true;
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) {
    const { items } = schema;
    return types.includes('array') && (!isObject(items) || value.every((item) => fits(item, items)));
  }
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  return types.includes(typeof value) && !(typeof value === 'string' && schema.format === 'date-time');
}

function typesOf(schema: JsonObject): readonly unknown[] {
  return Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
}
