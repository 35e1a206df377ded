import { listedTime, localTime } from '../../../../src-server/contract/local-time';
import { type AttemptFilter, rangeOf, SPANS } from '../../data/attempt-log/attempt-filter';
import { agoMs } from '../../data/attempt-log/time-text';

const MINUTE_MS = 60_000;
const UNITS = { m: 'min', h: 'h', d: 'd' } as const;

/** A span of time in words, with both ends where it has two: "10:00 – 10:05", "Last hour, since 11:00". */
export function spanLabel(span: Pick<AttemptFilter, 'since' | 'until'>, nowMs: number): string {
  const { since, until } = span;
  const { sinceMs, untilMs } = rangeOf(span, nowMs);
  if (agoMs(since) !== null && sinceMs !== null) {
    const name = SPANS.find(({ value }) => value === since)?.label ?? lastLabel(since);
    return `${name}, since ${localTime(sinceMs, nowMs)}`;
  }
  const moment = (ms: number) => (ms % MINUTE_MS === 0 ? localTime(ms, nowMs) : listedTime(ms, nowMs));
  if (sinceMs === null) return untilMs === null ? since || until : `until ${moment(untilMs)}`;
  if (untilMs === null) return `since ${moment(sinceMs)}`;
  const isOneDay = new Date(sinceMs).toDateString() === new Date(untilMs).toDateString();
  const end = isOneDay ? listedClock(untilMs) : moment(untilMs);
  return `${moment(sinceMs)} – ${end}`;
}

function listedClock(ms: number): string {
  return ms % MINUTE_MS === 0 ? localTime(ms, ms) : listedTime(ms, ms);
}

/** "Last 2 h" of `2h`. */
function lastLabel(since: string): string {
  return `Last ${Number.parseInt(since, 10)} ${UNITS[since.slice(-1) as keyof typeof UNITS]}`;
}
