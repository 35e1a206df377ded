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
 * @param home the address of the first page, "" on itself; a catalog that is one page has its event types there
 * @returns the entries, with addresses for this page
 */
export async function loadIndex(
  page: Document,
  address: string,
  home: string,
): Promise<readonly SearchEntry[]> {
  const entries = (await load(page, address, INDEX_NAME)) as readonly SearchEntry[] | undefined;
  const root = address.slice(0, -INDEX_FILE.length);
  return (entries ?? []).map((entry) => ({
    ...entry,
    href: (entry.href.startsWith('#') ? home : root) + entry.href,
  }));
}

/** Loads the names of the fields, from the file beside it. */
export async function loadFields(page: Document, address: string): Promise<EventTypeFields> {
  const beside = address.slice(0, -INDEX_FILE.length) + TYPES_FILES.fields;
  const fields = (await load(page, beside, FIELDS_NAME)) as EventTypeFields | undefined;
  return fields ?? { types: [], fields: [] };
}

/** Loads a script, and returns what it sets. */
async function load(page: Document, address: string, name: string): Promise<unknown> {
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
  return (globalThis as unknown as Readonly<Record<string, unknown>>)[name];
}
