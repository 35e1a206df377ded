import type { BulkReplayIn, ReplayEstimateOut } from '../../../src-server/contract/replay';
import type { HistorySource } from './attempt-history';
import { CODE_CLASSES, isGroup, rangeOf, type TapeFilter } from './tape-filter';

/** Messages of the past to be sent once more: which, and to whom. Each target is asked, and begun, for itself. */
export interface ReplayPlan {
  readonly kind: 'recover' | 'replay-missing' | 'bulk-replay';
  readonly targets: readonly HistorySource[];
  readonly body: BulkReplayIn;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far back a replay may go. */
const LONGEST_MS = 14 * DAY_MS;

export const REPLAY_SPANS = [
  { value: '8h', label: '8 hours', ms: 8 * HOUR_MS },
  { value: '1d', label: 'Yesterday', ms: DAY_MS },
  { value: '3d', label: '3 days', ms: 3 * DAY_MS },
  { value: '7d', label: 'Last week', ms: 7 * DAY_MS },
  { value: '14d', label: '2 weeks', ms: LONGEST_MS },
] as const;

/**
 * The replay of everything that a filter of the tape finds. Null where the server could not find the same: words
 * in a search are only known to the page, and a group that is not in the catalog has no names.
 */
export function planOfFilter(
  filter: TapeFilter,
  targets: readonly HistorySource[],
  typeNames: readonly string[],
  nowMs: number,
): ReplayPlan | null {
  if (filter.q.trim() !== '' || targets.length === 0) return null;
  const eventTypes = namesOf(filter.type, typeNames);
  if (eventTypes?.length === 0) return null;
  const { sinceMs, untilMs } = rangeOf(filter, nowMs);
  return {
    kind: 'bulk-replay',
    targets,
    body: {
      since: new Date(sinceMs ?? (untilMs ?? nowMs) - LONGEST_MS).toISOString(),
      ...(untilMs === null ? {} : { until: new Date(untilMs).toISOString() }),
      eventTypes,
      status: filter.status === 'success' ? 0 : filter.status === 'fail' ? 2 : null,
      statusCodeClass: CODE_CLASSES.find(({ value }) => value === filter.code)?.first ?? null,
    },
  };
}

function namesOf(type: string, typeNames: readonly string[]): string[] | null {
  if (type === '') return null;
  return isGroup(type) ? typeNames.filter((name) => name.startsWith(type.slice(0, -1))) : [type];
}

/** What several estimates come to together. Endpoints are sent to side by side, so the slowest says how long. */
export function sumOfEstimates(estimates: readonly ReplayEstimateOut[]) {
  const seconds = estimates.filter(({ messages }) => messages > 0).map((one) => one.estimatedSeconds);
  return {
    messages: sum(estimates.map((one) => one.messages)),
    contentRemoved: sum(estimates.map((one) => one.skipped.contentRemoved)),
    alreadyWaiting: sum(estimates.map((one) => one.skipped.alreadyWaiting)),
    /** Null: there is no limit, or an endpoint is paused. */
    seconds: seconds.includes(null) ? null : Math.max(0, ...(seconds as number[])),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** "about 6 s", "about 3 min", "about 2 h". */
export function aboutHowLong(seconds: number): string {
  if (seconds < 1) return 'under a second';
  if (seconds < 100) return `about ${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}
