import { createHash } from 'node:crypto';
import type { EventTypeChangeOut } from '../../contract/event-type-change';
import { CHANGES_FEED, CHANGES_PAGE } from '../../contract/public-catalog';

interface Feed {
  /** The name of the sender. */
  readonly author: string;
  /** The URL of the first page of the catalog, with a trailing slash. Null: it may be anywhere. */
  readonly home: string | null;
}

/** A reader looks often enough to miss none. */
export const FEED_ENTRIES = 50;
const TITLES = {
  new: 'is new',
  changed: 'has changed',
  breaking: 'has a breaking change',
  deprecated: 'is deprecated',
  removed: 'was removed',
} as const;

/** The newest of these changes, which are newest first, as an Atom feed (RFC 4287). */
export function changesAtom(changes: readonly EventTypeChangeOut[], { author, home }: Feed): string {
  const self = home === null ? null : home + CHANGES_FEED;
  const page = (home ?? '') + CHANGES_PAGE;
  const idOf = (part: string) => (self === null ? uuidOf(`${author}\n${part}`) : self + part);
  const newest = changes[0]?.at ?? '1970-01-01T00:00:00.000Z';
  const used = new Map<string, number>();
  // From the oldest on, so that an id stays what it is.
  const entries = changes
    .slice(0, FEED_ENTRIES)
    .toReversed()
    .map(({ at, name, kind, changes: texts, note }) => {
      const title = `${name} ${TITLES[kind]}`;
      const place = `#${at}-${name}`;
      const times = used.get(place) ?? 0;
      used.set(place, times + 1);
      const lines = note ? [...texts, note] : texts;
      return `  <entry>
    <id>${escapeXml(idOf(times === 0 ? place : `${place}-${times + 1}`))}</id>
    <title>${escapeXml(title)}</title>
    <updated>${at}</updated>
    <link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
    <category term="${kind}"/>
    <content type="text">${escapeXml(lines.length === 0 ? title : lines.join('\n'))}</content>
  </entry>
`;
    });
  const toSelf =
    self === null ? '' : `  <link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(idOf(''))}</id>
  <title>${escapeXml(`${author}: event type changes`)}</title>
  <updated>${newest}</updated>
  <author><name>${escapeXml(author)}</name></author>
${toSelf}  <link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
${entries.reverse().join('')}</feed>
`;
}

/** An id for a feed that does not know its URL: the same each time. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** XML has no sign at all for most control characters. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
