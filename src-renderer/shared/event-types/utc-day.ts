/** A day in words. In UTC, in which the sender sets it, so that all customers read the same day. */
export function utcDay(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
}
