import { anchorOf } from '../shared/schema-view/anchor-of';
import type { SearchEntry } from './search-entry';

/**
 * Where something is now that had an anchor when all of the documentation was one page: `#app.create`,
 * `#EndpointOut:data[].id`. Null: nothing was called so.
 * @param anchor without the "#", decoded
 */
export function movedAnchor(entries: readonly SearchEntry[], anchor: string): string | null {
  const [name = ''] = anchor.split(':', 1);
  const entry = entries.find((one) => one.name === name);
  if (!entry) return null;
  if (anchor === name) return entry.href;
  return `${entry.href.split('#', 1)[0]}#${anchorOf(anchor)}`;
}
