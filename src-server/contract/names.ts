/** What a name may look like, and how names form groups. Pure; shared by server and pages. */

/**
 * Event type names, group names, feature flags, uids and event ids: letters, digits, hyphen, underscore, period. Neither
 * `.` nor `..`: in a path, every URL parser takes them for the folder itself and the one above it, so that a request
 * would reach something else. Without a lookahead, which some languages lack.
 */
export const NAME_PATTERN = '^(\\.{0,2}[a-zA-Z0-9\\-_]|\\.{3})[a-zA-Z0-9\\-_.]*$';
/** Longest event type name, group name, feature flag or uid, in characters. */
export const NAME_MAX_LENGTH = 256;
/** The schema of such a name. */
export const nameSchema = (description: string) =>
  ({ type: 'string', minLength: 1, maxLength: NAME_MAX_LENGTH, pattern: NAME_PATTERN, description }) as const;
/** Everything but the control characters U+0000 to U+0008, which no text field may hold. */
export const TEXT_PATTERN = '^[^\\u0000-\\u0008]*$';
/** Longest description of an event type or endpoint, in characters. */
export const DESCRIPTION_MAX_LENGTH = 20_000;
/** Smallest and largest rate limit, in messages per second. */
export const RATE_LIMIT_MIN = 1;
export const RATE_LIMIT_MAX = 65_535;

const nameExpression = new RegExp(NAME_PATTERN);

/** True if `name` can be an event type name, a group name, a feature flag, a uid or an event id. */
export function isValidName(name: string): boolean {
  // `$` also matches before a final line break in some engines; ECMAScript's does not, and neither do we.
  return name.length > 0 && name.length <= NAME_MAX_LENGTH && nameExpression.test(name);
}

/**
 * The group an event type is shown under: its own group name, otherwise the part of the name before the first period,
 * otherwise null (shown under "Other").
 */
export function groupOf(eventType: { name: string; groupName?: string | null | undefined }): string | null {
  if (eventType.groupName) return eventType.groupName;
  const period = eventType.name.indexOf('.');
  return period > 0 ? eventType.name.slice(0, period) : null;
}
