/*
 * The one script of the public catalog. Its pages are complete without it; it adds a search, the rest of the tree, buttons
 * that copy, and follows links from earlier versions of the catalog.
 */
import { type FieldFinder, fieldFinder } from '../shared/event-types/field-finder';
import type { SearchEntry } from '../shared/static-page/search-entry';
import { SEARCH_IDS } from '../shared/static-page/search-ids';
import { copyButtonOn, startCopy } from '../shared/static-page/start-copy';
import { startSearch } from '../shared/static-page/start-search';
import { startSnippets } from '../shared/static-page/start-snippets';
import { loadFields, loadIndex } from './catalog-index';
import { followOldLink } from './follow-old-link';
import { startTree } from './start-tree';
import { startTypes } from './start-types';

/** Loads something once; after a failure the next call tries again. */
function once<T>(load: (address: string) => Promise<T>, none: T): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    const address = document.getElementById(SEARCH_IDS.box)?.dataset.index;
    loading ??= (address ? load(address) : Promise.resolve(none)).catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
}

const home = document.getElementById(SEARCH_IDS.box)?.dataset.home ?? '';
const entries = once<readonly SearchEntry[]>((address) => loadIndex(document, address, home), []);
const fields = once<FieldFinder | undefined>(
  async (address) => fieldFinder(await loadFields(document, address)),
  undefined,
);
startSearch(document, entries, fields);
startTree(document, entries);
startSnippets(document);
startCopy(document);
startTypes(document, copyButtonOn);
followOldLink(document, location);
