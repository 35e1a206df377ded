const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far back a replay may go, in milliseconds. */
export const LONGEST_REPLAY_SPAN_MS = 14 * DAY_MS;

/** The start of the range of past messages that are sent again. */
export const REPLAY_SPANS = [
  { value: '8h', label: '8 hours', ms: 8 * HOUR_MS },
  { value: '1d', label: 'Yesterday', ms: DAY_MS },
  { value: '3d', label: '3 days', ms: 3 * DAY_MS },
  { value: '7d', label: 'Last week', ms: 7 * DAY_MS },
  { value: '14d', label: '2 weeks', ms: LONGEST_REPLAY_SPAN_MS },
] as const;

/** One of those spans. */
export type ReplaySpan = (typeof REPLAY_SPANS)[number]['value'];

/** The start of a span that ends now, as the API takes it. */
export function startOfSpan(name: ReplaySpan, nowMs: number): string {
  const { ms } = REPLAY_SPANS.find(({ value }) => value === name) ?? REPLAY_SPANS[0];
  return new Date(nowMs - ms).toISOString();
}
