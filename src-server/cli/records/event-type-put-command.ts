import { ConfigError } from '../../config';
import type { EventTypeOut } from '../../contract/event-type';
import { parseOrdered } from '../../json-schema/ordered-json';
import { isObject } from '../../json-schema/plain-json';
import { CliError } from '../cli-error';
import { announceQuery, type CliContext, type Command, NO_ANNOUNCE } from '../command';
import type { Instance } from '../instance';
import { readText } from '../read-file';
import { type FieldOptions, givenFields, optionsOf } from './given-fields';

const FIELDS: FieldOptions = {
  description: {
    ...{ field: 'description', kind: 'text' },
    option: { type: 'string', value: 'TEXT', help: 'When the event occurs.' },
  },
  flag: {
    ...{ field: 'featureFlags', kind: 'list' },
    option: { type: 'string', multiple: true, value: 'FLAG', help: 'A feature flag; an empty text: none.' },
  },
  group: {
    ...{ field: 'groupName', kind: 'name' },
    option: { type: 'string', value: 'GROUP', help: 'The group to show it under.' },
  },
};

export const eventTypePutCommand: Command = {
  name: 'event-type put',
  usage: 'NAME [--description TEXT] [--schema FILE] [--flag FLAG ...] [--group GROUP] [--no-announce]',
  summary: 'Creates an event type, or changes it.',
  about:
    'Creates the event type NAME, or changes only the fields given. To create or change many from a file, use "posthorn catalog import".',
  options: {
    ...optionsOf(FIELDS),
    ...NO_ANNOUNCE,
    schema: {
      type: 'string',
      value: 'FILE',
      help: 'A file with the JSON Schema (Draft 7) of its payloads; "-" reads standard input.',
    },
  },
  examples: ['posthorn event-type put invoice.paid --description "An invoice was paid." --schema paid.json'],
  positionals: [1, 1],
  asks: 'instance',
  async run(args) {
    const [name = ''] = args.positionals;
    const given = givenFields(FIELDS, args);
    const file = args.text('schema');
    const body = file === undefined ? given : { ...given, schema: await readSchema(file, args.context) };
    const server = await args.instance();
    const { made, isNew } = await put(server, { path: { name }, body, query: announceQuery(args) });
    return { json: made, lines: [`${isNew ? 'Created' : 'Changed'} ${made.name} on ${server.host}.`] };
  },
};

async function put(
  server: Instance,
  input: { path: { name: string }; body: object; query: { announce?: false } },
): Promise<{ made: EventTypeOut; isNew: boolean }> {
  try {
    return { made: await server.ask('PATCH /event-type/{name}', input), isNew: false };
  } catch (cause) {
    if (!(cause instanceof CliError) || cause.status !== 404) throw cause;
  }
  return { made: await server.ask('PUT /event-type/{name}', input), isNew: true };
}

async function readSchema(file: string, context: CliContext): Promise<object | boolean> {
  const text = await readText(file, context);
  let schema: unknown;
  try {
    schema = parseOrdered(text);
  } catch (cause) {
    throw new ConfigError(`${file} is not JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
  if (typeof schema === 'boolean' || isObject(schema)) return schema;
  throw new ConfigError(`${file} must contain a JSON object, true or false.`);
}
