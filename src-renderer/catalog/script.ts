/*
 * The one script of the public catalog. Its pages are complete without it; it adds a search, the rest of the tree, and
 * buttons that copy.
 */
import type { SearchEntry } from '../shared/static-page/search-entry';
import { SEARCH_IDS } from '../shared/static-page/search-ids';
import { startCopy } from '../shared/static-page/start-copy';
import { startSearch } from '../shared/static-page/start-search';
import { startSnippets } from '../shared/static-page/start-snippets';
import { loadIndex } from './catalog-index';
import { startTree } from './start-tree';

let loading: Promise<readonly SearchEntry[]> | undefined;

/** Loads the index once; after a failure the next call tries again. */
function entries(): Promise<readonly SearchEntry[]> {
  const address = document.getElementById(SEARCH_IDS.box)?.dataset.index;
  loading ??= (address ? loadIndex(document, address) : Promise.resolve([])).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

startSearch(document, entries);
startTree(document, entries);
startSnippets(document);
startCopy(document);
