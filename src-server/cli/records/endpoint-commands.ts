import type { EndpointOut } from '../../contract/endpoint';
import type { Command, Outcome } from '../command';
import { changedFields, type FieldOptions, givenFields, optionsOf } from './given-fields';

const FIELDS: FieldOptions = {
  uid: {
    ...{ field: 'uid', kind: 'name' },
    option: { type: 'string', value: 'UID', help: 'Your own identifier, usable in place of the id.' },
  },
  description: {
    ...{ field: 'description', kind: 'text' },
    option: { type: 'string', value: 'TEXT', help: 'Description.' },
  },
  'rate-limit': {
    ...{ field: 'rateLimit', kind: 'limit' },
    option: { type: 'string', value: 'NUMBER', help: 'Messages per second.' },
  },
  'event-type': {
    ...{ field: 'filterTypes', kind: 'list' },
    option: {
      type: 'string',
      multiple: true,
      value: 'TYPE',
      help: 'Only this event type. A new endpoint without it receives all.',
    },
  },
  channel: {
    ...{ field: 'channels', kind: 'list' },
    option: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'Only messages on this channel. A new endpoint without it receives those of every channel.',
    },
  },
  filter: {
    ...{ field: 'filter', kind: 'object' },
    option: {
      type: 'string',
      value: 'JSON',
      help: 'Content filter as a JSON object; see the guide on filters.',
    },
  },
  ordered: {
    ...{ field: 'ordered', kind: 'on' },
    option: {
      type: 'boolean',
      help: 'One message at a time, in the order in which they were accepted; one that fails holds up the others.',
    },
  },
};

const CHANGED: FieldOptions = {
  // `--url` is that of the instance.
  target: {
    ...{ field: 'url', kind: 'text' },
    option: { type: 'string', value: 'URL', help: 'Where deliveries go.' },
  },
  ...FIELDS,
  unordered: {
    ...{ field: 'ordered', kind: 'off' },
    option: { type: 'boolean', help: 'No longer one at a time.' },
  },
};

export const endpointCreateCommand: Command = {
  name: 'endpoint create',
  usage: 'APP URL [--uid UID] [--event-type TYPE ...] [--channel NAME ...] [--filter JSON] [--ordered]',
  summary: 'Creates an endpoint of an application.',
  about:
    'Creates an endpoint of the application APP (its id or uid): deliveries go to URL. The signing secret is generated; "GET /app/{app}/endpoint/{endpoint}/secret" of the API and the portal show it.',
  options: optionsOf(FIELDS),
  examples: [
    'posthorn endpoint create ada https://ada.example/hooks --event-type invoice.paid --event-type invoice.void',
  ],
  positionals: [2, 2],
  asks: 'instance',
  async run(args) {
    const [app = '', url = ''] = args.positionals;
    const body = { ...givenFields(FIELDS, args), url };
    const server = await args.instance();
    const made = await server.ask('POST /app/{app}/endpoint', { path: { app }, body });
    return outcome('Created', made, server.host);
  },
};

export const endpointUpdateCommand: Command = {
  name: 'endpoint update',
  usage:
    'APP ENDPOINT [--target URL] [--uid UID] [--event-type TYPE ...] [--channel NAME ...] [--filter JSON] [--ordered | --unordered]',
  summary: 'Changes an endpoint.',
  about:
    'Changes only the fields given of the endpoint ENDPOINT (its id or uid) of the application APP. An empty value clears a field: --channel "".',
  options: optionsOf(CHANGED),
  examples: ['posthorn endpoint update ada billing --target https://ada.example/new --channel ""'],
  positionals: [2, 2],
  asks: 'instance',
  async run(args) {
    const [app = '', endpoint = ''] = args.positionals;
    const body = changedFields(CHANGED, args);
    const server = await args.instance();
    const path = { app, endpoint };
    const changed = await server.ask('PATCH /app/{app}/endpoint/{endpoint}', { path, body });
    return outcome('Changed', changed, server.host);
  },
};

export const endpointDeleteCommand: Command = {
  name: 'endpoint delete',
  usage: 'APP ENDPOINT',
  summary: 'Deletes an endpoint.',
  about:
    'Deletes the endpoint ENDPOINT (its id or uid) of the application APP. Waiting deliveries are canceled.',
  options: {},
  examples: ['posthorn endpoint delete ada billing'],
  positionals: [2, 2],
  asks: 'instance',
  async run({ positionals: [app = '', endpoint = ''], instance }) {
    const server = await instance();
    const path = { app, endpoint };
    const found = await server.ask('GET /app/{app}/endpoint/{endpoint}', { path });
    await server.ask('DELETE /app/{app}/endpoint/{endpoint}', { path: { app, endpoint: found.id } });
    return outcome('Deleted', found, server.host);
  },
};

function outcome(done: string, endpoint: EndpointOut, host: string): Outcome {
  const { id, uid, url } = endpoint;
  const called = uid ? ` (${uid})` : '';
  return { json: endpoint, lines: [`${done} ${id}${called} for ${url} on ${host}.`] };
}
