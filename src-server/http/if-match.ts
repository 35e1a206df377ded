import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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

/** Whether the caller says that it has the state with this tag already, whatever its client adds about caches. */
export function hasTag({ headers }: Pick<IncomingMessage, 'headers'>, tag: string): boolean {
  const known = readIfMatch(headers['if-none-match']);
  return known === 'any' || (known?.includes(tag) ?? false);
}

/** The tag of one version of a thing. */
export function tagOf({ version }: { readonly version: number | string }): string {
  return String(version);
}

/** Members of a response that change by themselves: whoever edits the thing does not overwrite them. */
const OWN_MOTION: ReadonlySet<string> = new Set(['updatedAt', 'failingSince']);

/**
 * The tag of a thing without versions: derived from what its response says, so that the same content has the same tag, and
 * a change that a caller cannot see prevents nothing.
 */
export function contentTag(shown: object): string {
  // Not those of the same name further in, such as in the metadata.
  const members = Object.entries(shown).filter(([name]) => !OWN_MOTION.has(name));
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url').slice(0, 22);
}

/**
 * Allows a change if the thing is in a state that the caller knows. Must be in the same write as the change.
 * @param current null: there is none
 * @throws ApiError 412
 */
export function checkIfMatch(ifMatch: IfMatch | null, current: { readonly version: number } | null): void {
  const at = current && ` and is now at version ${current.version}`;
  checkTag(ifMatch, current && tagOf(current), at ?? '');
}

/**
 * The same by the tag of the current state. @param current null: there is none
 * @throws ApiError 412
 */
export function checkTag(ifMatch: IfMatch | null, current: string | null, at = ''): void {
  if (ifMatch === null) return;
  if (current !== null && (ifMatch === 'any' || ifMatch.includes(current))) return;
  throw apiError(
    'precondition_failed',
    current === null ? 'It no longer exists.' : `It has changed${at}. Read it again, then change it.`,
  );
}
