const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far back a replay may go, in milliseconds. */
export const LONGEST_REPLAY_SPAN_MS = 14 * DAY_MS;

/** The start of the range of past messages that are sent again; the longest is open, as far as the server searches. */
export const REPLAY_SPANS = [
  { value: '8h', ms: 8 * HOUR_MS },
  { value: '1d', ms: DAY_MS },
  { value: '3d', ms: 3 * DAY_MS },
  { value: '7d', ms: 7 * DAY_MS },
  { value: '14d', ms: null },
] as const;

/** One of those spans. */
export type ReplaySpan = (typeof REPLAY_SPANS)[number]['value'];

/** The start of a span that ends now, as the API takes it. Null: open. */
export function startOfSpan(name: ReplaySpan, nowMs: number): string | null {
  const ms = REPLAY_SPANS.find(({ value }) => value === name)?.ms ?? null;
  return ms === null ? null : new Date(nowMs - ms).toISOString();
}
