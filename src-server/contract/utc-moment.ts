import { exactTime } from './local-time';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const UTC_MOMENT = /\b\d{1,2} [A-Z][a-z]{2} \d{4} at \d\d:\d\d:\d\d UTC\b/g;

/** `21 Nov 2026 at 01:20:33 UTC`, the same on every machine. @param epochMs milliseconds since 1970 */
export function utcMoment(epochMs: number): string {
  const moment = new Date(epochMs);
  const day = `${moment.getUTCDate()} ${MONTHS[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`;
  return `${day} at ${moment.toISOString().slice(11, 19)} UTC`;
}

/** A sentence of the server with its moments in the zone of who reads it. */
export function withLocalTimes(sentence: string): string {
  return sentence.replace(UTC_MOMENT, (moment) => exactTime(Date.parse(moment.replace(' at ', ' '))));
}
