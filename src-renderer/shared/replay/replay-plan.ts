import type { BulkReplayIn, ReplayEstimateOut } from '../../../src-server/contract/replay';
import type { ReplayCall, ReplayKind } from './call-replay';

/** An endpoint that messages are sent to again. */
export interface ReplayTarget {
  readonly appId: string;
  readonly endpointId: string;
  readonly url: string;
  /** Only these messages; absent: all messages of the plan. */
  readonly messageIds?: readonly string[];
}

/** Past messages to send again: which ones, and to whom. Each target is estimated and started separately. */
export interface ReplayPlan {
  readonly kind: ReplayKind;
  readonly targets: readonly ReplayTarget[];
  readonly body: BulkReplayIn;
}

/** The API call for one target; only a bulk replay takes more than a range. */
export function replayCall(
  { kind, body }: ReplayPlan,
  { appId, endpointId, messageIds }: ReplayTarget,
): ReplayCall {
  const { since, until } = body;
  return {
    kind,
    path: { app: appId, endpoint: endpointId },
    body:
      kind === 'bulk-replay'
        ? { ...body, ...(messageIds ? { messageIds } : {}) }
        : { since, ...(until ? { until } : {}) },
  };
}

/** The sum of several estimates. Endpoints are sent to in parallel, so the slowest one determines the duration. */
export function sumOfEstimates(estimates: readonly ReplayEstimateOut[]) {
  const seconds = estimates.filter(({ messages }) => messages > 0).map((one) => one.estimatedSeconds);
  return {
    messages: sum(estimates.map((one) => one.messages)),
    contentRemoved: sum(estimates.map((one) => one.skipped.contentRemoved)),
    alreadyWaiting: sum(estimates.map((one) => one.skipped.alreadyWaiting)),
    /** When the oldest and the newest of the messages were accepted; null: there are none. */
    oldest: estimates.flatMap(({ oldest }) => oldest ?? []).sort()[0] ?? null,
    newest:
      estimates
        .flatMap(({ newest }) => newest ?? [])
        .sort()
        .at(-1) ?? null,
    /** Null: there is no limit, or an endpoint is paused. */
    seconds: seconds.includes(null) ? null : Math.max(0, ...(seconds as number[])),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
