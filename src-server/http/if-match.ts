import { apiError } from '../base/errors';

/** The content of `If-Match`: tags of states that the caller knows, or `any` for "it must exist". */
export type IfMatch = 'any' | readonly string[];

/**
 * Reads the header `If-Match`. Null: it is absent, and nothing is required. Quotes are optional: people leave them out.
 * A leading `W/` is ignored, because proxies add it when they compress, and the tag still identifies one version.
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
export function tagOf({ version }: { readonly version: number | string }): string {
  return String(version);
}

/**
 * Allows a change if the thing is in a state that the caller knows. Must be in the same write as the change.
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
