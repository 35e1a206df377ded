import type { EventTypeFields } from '../../src-server/contract/event-type-export';
import { FIELDS_NAME, TYPES_FILES } from '../../src-server/contract/public-catalog';
import type { SearchEntry } from '../shared/static-page/search-entry';

/** The file with what the search finds, next to the first page. */
export const INDEX_FILE = 'search.js';
/** What that file sets. */
const INDEX_NAME = 'posthornCatalogIndex';

/**
 * The text of that file. It is a script and not JSON, because a page that was opened from a folder on disk may load
 * scripts next to it, and nothing else.
 */
export function indexScript(entries: readonly SearchEntry[]): string {
  return `var ${INDEX_NAME} = ${JSON.stringify(entries)};\n`;
}

/**
 * Loads that file.
 * @param address where it is, for this page
 * @returns the entries, with addresses for this page
 */
export async function loadIndex(page: Document, address: string): Promise<readonly SearchEntry[]> {
  await new Promise<void>((resolve, reject) => {
    const script = page.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The index could not be loaded.'));
    });
    page.head.append(script);
  });
  const root = address.slice(0, -INDEX_FILE.length);
  const entries = (globalThis as unknown as Readonly<Record<string, readonly SearchEntry[]>>)[INDEX_NAME];
  // An anchor is on the first page, where the index of a catalog with a single page is read.
  return (entries ?? []).map((entry) =>
    entry.href.startsWith('#') ? entry : { ...entry, href: root + entry.href },
  );
}
