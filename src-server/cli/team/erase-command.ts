import { ConfigError } from '../../config';
import type { BackgroundTaskOut } from '../../contract/background-task';
import type { ErasureEstimateOut, ErasureIn } from '../../contract/erasure';
import { CliError } from '../cli-error';
import type { CliContext, Command, Outcome, ParsedArgs } from '../command';
import { EXIT } from '../exit-code';
import type { Instance } from '../instance';
import { count } from '../table';

const LOOK_EVERY_MS = 250;

/** What an erasure counts: before it, or of what it has done. */
type Counts = Pick<ErasureEstimateOut, 'messages' | 'attempts' | 'waiting' | 'backups' | 'elsewhere'>;

export const eraseCommand: Command = {
  name: 'erase',
  usage:
    '[--application APP] [--tag TAG] [--event-id-prefix PREFIX] [--text TEXT] [--before TIME] [--dry-run] [--yes]',
  summary: 'Erases the content of messages for good.',
  about: `Erases the content of the messages that meet all conditions, from the database and its files: payloads, event ids, tags, channels, and the headers and responses of attempts. Ids, times and outcomes stay. Counts first, and asks before it does that; it cannot be undone. Waits until it is done, and names the backups that still hold the data. Exit code 1: it failed.`,
  options: {
    application: {
      type: 'string',
      value: 'APP',
      help: 'Only messages of this application (id or uid), also after it was deleted.',
    },
    tag: { type: 'string', multiple: true, value: 'TAG', help: 'Only messages with at least one such tag.' },
    'event-id-prefix': {
      type: 'string',
      value: 'PREFIX',
      help: 'Only messages whose event id begins with this.',
    },
    text: {
      type: 'string',
      value: 'TEXT',
      help: 'Only messages with this text; "-" reads it from standard input.',
    },
    before: {
      type: 'string',
      value: 'TIME',
      help: 'Only messages accepted before this time, such as 2026-01-31T12:00:00Z.',
    },
    'dry-run': { type: 'boolean', help: 'Only counts.' },
    yes: { type: 'boolean', help: 'Erases without asking. Required without a terminal.' },
  },
  examples: [
    'posthorn erase --application ada --text ada@example.com --dry-run',
    'posthorn erase --application ada --before 2026-01-01T00:00:00Z --yes',
  ],
  positionals: [0, 0],
  asks: 'instance',
  async run(args) {
    const { has, context, instance } = args;
    const conditions = await conditionsOf(args);
    const server = await instance();
    context.progress(`Counting on ${server.host} ...`);
    const found = await server.ask('POST /erasure', { body: { ...conditions, dryRun: true } });
    context.progress('');
    if (!('messages' in found)) throw notPosthorn(server);
    const plan = [`${countsOf(found)} on ${server.host}.`, ...leftOf(found, 'Also in')];
    if (has('dry-run')) return { json: { dryRun: true, ...found }, lines: [...plan, 'Nothing was erased.'] };
    if (!has('yes') && !(await agrees(context, plan)))
      return { json: { dryRun: false, erased: false, ...found }, lines: ['Nothing was erased.'] };
    const begun = await server.ask('POST /erasure', { body: conditions });
    if (!('data' in begun)) throw notPosthorn(server);
    return receipt(await follow(server, begun, context), server);
  },
};

/** @throws ConfigError where there is none, or one is none */
async function conditionsOf({ text, list, context }: ParsedArgs): Promise<Omit<ErasureIn, 'dryRun'>> {
  const given = text('text');
  const application = text('application');
  const eventIdPrefix = text('event-id-prefix');
  const before = text('before');
  if (before !== undefined && Number.isNaN(Date.parse(before)))
    throw new ConfigError(`--before must be a time such as 2026-01-31T12:00:00Z, not "${before}".`);
  const tags = list('tag');
  const conditions = {
    ...(application !== undefined && { application }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(eventIdPrefix !== undefined && { eventIdPrefix }),
    ...(given !== undefined && {
      text: given === '-' ? (await context.readInput()).replace(/\r?\n$/, '') : given,
    }),
    ...(before !== undefined && { before: new Date(before).toISOString() }),
  };
  if (Object.keys(conditions).length === 0)
    throw new ConfigError(
      'Give at least one of --application, --tag, --event-id-prefix, --text and --before.',
    );
  return conditions;
}

/** @throws ConfigError where nobody can be asked */
async function agrees({ confirm }: CliContext, plan: readonly string[]): Promise<boolean> {
  if (confirm) return confirm(plan, 'Erase their content for good? [y/N] ');
  throw new ConfigError(
    `${plan[0]} Without a terminal, add --yes to erase their content for good, or --dry-run to only count.`,
  );
}

async function follow(
  server: Instance,
  begun: BackgroundTaskOut,
  { clock, signal, progress }: CliContext,
): Promise<BackgroundTaskOut> {
  let task = begun;
  while (task.status === 'running') {
    await clock.sleep(LOOK_EVERY_MS, signal);
    if (signal.aborted) throw new CliError(EXIT.interrupted, `Stopped following. ${begun.id} continues.`);
    task = await server.ask('GET /background-task/{task}', { path: { task: begun.id } });
    progress(`${Number(task.data.messages ?? 0)} erased ...`);
  }
  return task;
}

function receipt(task: BackgroundTaskOut, { host }: Instance): Outcome {
  const done = task.data as BackgroundTaskOut['data'] & Partial<Counts>;
  const { messages = 0, attempts = 0, waiting = 0, backups = [], elsewhere = [], error, stopped } = done;
  const isDone = task.status === 'finished' && !stopped;
  const counts = { messages, attempts, waiting, backups, elsewhere };
  return {
    exitCode: isDone ? EXIT.done : EXIT.no,
    json: { dryRun: false, erased: isDone, ...task },
    lines: [
      isDone
        ? `Erased the content of ${countsOf(counts)} on ${host}.`
        : `Not finished${error ? `: ${error}` : ''} Erased so far: ${countsOf(counts)}.`,
      ...leftOf(counts, 'Still in'),
    ],
  };
}

function countsOf({ messages, attempts, waiting }: Counts): string {
  const canceled = waiting === 0 ? '' : `, ${count(waiting, 'waiting delivery', 'waiting deliveries')}`;
  return `${count(messages, 'message')} with ${count(attempts, 'attempt')}${canceled}`;
}

/** Where else the data is: settings in use and backups are not changed. */
function leftOf({ backups, elsewhere }: Counts, isIn: 'Also in' | 'Still in'): readonly string[] {
  return [
    ...elsewhere.map(({ table, column, rows }) => `${isIn} ${table}.${column}: ${count(rows, 'row')}.`),
    ...backups.map((path) => `${isIn} the backup ${path}`),
  ];
}

function notPosthorn(server: Instance): CliError {
  return new CliError(EXIT.unreachable, `${server.host} responds, but not like Posthorn.`);
}
