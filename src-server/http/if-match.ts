import { apiError } from '../base/errors';

/** What stands in `If-Match`: tags of states the caller knows, or `any` for "it must be there". */
export type IfMatch = 'any' | readonly string[];

/**
 * Reads the header `If-Match`. Null: it is absent, and nothing is asked. Quotes are optional: people type them away.
 * A leading `W/` is read over, because proxies put it there when they compress, and the tag still names one version.
 */
export function readIfMatch(header: string | undefined): IfMatch | null {
  if (header === undefined) return null;
  const tags = header.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//i, '')
      .replace(/^"(.*)"$/, '$1'),
  );
  return tags.includes('*') ? 'any' : tags;
}

/** The tag of one version of a thing. */
export function tagOf({ version }: { readonly version: number }): string {
  return String(version);
}

/**
 * Lets a change through when the thing is in a state the caller knows. Has to stand in the same write as the change.
 * @param current null: there is none
 * @throws ApiError 412
 */
export function checkIfMatch(ifMatch: IfMatch | null, current: { readonly version: number } | null): void {
  if (ifMatch === null) return;
  if (current && (ifMatch === 'any' || ifMatch.includes(tagOf(current)))) return;
  throw apiError(
    'precondition_failed',
    current
      ? `It has changed and is now at version ${current.version}. Read it again, then change it.`
      : 'It no longer exists.',
  );
}
