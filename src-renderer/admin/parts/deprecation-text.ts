const dayFormat = (dateStyle: 'long' | 'medium') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone: 'UTC' });
const days = dayFormat('long');
const shortDays = dayFormat('medium');

/** What is known of a deprecation. */
interface Deprecation {
  readonly deprecatedAt?: string | null | undefined;
  readonly sunsetAt?: string | null | undefined;
  readonly replacedBy?: string | null | undefined;
}

/**
 * "deprecated since 1 May 2026, supported until 31 January 2027, replaced by new.one", as far as it is known. Days are those
 * of UTC, in which they are set.
 */
export function deprecationText({ deprecatedAt, sunsetAt, replacedBy }: Deprecation): string {
  const day = (at: string) => days.format(new Date(at));
  return [
    `deprecated${deprecatedAt ? ` since ${day(deprecatedAt)}` : ''}`,
    sunsetAt && `supported until ${day(sunsetAt)}`,
    replacedBy && `replaced by ${replacedBy}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a row has room for: "supported until 31 Jan 2027", or "deprecated" without a date. */
export function shortDeprecationText({ sunsetAt }: Pick<Deprecation, 'sunsetAt'>): string {
  return sunsetAt ? `supported until ${shortDays.format(new Date(sunsetAt))}` : 'deprecated';
}
