import { RATE_LIMIT_MAX, RATE_LIMIT_MIN } from '../../../src-server/contract/names';

/** A rate limit as typed: empty text means none. */
type RateLimitText = string;

/**
 * Parses the text: messages per second, null for none, or undefined if it is neither.
 * @param highest the highest limit allowed
 */
export function parseRateLimit(text: RateLimitText, highest = RATE_LIMIT_MAX): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!/^\d{1,5}$/.test(trimmed)) return undefined;
  const rate = Number(trimmed);
  return rate >= RATE_LIMIT_MIN && rate <= highest ? rate : undefined;
}

/** What to say about an invalid limit. */
export const RATE_LIMIT_RULE = `Enter a whole number from ${RATE_LIMIT_MIN} to ${RATE_LIMIT_MAX}.`;

/** The limit that really applies to an endpoint and where it comes from, in words. */
export function effectiveLimit(
  own: number | null,
  application: { readonly name: string; readonly rateLimit: number | null } | undefined,
): string {
  if (own !== null) return `${own}/s, own limit`;
  if (!application) return 'from the application';
  if (application.rateLimit === null) return 'no rate limit';
  return `${application.rateLimit}/s, from ${application.name}`;
}
