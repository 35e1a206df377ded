import type { ReplayEstimateOut, ReplayTaskOut } from '../../../src-server/contract/replay';
import { REPLAY_OPERATIONS } from '../../../src-server/contract/replay-scopes';
import type { ApiClient } from '../../api/api-client';
import { ApiFailure } from '../../api/api-failure';
import type { ReplayCall } from './replay-choice';

/** What a replay would do; nothing is queued. */
export async function estimateReplay(
  api: ApiClient,
  call: ReplayCall,
  signal: AbortSignal,
): Promise<ReplayEstimateOut> {
  const counted = await send(api, call, true, signal);
  if ('messages' in counted) return counted;
  throw new ApiFailure(0, 'unexpected_answer', 'The replay was started instead of counted.');
}

/** What became of several starts. */
export interface BegunReplays {
  /** In the order of the calls; null for one that was refused. */
  readonly tasks: readonly (ReplayTaskOut | null)[];
  /** The first refusal. Null: there was none. */
  readonly failure: unknown;
}

/**
 * Starts replays; their tasks report the progress. One that is refused does not hide those that have started: whoever
 * tried again would send their messages twice.
 * @throws what the first was refused for, if all were
 */
export async function beginReplays(api: ApiClient, calls: readonly ReplayCall[]): Promise<BegunReplays> {
  const results = await Promise.allSettled(calls.map((call) => beginReplay(api, call)));
  const tasks = results.map((result) => (result.status === 'fulfilled' ? result.value : null));
  const failure = results.find((result) => result.status === 'rejected')?.reason ?? null;
  if (failure !== null && tasks.every((task) => task === null)) throw failure;
  return { tasks, failure };
}

async function beginReplay(api: ApiClient, call: ReplayCall): Promise<ReplayTaskOut> {
  const begun = await send(api, call, false);
  if ('data' in begun) return begun;
  throw new ApiFailure(0, 'unexpected_answer', 'The replay was counted instead of started.');
}

function send(api: ApiClient, { scope, path, body }: ReplayCall, dryRun: boolean, signal?: AbortSignal) {
  if (scope === 'waiting')
    return api.call(REPLAY_OPERATIONS[scope], { path, body: { ...body, dryRun } }, signal);
  const since = body.since ?? new Date(0).toISOString();
  if (scope !== 'delivered') {
    return api.call(REPLAY_OPERATIONS[scope], { path, body: { ...body, since, dryRun } }, signal);
  }
  return api.call(REPLAY_OPERATIONS[scope], { path, body: { ...body, since, dryRun, status: 0 } }, signal);
}
