import { useEffect, useReducer } from 'react';
import { exactTime, listedTime, localTime } from '../../src-server/contract/local-time';
import { UI_LABELS, type UiLabels, useUiLabels } from './ui-labels';

const ENGLISH = { locale: UI_LABELS.locale, now: UI_LABELS.now };
/** Those of each language, created once because creating one is slow. */
const formats = new Map<string, Intl.RelativeTimeFormat>();
function relativeOf(locale: string): Intl.RelativeTimeFormat {
  const known = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  formats.set(locale, known);
  return known;
}
const CLOCK = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
} as const;
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(locale: string): Intl.DateTimeFormat {
  const known = clocks.get(locale) ?? new Intl.DateTimeFormat(locale, CLOCK);
  clocks.set(locale, known);
  return known;
}

const REDRAWN_EVERY_MS = 5000;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
];

/** Time since or until a moment, in words: "3 minutes ago", "in 5 seconds". */
export function relativeTime(
  epochMs: number,
  nowMs: number,
  { locale, now }: Pick<UiLabels, 'locale' | 'now'> = ENGLISH,
): string {
  const relative = relativeOf(locale);
  let amount = Math.round((epochMs - nowMs) / 1000);
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return amount === 0 ? now : relative.format(amount, unit);
    amount = Math.round(amount / size);
  }
  return relative.format(amount, 'year');
}

interface TimeProps {
  /** RFC 3339. */
  readonly at: string;
  /**
   * `relative` updates itself while shown, and is never ahead: what has happened is past, whatever the clock here says.
   * `ahead` may be. `since` is what follows that word: the clock time, with the day if that is not today. `clock` has
   * milliseconds, for lists of recent events. `listed` has seconds, and the day if that is not today.
   */
  readonly as?: 'relative' | 'ahead' | 'since' | 'clock' | 'listed';
}

/** A moment, with date, time and zone on hover, and with the relative time where a clock time is shown. */
export function Time({ at, as = 'relative' }: TimeProps) {
  const labels = useUiLabels();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (as === 'clock' || as === 'listed') return;
    const timer = setInterval(redraw, REDRAWN_EVERY_MS);
    return () => clearInterval(timer);
  }, [as]);
  const atMs = Date.parse(at);
  // Not the time of the last redraw: what is new since then would be ahead.
  const nowMs = Date.now();
  const shownMs = as === 'ahead' ? atMs : Math.min(atMs, nowMs);
  const text = {
    relative: () => relativeTime(shownMs, nowMs, labels),
    ahead: () => relativeTime(shownMs, nowMs, labels),
    since: () => localTime(atMs, nowMs, labels.locale),
    clock: () => clockOf(labels.locale).format(atMs),
    listed: () => listedTime(atMs, nowMs, labels.locale),
  }[as]();
  const exact = exactTime(atMs, labels.locale);
  // It is as old as the last drawing; a pointer that rests on it asks again.
  const hover = () =>
    as === 'listed' || as === 'clock' ? `${relativeTime(shownMs, Date.now(), labels)}, ${exact}` : exact;
  return (
    <time
      dateTime={at}
      title={hover()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = hover();
      }}
    >
      {text}
    </time>
  );
}
