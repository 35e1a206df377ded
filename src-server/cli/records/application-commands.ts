import type { ApplicationOut } from '../../contract/application';
import type { Command, Outcome } from '../command';
import { changedFields, type FieldOptions, givenFields, optionsOf } from './given-fields';

const FIELDS: FieldOptions = {
  uid: {
    ...{ field: 'uid', kind: 'name' },
    option: { type: 'string', value: 'UID', help: 'Your own identifier, usable in place of the id.' },
  },
  'rate-limit': {
    ...{ field: 'rateLimit', kind: 'limit' },
    option: { type: 'string', value: 'NUMBER', help: 'Messages per second to each endpoint.' },
  },
  metadata: {
    ...{ field: 'metadata', kind: 'object' },
    option: {
      type: 'string',
      value: 'JSON',
      help: 'A JSON object with string values, such as {"plan": "large"}.',
    },
  },
};

const CHANGED: FieldOptions = {
  name: {
    ...{ field: 'name', kind: 'text' },
    option: { type: 'string', value: 'NAME', help: 'Display name.' },
  },
  ...FIELDS,
};

export const appCreateCommand: Command = {
  name: 'app create',
  usage: 'NAME [--uid UID] [--rate-limit NUMBER] [--metadata JSON]',
  summary: 'Creates an application.',
  about: 'Creates an application: one customer, with endpoints of its own.',
  options: optionsOf(FIELDS),
  examples: [`posthorn app create "Ada Ltd" --uid ada --metadata '{"plan": "large"}'`],
  positionals: [1, 1],
  asks: 'instance',
  async run(args) {
    const [name = ''] = args.positionals;
    const body = { ...givenFields(FIELDS, args), name };
    const server = await args.instance();
    return outcome('Created', await server.ask('POST /app', { body }), server.host);
  },
};

export const appUpdateCommand: Command = {
  name: 'app update',
  usage: 'APP [--name NAME] [--uid UID] [--rate-limit NUMBER] [--metadata JSON]',
  summary: 'Changes an application.',
  about:
    'Changes only the fields given of the application APP (its id or uid). An empty value clears a field: --uid "".',
  options: optionsOf(CHANGED),
  examples: ['posthorn app update ada --rate-limit 50', 'posthorn app update ada --rate-limit ""'],
  positionals: [1, 1],
  asks: 'instance',
  async run(args) {
    const [app = ''] = args.positionals;
    const body = changedFields(CHANGED, args);
    const server = await args.instance();
    return outcome('Changed', await server.ask('PATCH /app/{app}', { path: { app }, body }), server.host);
  },
};

export const appDeleteCommand: Command = {
  name: 'app delete',
  usage: 'APP',
  summary: 'Deletes an application with its endpoints.',
  about: 'Deletes the application APP (its id or uid) with its endpoints. Waiting deliveries are canceled.',
  options: {},
  examples: ['posthorn app delete ada'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [app = ''], instance }) {
    const server = await instance();
    const found = await server.ask('GET /app/{app}', { path: { app } });
    await server.ask('DELETE /app/{app}', { path: { app: found.id } });
    return outcome('Deleted', found, server.host);
  },
};

function outcome(done: string, application: ApplicationOut, host: string): Outcome {
  const { id, uid, name } = application;
  const called = uid ? ` (${uid})` : '';
  return { json: application, lines: [`${done} ${id} "${name}"${called} on ${host}.`] };
}
