/** A span of time as the address has it: RFC 3339, or how long until now (`2h`) in `since`. Empty text: no bound. */
export interface TypedSpan {
  readonly since: string;
  readonly until: string;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNITS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS } as const;
const AGO = /^(\d{1,4})([mhd])$/;
const LAST =
  /^(?:(?:the )?(?:last|past) )?(\d{1,4})? ?(m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?: ago)?$/;
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2})(?:\.\d+)?)? ?(am|pm)?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** How long `since` reaches back, in ms; null: it is no such text. */
export function agoMs(since: string): number | null {
  const [, count = '', unit = ''] = AGO.exec(since) ?? [];
  return count === '' ? null : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/**
 * A time as people type it: "10:03" (that minute), "today 10:00-10:05", "yesterday", "3 Nov 14:00 to 15:30", "last 2 h",
 * "since 9:00". Local time; without a day it is the latest such time that has begun. A reversed span is turned.
 * @returns null: it cannot be read
 */
export function readTimeText(text: string, nowMs: number): TypedSpan | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[–—]/g, '-')
    .replace(/,/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^at /, '');
  const last = readLast(typed);
  if (last !== null) return { since: last, until: '' };
  const [, open, rest] = /^(since|from|after|until|till|before) (.+)$/.exec(typed) ?? [];
  if (open && rest && !splitSpan(rest)) {
    const moment = readMoment(rest, nowMs, null);
    if (!moment) return null;
    const isStart = /^(?:since|from|after)$/.test(open);
    return { since: isStart ? iso(moment.fromMs) : '', until: isStart ? '' : iso(moment.fromMs) };
  }
  const ends = splitSpan(open === 'from' && rest ? rest : typed);
  if (!ends) {
    const moment = readMoment(typed, nowMs, null);
    return moment && { since: iso(moment.fromMs), until: iso(moment.toMs) };
  }
  const first = readMoment(ends[0], nowMs, null);
  const second = first && readMoment(ends[1], nowMs, first.dayMs);
  if (!first || !second) return null;
  // A whole day, or the same minute twice, includes its end.
  const endMs = (moment: Moment) => (moment.isDay ? moment.toMs : moment.fromMs);
  const [from, to] = first.fromMs <= second.fromMs ? [first, second] : [second, first];
  return { since: iso(from.fromMs), until: iso(Math.max(endMs(to), from === to ? to.toMs : endMs(to))) };
}

interface Moment {
  readonly fromMs: number;
  /** The end of the day, minute or second that was meant. */
  readonly toMs: number;
  /** The beginning of its day. */
  readonly dayMs: number;
  readonly isDay: boolean;
}

function readLast(typed: string): string | null {
  const [matched, count, unit = ''] = LAST.exec(typed) ?? [];
  if (matched === undefined || (count === undefined && !/^(?:the )?(?:last|past) /.test(typed))) return null;
  const number = Number(count ?? 1) * (unit.startsWith('w') ? 7 : 1);
  return number > 0 ? `${number}${unit.startsWith('w') ? 'd' : unit[0]}` : null;
}

/** "10:00-10:05" and "10:00 to 10:05" into their ends; null: it is one moment. */
function splitSpan(typed: string): readonly [string, string] | null {
  const parts = typed.split(/ (?:to|until|till|-) |(?<=:\d{2}(?: ?[ap]m)?)-| - /);
  const [first, second] = parts;
  return parts.length === 2 && first && second ? [first, second] : null;
}

/** @param sameDayMs the day that is meant where the text has none; null: the latest on which it has begun */
function readMoment(typed: string, nowMs: number, sameDayMs: number | null): Moment | null {
  const exact = /^\d{4}-\d\d-\d\dt/.test(typed) ? Date.parse(typed.toUpperCase()) : Number.NaN;
  if (!Number.isNaN(exact)) return { ...dayOf(exact), fromMs: exact, toMs: exact + SECOND_MS, isDay: false };
  const { day, clock } = splitDay(typed);
  const time = clock === '' ? null : readClock(clock);
  if (time === undefined) return null;
  const given = day === '' ? sameDayMs : readDay(day, nowMs);
  if (given === undefined) return null;
  if (!time)
    return given === null ? null : { ...dayOf(given), fromMs: given, toMs: nextDay(given), isDay: true };
  let dayMs = given ?? dayOf(nowMs).dayMs;
  if (given === null && at(dayMs, time.ms) > nowMs) dayMs = nextDay(dayMs, -1);
  const fromMs = at(dayMs, time.ms);
  return { fromMs, toMs: fromMs + time.lengthMs, dayMs, isDay: false };
}

function splitDay(typed: string): { readonly day: string; readonly clock: string } {
  const [, day = '', clock = ''] =
    /^(.*?) ?((?:at )?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?|(?:at )?\d{1,2} ?[ap]m)?$/.exec(typed) ??
    [];
  return { day: day.trim(), clock: clock.replace(/^at /, '') };
}

/** Undefined: it is no time of day. */
function readClock(text: string): { readonly ms: number; readonly lengthMs: number } | undefined {
  const [matched, hour = '', minute = '0', second, half] = CLOCK.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (hours > (half ? 12 : 23) || minutes > 59 || seconds > 59) return undefined;
  const ofDay = half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  return {
    ms: ((ofDay * 60 + minutes) * 60 + seconds) * SECOND_MS,
    lengthMs: second === undefined ? MINUTE_MS : SECOND_MS,
  };
}

/** The beginning of a day. Undefined: it is no day. */
function readDay(text: string, nowMs: number): number | undefined {
  const { dayMs } = dayOf(nowMs);
  if (text === 'today') return dayMs;
  if (text === 'yesterday') return nextDay(dayMs, -1);
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year) return dayFrom(Number(year), Number(month) - 1, Number(date));
  const [, first, name = first, last = first, of] =
    /^(?:(\d{1,2})\.? )?([a-z]{3,9})\.?(?: (\d{1,2}))?(?: (\d{4}))?$/.exec(text) ?? [];
  const index = MONTHS.indexOf((name ?? '').slice(0, 3));
  if (index < 0 || last === undefined) return undefined;
  const thisYear = new Date(nowMs).getFullYear();
  const found = dayFrom(Number(of ?? thisYear), index, Number(last));
  // Nothing was sent in the future.
  return found !== undefined && of === undefined && found > nowMs
    ? dayFrom(thisYear - 1, index, Number(last))
    : found;
}

/** Undefined: the month has no such day. */
function dayFrom(year: number, month: number, date: number): number | undefined {
  const day = new Date(year, month, date);
  return day.getMonth() === month && day.getDate() === date ? day.getTime() : undefined;
}

function dayOf(ms: number): Pick<Moment, 'dayMs'> {
  return { dayMs: new Date(ms).setHours(0, 0, 0, 0) };
}

/** Days differ in length where the clocks change. */
function nextDay(dayMs: number, by = 1): number {
  const day = new Date(dayMs);
  return day.setDate(day.getDate() + by);
}

/** A time of a day, as its clocks show it. */
function at(dayMs: number, ofDayMs: number): number {
  const day = new Date(dayMs);
  return day.setHours(0, 0, 0, ofDayMs);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
