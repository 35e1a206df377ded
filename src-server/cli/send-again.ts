import type { BackgroundTaskOut } from '../contract/background-task';
import type { ReplayEstimateOut, ReplayTaskOut, RetryNowIn } from '../contract/replay';
import { REPLAY_OPERATIONS, type ReplayScope } from '../contract/replay-scopes';
import { CliError } from './cli-error';
import type { CliContext } from './command';
import { EXIT } from './exit-code';
import type { Instance } from './instance';

/** One scope at one endpoint. */
export interface AgainCall {
  readonly scope: ReplayScope;
  readonly app: string;
  readonly endpoint: { readonly id: string; readonly url: string };
  readonly choice: Pick<RetryNowIn, 'eventTypes' | 'messageIds' | 'until'>;
  /** Null: whatever waits. The other scopes need a time. */
  readonly since: string | null;
  /** For the other scopes. */
  readonly earliest: string;
}

/** What would be sent, and what not. */
export interface CountedCall extends AgainCall {
  readonly estimate: ReplayEstimateOut;
}

const LOOK_EVERY_MS = 250;

/** Counts, and changes nothing. */
export async function countAgain(server: Instance, call: AgainCall): Promise<CountedCall> {
  const counted = await ask(server, call, true);
  if (!('messages' in counted)) throw notPosthorn(server);
  return { ...call, estimate: counted };
}

/** Starts the task that sends them. */
export async function beginAgain(server: Instance, call: AgainCall): Promise<ReplayTaskOut> {
  const begun = await ask(server, call, false);
  if (!('data' in begun)) throw notPosthorn(server);
  return begun;
}

function ask(
  server: Instance,
  { scope, app, endpoint, choice, since, earliest }: AgainCall,
  dryRun: boolean,
) {
  const path = { app, endpoint: endpoint.id };
  const body = { ...choice, dryRun };
  if (scope === 'waiting') {
    return server.ask(REPLAY_OPERATIONS.waiting, {
      path,
      body: { ...body, ...(since === null ? {} : { since }) },
    });
  }
  if (scope === 'delivered') {
    return server.ask(REPLAY_OPERATIONS.delivered, { path, body: { ...body, since: earliest, status: 0 } });
  }
  return server.ask(REPLAY_OPERATIONS[scope], { path, body: { ...body, since: earliest } });
}

/** Follows tasks until all have ended; shows how many messages they have queued. */
export async function followTasks(
  server: Instance,
  begun: readonly ReplayTaskOut[],
  { clock, signal, progress }: CliContext,
): Promise<readonly ReplayTaskOut[]> {
  let tasks: readonly ReplayTaskOut[] = begun;
  while (tasks.some(({ status }) => status === 'running')) {
    await clock.sleep(LOOK_EVERY_MS, signal);
    if (signal.aborted) throw new CliError(EXIT.interrupted, 'Stopped following. The tasks continue.');
    tasks = await Promise.all(tasks.map((task) => (task.status === 'running' ? look(server, task) : task)));
    progress(`${queuedBy(tasks)} queued ...`);
  }
  return tasks;
}

async function look(server: Instance, { id }: BackgroundTaskOut): Promise<ReplayTaskOut> {
  return server.ask('GET /background-task/{task}', { path: { task: id } });
}

/** How many messages tasks have queued, or whose retries they made due. */
export function queuedBy(tasks: readonly ReplayTaskOut[]): number {
  return tasks.reduce((total, { data }) => total + (data.queued ?? 0), 0);
}

function notPosthorn(server: Instance): CliError {
  return new CliError(EXIT.unreachable, `${server.host} responds, but not like Posthorn.`);
}
