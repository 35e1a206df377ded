/*
 * The styles of the API documentation, and its only script. The pages are complete HTML: the script adds a search, and
 * redirects anchors from the time when everything was one page.
 */
import '../ui/base.css';
import '../shared/schema-view/schema-view.module.css';
import '../shared/static-page/static-page.module.css';
import '../ui/code-block.module.css';
import './docs.module.css';
import type { SearchEntry } from '../shared/static-page/search-entry';
import { startCopy } from '../shared/static-page/start-copy';
import { startSearch } from '../shared/static-page/start-search';
import { startSnippets } from '../shared/static-page/start-snippets';
import { DOCS_HOME, DOCS_SEARCH_FILE } from './docs-address';
import { movedAnchor } from './moved-anchor';
import { setSnippetOrigin } from './snippet-origin';

let loading: Promise<readonly SearchEntry[]> | undefined;

/** Loads the search index once; after a failure the next call tries again. */
function entries(): Promise<readonly SearchEntry[]> {
  loading ??= fetch(DOCS_HOME + DOCS_SEARCH_FILE)
    .then((response) => response.json())
    .catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
  return loading;
}

async function followMovedAnchor(): Promise<void> {
  const anchor = anchorIn(location);
  if (anchor === '' || document.getElementById(anchor)) return;
  const href = movedAnchor(await entries(), anchor);
  if (href !== null) location.replace(href);
}

function anchorIn({ hash }: Location): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1); // not percent-encoded, and not an anchor of ours either
  }
}

startSearch(document, entries);
setSnippetOrigin(document, location.origin);
startSnippets(document);
startCopy(document);
addEventListener('hashchange', () => void followMovedAnchor());
void followMovedAnchor();
