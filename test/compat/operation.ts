import type { Bench } from './bench';
import type { Loose, Version } from './clients';

/** One operation of the API, as the clients call it. */
export interface Operation {
  /** Method and path, as in the table of routes. */
  readonly route: string;
  /** The status of a successful response. */
  readonly status: number;
  /** The methods of each version that call it, several if it has aliases; empty if it has none. */
  readonly methods: Readonly<Record<Version, readonly string[]>>;
  /**
   * Calls the method once with all its arguments, and checks the result.
   * @param call the method
   * @param other any other method of the same client
   */
  run(call: Call, bench: Bench, version: Version, other: Other): Promise<void>;
}

export type Call = (...parameters: readonly unknown[]) => Promise<Loose>;
export type Other = (method: string, ...parameters: readonly unknown[]) => Promise<Loose>;

/** The names of an operation in 1.24, 1.99 and 2.5, with a blank between aliases; `-` for none. */
export function names(oldest: string, last = oldest, newest = last): Operation['methods'] {
  const list = (text: string) => (text === '-' ? [] : text.split(' '));
  return { '1.24': list(oldest), '1.99': list(last), '2.5': list(newest) };
}

// The clients know one or both spellings of a field, and drop unknown fields in both directions.

/** A rate limit to send, in both spellings. */
export const limit = (perSecond: number | null) => ({ rateLimit: perSecond, throttleRate: perSecond });
/** The rate limit of what a client returned. */
export const limitOf = (out: Loose): number | null => out.throttleRate ?? out.rateLimit ?? null;
/** Event types to filter by, in both spellings. */
export const types = (list: readonly string[] | null) => ({ filterTypes: list, eventTypes: list });
/** The filter of what a client returned. */
export const typesOf = (out: Loose): string[] | null => out.eventTypes ?? out.filterTypes ?? null;
/** A feature flag to send, in both spellings. */
export const flag = (name: string | null) => ({ featureFlag: name, featureFlags: name && [name] });
/** The flags of what a client returned. */
export const flagsOf = (out: Loose): string[] | null =>
  out.featureFlags ?? (out.featureFlag ? [out.featureFlag] : null);
