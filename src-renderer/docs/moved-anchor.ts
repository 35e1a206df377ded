import { anchorOf } from '../shared/schema-view/anchor-of';
import type { SearchEntry } from '../shared/static-page/search-entry';

/**
 * The current address for an anchor from the time when the documentation was one page: `#app.create`,
 * `#EndpointOut:data[].id`. Null: there was no such anchor.
 * @param anchor without the "#", decoded
 */
export function movedAnchor(entries: readonly SearchEntry[], anchor: string): string | null {
  const [name = ''] = anchor.split(':', 1);
  const entry = entries.find((entry) => entry.name === name);
  if (!entry) return null;
  if (anchor === name) return entry.href;
  return `${entry.href.split('#', 1)[0]}#${anchorOf(anchor)}`;
}
