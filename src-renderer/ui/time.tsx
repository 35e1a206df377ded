import { useEffect, useState } from 'react';
import { UI_LABELS, type UiLabels, useUiLabels } from './ui-labels';

const ENGLISH = { locale: UI_LABELS.locale, now: UI_LABELS.now };
/** The time formats of each language, created once because creating one is slow. */
const formats = new Map<
  string,
  { readonly relative: Intl.RelativeTimeFormat; readonly absolute: Intl.DateTimeFormat }
>();
function formatsOf(locale: string) {
  const known = formats.get(locale) ?? {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    absolute: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }),
  };
  formats.set(locale, known);
  return known;
}
const clockTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

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
  const { relative } = formatsOf(locale);
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
  /** `relative` updates itself while shown; `clock` has milliseconds, for lists of recent events. */
  readonly as?: 'relative' | 'clock';
}

/** A moment, with date, time and zone on hover. */
export function Time({ at, as = 'relative' }: TimeProps) {
  const labels = useUiLabels();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (as !== 'relative') return;
    const timer = setInterval(() => setNowMs(Date.now()), 5000);
    return () => clearInterval(timer);
  }, [as]);
  const moment = new Date(at);
  const text = as === 'clock' ? clockTime.format(moment) : relativeTime(moment.getTime(), nowMs, labels);
  return (
    <time dateTime={at} title={formatsOf(labels.locale).absolute.format(moment)}>
      {text}
    </time>
  );
}
