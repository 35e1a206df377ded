import { toIsoTime } from '../base/clock';
import { ConfigError } from '../config';
import { LONGEST_REPLAY_MS, type ReplayTaskOut } from '../contract/replay';
import { REPLAY_SCOPES, type ReplayScope } from '../contract/replay-scopes';
import type { Command, Outcome } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';
import { beginAgain, type CountedCall, countAgain, followTasks, queuedBy } from './send-again';
import { count, table } from './table';

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Five minutes less than the server allows: its clock may be another. */
const EARLIEST_MS = LONGEST_REPLAY_MS - 300_000;

export const retryCommand: Command = {
  name: 'retry',
  usage: '--application APP [--endpoint ENDPOINT] [--message ID] [--scope SCOPES] [--dry-run]',
  summary: 'Sends messages again, after an outage for example.',
  about: `Sends messages of an application again, within the limits of its endpoints. The scopes are waiting (for a retry, which happens now), given-up, never-sent and delivered; the default is waiting,given-up. Follows the tasks until everything is queued, and prints a receipt. Exit code 1: something failed, or an endpoint with messages in scope is disabled.`,
  options: {
    application: { type: 'string', value: 'APP', help: 'Its id or uid.' },
    endpoint: {
      type: 'string',
      multiple: true,
      value: 'ENDPOINT',
      help: 'The id or uid of an endpoint. Default: all of the application.',
    },
    message: { type: 'string', multiple: true, value: 'ID', help: 'Only this message, however old it is.' },
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPES',
      help: 'waiting, given-up, never-sent, delivered; separated by commas.',
    },
    since: {
      type: 'string',
      value: 'TIME',
      help: 'Messages accepted since then: a time (RFC 3339), or how long ago, like 90m, 8h or 3d. Default: 14 days, and waiting messages of any age.',
    },
    until: { type: 'string', value: 'TIME', help: 'Messages accepted until then. Default: now.' },
    type: { type: 'string', multiple: true, value: 'TYPE', help: 'Only this event type.' },
    'dry-run': { type: 'boolean', help: 'Only counts.' },
  },
  examples: [
    'posthorn retry --application ada',
    'posthorn retry --application ada --endpoint ep_2mF --scope waiting,given-up,never-sent --since 8h --dry-run',
  ],
  positionals: [0, 0],
  asks: 'instance',
  async run({ text, list, has, context, instance }) {
    const app = text('application');
    if (!app) throw new ConfigError('Name the application with --application.');
    const scopes = scopesOf(list('scope'));
    const now = context.clock.now();
    const since = timeOf('since', text('since'), now);
    const until = timeOf('until', text('until'), now);
    const messageIds = list('message');
    const choice = {
      ...(list('type').length > 0 ? { eventTypes: [...list('type')] } : {}),
      ...(messageIds.length > 0 ? { messageIds: [...messageIds] } : {}),
      ...(until === null ? {} : { until }),
    };
    const isNamed = messageIds.length > 0;
    const openFrom = isNamed ? 0 : (until === null ? now : Date.parse(until)) - EARLIEST_MS;
    const earliest = since ?? toIsoTime(openFrom);
    const server = await instance();
    const counted: CountedCall[] = [];
    for (const endpoint of await endpointsOf(server, app, list('endpoint'))) {
      for (const scope of scopes) {
        context.progress(`Counting at ${endpoint.url} ...`);
        counted.push(await countAgain(server, { scope, app, endpoint, choice, since, earliest }));
      }
    }
    const found = counted.filter(({ estimate }) => estimate.messages > 0);
    if (has('dry-run')) return estimated(found);
    const wanted = found.filter(({ estimate }) => estimate.held !== 'disabled');
    const begun: ReplayTaskOut[] = [];
    for (const call of wanted) begun.push(await beginAgain(server, call));
    return receipt(found, wanted, await followTasks(server, begun, context));
  },
};

/** @throws ConfigError for an unknown scope */
function scopesOf(given: readonly string[]): readonly ReplayScope[] {
  const names = given.flatMap((list) => list.split(',')).map((name) => name.trim());
  if (names.length === 0) return ['waiting', 'given-up'];
  const unknown = names.find((name) => !REPLAY_SCOPES.some((scope) => scope === name));
  if (unknown !== undefined) {
    throw new ConfigError(`--scope is one or more of ${REPLAY_SCOPES.join(', ')}, not "${unknown}".`);
  }
  return REPLAY_SCOPES.filter((scope) => names.includes(scope));
}

/**
 * A time as the API takes it. Null: none was given.
 * @throws ConfigError for what is none
 */
function timeOf(option: string, text: string | undefined, now: number): string | null {
  if (text === undefined) return null;
  const [, amount, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = amount === undefined ? Date.parse(text) : now - Number(amount) * (UNITS_MS[unit] ?? 0);
  if (Number.isNaN(ms) || ms < 0) {
    throw new ConfigError(`--${option} is a time like 2026-01-31T08:00:00Z, or how long ago, like 8h.`);
  }
  return toIsoTime(ms);
}

async function endpointsOf(server: Instance, app: string, named: readonly string[]) {
  if (named.length === 0) return server.listAll('GET /app/{app}/endpoint', { path: { app } });
  return Promise.all(
    named.map((endpoint) => server.ask('GET /app/{app}/endpoint/{endpoint}', { path: { app, endpoint } })),
  );
}

/** What would be sent, for `--dry-run`. */
function estimated(found: readonly CountedCall[]): Outcome {
  const messages = found
    .filter(({ estimate }) => estimate.held !== 'disabled')
    .reduce((total, { estimate }) => total + estimate.messages, 0);
  const rows = found.map(({ scope, endpoint, estimate }) => [
    endpoint.url,
    scope,
    String(estimate.messages),
    estimate.held ??
      (estimate.estimatedSeconds === null
        ? 'no limit'
        : `about ${count(estimate.estimatedSeconds, 'second')}`),
  ]);
  return {
    json: {
      dryRun: true,
      messages,
      endpoints: found.map(({ scope, endpoint, estimate }) => ({
        endpointId: endpoint.id,
        scope,
        ...estimate,
      })),
    },
    lines: [...table(rows), `${count(messages, 'message')} would be queued.`],
  };
}

function receipt(
  found: readonly CountedCall[],
  wanted: readonly CountedCall[],
  tasks: readonly ReplayTaskOut[],
): Outcome {
  const disabled = found.filter((call) => !wanted.includes(call));
  const isDone = tasks.every(({ status, data }) => status === 'finished' && !data.stopped);
  const rows = tasks.map(({ status, data }, n) => [
    wanted[n]?.endpoint.url ?? '',
    wanted[n]?.scope ?? '',
    `${data.queued ?? 0} of ${data.found ?? 0}`,
    data.error ?? (data.stopped ? 'stopped' : status),
  ]);
  const left = disabled.map(({ endpoint, scope, estimate }) => [
    endpoint.url,
    scope,
    `0 of ${estimate.messages}`,
    'disabled: enable the endpoint first',
  ]);
  return {
    exitCode: isDone && disabled.length === 0 ? EXIT.done : EXIT.no,
    json: {
      messages: queuedBy(tasks),
      tasks,
      disabled: disabled.map(({ endpoint, scope, estimate }) => ({
        endpointId: endpoint.id,
        scope,
        messages: estimate.messages,
      })),
    },
    lines: [...table([...rows, ...left]), `${count(queuedBy(tasks), 'message')} queued.`],
  };
}
