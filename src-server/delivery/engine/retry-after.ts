/**
 * Reads a Retry-After header as RFC 9110 defines it: digits alone are seconds, and a date has one of HTTP's three
 * formats. A sign, a fraction or any other date is ignored rather than guessed at: `Date.parse` would take `-99999` for
 * a year.
 *
 * @param value as received. Null: there was none
 * @param now milliseconds since 1970
 * @returns the wait in milliseconds from `now`, 0 for a time in the past. Null: there is nothing to honor
 */
export function parseRetryAfter(value: string | null, now: number): number | null {
  const text = value?.replace(/^[ \t]+|[ \t]+$/g, '') ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = parseHttpDate(text, now);
  return date === null ? null : Math.max(0, date - now);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const WHOLE_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const TIME = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';

/** `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`. */
const FORMATS = [
  new RegExp(`^${DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${WHOLE_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>\\d\\d| \\d) ${TIME} (?<year>\\d{4})$`),
];

/** Milliseconds since 1970. Null: it is not an HTTP-date, or names a day that does not exist. */
function parseHttpDate(text: string, now: number): number | null {
  const parts = FORMATS.map((format) => format.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const { month = '', day, year = '', hour, minute, second } = parts;
  const midnight = new Date(0);
  midnight.setUTCFullYear(fullYear(year, now), MONTHS.indexOf(month), Number(day));
  if (midnight.getUTCDate() !== Number(day)) return null;
  return midnight.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
}

/** A two-digit year more than fifty years ahead means the century before, as RFC 9110 requires. */
function fullYear(year: string, now: number): number {
  if (year.length > 2) return Number(year);
  const thisYear = new Date(now).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury;
}
