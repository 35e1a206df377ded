import { QueryCache, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { PortalLook } from '../shared/portal-look/portal-look';
import { QUERY_DEFAULTS } from '../shared/query-defaults';
import { ResponseCache } from '../shared/response-cache';
import { EVENT_TYPES_KEY } from './catalog/use-event-types';
import { directionOf } from './language/choose-language';
import type { Language } from './language/read-language';
import { applyLook } from './look/apply-look';
import { LookProvider } from './look/look-context';
import { PortalApp } from './portal-app';
import type { EarlyResponses } from './session/early-responses';
import type { KeyReading } from './session/portal-key';

/** How the portal looks, and in which words it speaks. */
interface Shown {
  readonly look: PortalLook;
  readonly language: Language;
}

/**
 * Renders the portal for a key that was taken from the address.
 * @param early what was asked with it already; null: nothing
 */
export function startPortal(key: KeyReading, { look, language }: Shown, early: EarlyResponses | null): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  document.documentElement.lang = language.language;
  document.documentElement.dir = directionOf(language.language);
  applyLook(document, look);
  postHeight(root, window);
  const queries: ResponseCache = new ResponseCache({
    queryCache: new QueryCache({
      // A refused token affects the whole page: the session is refetched, and reports what happened.
      onError: (cause, query) => {
        if (cause.status === 401 && !['session', 'access-token'].includes(String(query.queryKey[0]))) {
          void queries.invalidateQueries({ queryKey: ['session'] });
        }
      },
    }),
    defaultOptions: QUERY_DEFAULTS,
  });
  if (early !== null && typeof key !== 'string') {
    const { session, eventTypes } = early;
    void queries.prefetchQuery({ queryKey: ['session', key.appId], queryFn: () => session });
    void queries.prefetchQuery({ queryKey: EVENT_TYPES_KEY, queryFn: () => eventTypes });
  }
  const page = createRoot(root);
  // In slices: a slow phone stays able to scroll and to answer.
  startTransition(() =>
    page.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <LookProvider look={look} language={language}>
            <PortalApp portalKey={key} />
          </LookProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

/**
 * Tells the page around the portal how high it is, so that a frame can grow with it. Any page may receive it: a height
 * is no secret, and the embedding page is not known here.
 * @returns stops it
 */
function postHeight(content: HTMLElement, window: Window): () => void {
  if (window.parent === window) return () => {};
  let last = -1;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    window.parent.postMessage({ type: 'svix.iframe-resizer-height', payload: { height } }, '*');
  });
  observer.observe(content);
  return () => observer.disconnect();
}
