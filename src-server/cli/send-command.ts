import { ConfigError } from '../config';
import { isObject } from '../json-schema/plain-json';
import { CliError } from './cli-error';
import type { CliContext, Command } from './command';
import { EXIT } from './exit-code';
import { type EndpointOutcome, followMessage } from './follow-message';
import { readText } from './read-file';
import { count } from './table';

const WAIT_DEFAULT_S = 60;

export const sendCommand: Command = {
  name: 'send',
  usage: 'APP TYPE [--payload JSON|@FILE|-] [--wait]',
  summary: 'Sends one message to the endpoints of an application.',
  about: `Sends a message of the event type TYPE to the application APP (its id or uid). The payload is a JSON object, sent exactly as written; the default is {}. With --wait, the command waits until every delivery has ended. It exits with 0 only if at least one endpoint received the message and none failed.`,
  options: {
    payload: {
      type: 'string',
      value: 'JSON',
      help: 'The payload; @FILE reads it from a file, "-" from standard input.',
    },
    channel: { type: 'string', multiple: true, value: 'NAME', help: 'A channel of the message.' },
    tag: { type: 'string', multiple: true, value: 'NAME', help: 'A tag for searching.' },
    'event-id': { type: 'string', value: 'ID', help: 'Your own identifier. A duplicate is refused.' },
    wait: { type: 'boolean', help: 'Waits for the outcome of the deliveries.' },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      help: `Seconds that --wait waits. Default: ${WAIT_DEFAULT_S}.`,
    },
  },
  examples: [
    `posthorn send ada invoice.paid --payload '{"invoice": "2026-117", "amount": 120}' --wait`,
    'posthorn send ada invoice.paid --payload @invoice.json --tag test',
  ],
  positionals: [2, 2],
  asks: 'instance',
  async run({ positionals: [app = '', type = ''], text, list, has, context, instance }) {
    const timeoutS = seconds(text('timeout'), has('wait'));
    const payload = await readPayload(payloadOf(text('payload'), text('payload-file')), context);
    const server = await instance();
    const eventId = text('event-id');
    const fields = {
      eventType: type,
      ...(eventId === undefined ? {} : { eventId }),
      ...(list('channel').length > 0 ? { channels: list('channel') } : {}),
      ...(list('tag').length > 0 ? { tags: list('tag') } : {}),
    };
    // Inserted as text: a number like 1.0 is delivered as written.
    const body = `${JSON.stringify(fields).slice(0, -1)},"payload":${payload}}`;
    const message: unknown = await server.ask('POST /app/{app}/msg', {
      path: { app },
      query: { with_content: false },
      bodyText: body,
    });
    const id = isObject(message) && typeof message.id === 'string' ? message.id : null;
    if (id === null) throw new CliError(EXIT.unreachable, `${server.host} responds, but not like Posthorn.`);
    const accepted = `${server.host} accepted ${id} for ${app}.`;
    if (!has('wait')) return { json: { id }, lines: [accepted] };
    const followed = await followMessage(server, { app, message: id }, context, timeoutS);
    return {
      exitCode: isDelivered(followed) ? EXIT.done : EXIT.no,
      json: { id, delivered: isDelivered(followed), endpoints: followed },
      lines: [accepted, ...outcomeLines(followed, app)],
    };
  },
};

/** The same by another name, as the other commands for what the API has. */
export const messageSendCommand: Command = {
  ...sendCommand,
  name: 'message send',
  usage: 'APP TYPE [--payload JSON | --payload-file FILE] [--wait]',
  summary: 'The same as "send".',
  options: {
    ...sendCommand.options,
    'payload-file': {
      type: 'string',
      value: 'FILE',
      help: 'A file with the payload; "-" is standard input.',
    },
  },
  examples: ['posthorn message send ada invoice.paid --payload-file invoice.json --tag test'],
};

/** As `--payload` would have it. */
function payloadOf(payload: string | undefined, file: string | undefined): string | undefined {
  if (file === undefined) return payload;
  if (payload !== undefined) throw new ConfigError('Give either --payload or --payload-file.');
  return file === '-' ? '-' : `@${file}`;
}

function isDelivered(outcomes: readonly EndpointOutcome[]): boolean {
  return outcomes.length > 0 && outcomes.every(({ status }) => status === 'success');
}

function outcomeLines(outcomes: readonly EndpointOutcome[], app: string): string[] {
  if (outcomes.length === 0) {
    return [`No endpoint of ${app} receives it: none subscribes to this event type and these channels.`];
  }
  const delivered = outcomes.filter(({ status }) => status === 'success').length;
  return [
    ...outcomes.map(({ url, sentence }) => `${url}: ${sentence}`),
    `Delivered to ${delivered} of ${count(outcomes.length, 'endpoint')}.`,
  ];
}

async function readPayload(args: string | undefined, context: CliContext): Promise<string> {
  const text =
    args === undefined
      ? '{}'
      : args === '-'
        ? await context.readInput()
        : args.startsWith('@')
          ? await readText(args.slice(1), context)
          : args;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`The payload is not JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
  if (!isObject(value)) throw new ConfigError('The payload must be a JSON object, like {"amount": 120}.');
  return text;
}

function seconds(text: string | undefined, wait: boolean): number {
  if (text === undefined) return WAIT_DEFAULT_S;
  if (!wait) throw new ConfigError('Use --timeout only with --wait.');
  const value = Number(text);
  if (text === '' || !(value > 0 && value <= 86_400)) {
    throw new ConfigError(`--timeout must be a number of seconds up to 86400, not "${text}".`);
  }
  return value;
}
