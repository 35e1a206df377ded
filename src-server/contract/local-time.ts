interface Formats {
  readonly clock: Intl.DateTimeFormat;
  readonly second: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
  readonly year: Intl.DateTimeFormat;
  readonly exact: Intl.DateTimeFormat;
}

/** British as far as it shows: English with the day before the month and hours from 0 to 23. */
const ENGLISH = 'en-GB';
/** Those of each language, created once because creating one is slow. */
const formats = new Map<string, Formats>();

function formatsOf(locale: string): Formats {
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const day = { day: 'numeric', month: 'short', ...clock } as const;
  const known = formats.get(locale) ?? {
    clock: new Intl.DateTimeFormat(locale, clock),
    second: new Intl.DateTimeFormat(locale, { ...clock, second: '2-digit' }),
    day: new Intl.DateTimeFormat(locale, day),
    year: new Intl.DateTimeFormat(locale, { ...day, year: 'numeric' }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }),
  };
  formats.set(locale, known);
  return known;
}

/** The clock time of a moment in the zone of who reads it, with the day if that is not today, and the year if not this one. */
export function localTime(atMs: number, nowMs: number, locale = ENGLISH): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const { clock, day, year } = formatsOf(locale);
  if (at.toDateString() === now.toDateString()) return clock.format(at);
  return (at.getFullYear() === now.getFullYear() ? day : year).format(at);
}

/** The same for lists: to the second today, to the minute before. */
export function listedTime(atMs: number, nowMs: number, locale = ENGLISH): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return isToday ? formatsOf(locale).second.format(atMs) : localTime(atMs, nowMs, locale);
}

/** The same to the second, always with the day and the name of the zone: for facts that others compare with theirs. */
export function exactTime(atMs: number, locale = ENGLISH): string {
  return formatsOf(locale).exact.format(atMs);
}
