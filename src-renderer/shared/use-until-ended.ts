import { useEffect } from 'react';
import type { ApiClient } from '../api/api-client';
import { readWhileVisible } from '../api/read-while-visible';

/** So a server that cannot be reached, or refuses more streams, is asked rarely. */
const RETRY_MS = 10_000;

/** How often a page that nobody looks at asks, instead of keeping a connection. */
const HIDDEN_MS = 60_000;

/**
 * Calls `look` as soon as the server says that the access of this page may have ended, so that a page that nobody touches
 * closes too. While it is hidden, within a minute.
 * @param api null: there is nothing to close
 * @param look reads again what is refused then; stable from render to render
 */
export function useUntilEnded(api: ApiClient | null, look: () => void): void {
  useEffect(() => {
    if (api === null) return;
    const left = new AbortController();
    const open = (stop: AbortSignal) => api.openStream('GET /auth/until-ended', {}, stop);
    void readWhileVisible({ open, onEnd: look, retryMs: RETRY_MS }, left.signal);
    const timer = setInterval(() => {
      if (document.hidden) api.call('GET /auth/whoami').catch(look);
    }, HIDDEN_MS);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [api, look]);
}
