import type { Command, CommandOption } from './command';
import { EXIT_LABELS } from './exit-code';

type Options = Readonly<Record<string, CommandOption>>;

/** Options of every command. */
export const JSON_OPTION: Options = {
  json: { type: 'boolean', help: 'Prints one JSON document on standard output, and nothing else.' },
};

/** Options of every command that works on a data folder. */
const FOLDER_OPTIONS: Options = {
  'data-dir': { type: 'string', value: 'DIR', help: 'The data folder of the server.' },
};

/** Options of every command that calls an instance. */
const INSTANCE_OPTIONS: Options = {
  url: {
    type: 'string',
    value: 'URL',
    help: 'Another instance instead of the one that runs here. Or POSTHORN_URL.',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    help: 'A file with its token. Or POSTHORN_TOKEN. Not needed for the instance that runs here.',
  },
  token: {
    type: 'string',
    value: 'TOKEN',
    help: 'The token itself. Other users can see it in the process list.',
  },
  'data-dir': { type: 'string', value: 'DIR', help: 'The data folder of the server that runs here.' },
};

/** Options that commands share, by what they ask for. */
export const SHARED_OPTIONS: Readonly<Record<Command['asks'], Options>> = {
  instance: INSTANCE_OPTIONS,
  folder: FOLDER_OPTIONS,
  nothing: {},
};

/** The full help of one command. */
export function commandHelp(command: Command): string {
  const shared = SHARED_OPTIONS[command.asks];
  return [
    `Usage: posthorn ${command.name} ${command.usage}`,
    command.about,
    optionLines({ ...command.options, ...shared, ...JSON_OPTION }),
    command.examples.map((example) => `Example: ${example}`).join('\n'),
    `${EXIT_LABELS}\n`,
  ].join('\n\n');
}

/** The names and summaries of commands, one line each. */
export function commandLines(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}

function optionLines(options: Options): string {
  const lines = Object.entries(options).map(([name, option]) => ({
    left: `--${name}${option.value ? ` ${option.value}` : ''}`,
    help: option.multiple ? `${option.help} May be repeated.` : option.help,
  }));
  const width = Math.max(...lines.map(({ left }) => left.length));
  return lines.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`).join('\n');
}
