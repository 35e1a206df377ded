import type { RetryNowIn } from '../../../src-server/contract/replay';
import type { ReplayScope } from '../../../src-server/contract/replay-scopes';
import { LONGEST_REPLAY_SPAN_MS } from './replay-spans';

/** An endpoint that messages are sent to again. */
export interface ReplayTarget {
  readonly appId: string;
  readonly endpointId: string;
  readonly url: string;
  /** Only these messages; absent: all that the choice means. */
  readonly messageIds?: readonly string[];
}

/** Among which past messages to choose, and whom to send them to. Each scope is counted and started separately. */
export interface ReplayChoice {
  readonly targets: readonly ReplayTarget[];
  /** When the messages were accepted (RFC 3339). Null: as early as possible. */
  readonly since: string | null;
  /** Null: until now. */
  readonly until: string | null;
  readonly filter: Pick<RetryNowIn, 'eventTypes' | 'statusCodeClass'>;
  /** When this was chosen, in ms since 1970: what an open range is measured from. */
  readonly askedAtMs: number;
}

/** What is sent again, to which endpoint. */
export interface ReplayCall {
  readonly scope: ReplayScope;
  readonly path: { readonly app: string; readonly endpoint: string };
  /** Without `since` only for the scope that needs none. */
  readonly body: RetryNowIn;
}

/** True if a scope can have messages: one that was never sent got no response that a filter could ask for. */
export function isPossible(scope: ReplayScope, { filter }: ReplayChoice): boolean {
  return scope !== 'never-sent' || filter.statusCodeClass == null;
}

/** The API call for one scope at one target. */
export function replayCall(
  choice: ReplayChoice,
  scope: ReplayScope,
  { appId, endpointId, messageIds }: ReplayTarget,
): ReplayCall {
  const { until, filter } = choice;
  const since = messageIds ? new Date(0).toISOString() : sinceOf(choice, scope);
  return {
    scope,
    path: { app: appId, endpoint: endpointId },
    body: {
      ...(since === null ? {} : { since }),
      ...(until === null ? {} : { until }),
      ...(filter.eventTypes ? { eventTypes: filter.eventTypes } : {}),
      ...(filter.statusCodeClass == null ? {} : { statusCodeClass: filter.statusCodeClass }),
      ...(messageIds ? { messageIds: [...messageIds] } : {}),
    },
  };
}

/** What waits is found however old it is; the rest only as far back as the server searches. */
function sinceOf({ since, until, askedAtMs }: ReplayChoice, scope: ReplayScope): string | null {
  if (scope === 'waiting') return since;
  const earliestMs = (until === null ? askedAtMs : Date.parse(until)) - LONGEST_REPLAY_SPAN_MS;
  return new Date(Math.max(earliestMs, since === null ? 0 : Date.parse(since))).toISOString();
}
