import { browserStorage, keepInBrowser } from '../../ui/browser-storage';

/**
 * What this origin holds of a log-in. The other half is a cookie that no script can read; neither is of use alone. The
 * cookie goes to every server on this host. This key is sent only by pages that cannot sign (request-signer.ts), and
 * counts in one run of the server; for all others it only says that somebody is logged in.
 */
const STORAGE_KEY = 'posthorn.page-key';
/** In its place after somebody has logged out: other tabs show nothing of theirs then. */
const LOGGED_OUT = '';

/** Where browsers block the storage, a log-in holds until the page is reloaded. */
let unstored: string | null = null;

/** Read for each request: another tab may have logged in anew. Null: nobody is logged in. */
export function readPageKey(): string | null {
  return (browserStorage().getItem(STORAGE_KEY) ?? unstored) || null;
}

/** Keeps the key of a log-in; null forgets one that has ended. */
export function keepPageKey(key: string | null): void {
  unstored = null;
  if (key === null) browserStorage().removeItem(STORAGE_KEY);
  else if (!keepInBrowser(STORAGE_KEY, key)) unstored = key;
}

/** Forgets the key because somebody logs out. */
export function dropPageKey(): void {
  keepPageKey(LOGGED_OUT);
}

/** Calls `listener` when another tab has logged in or out, or found its log-in ended. @returns what stops that */
export function watchPageKey(listener: (now: 'in' | 'out' | 'ended') => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    // No key: everything was cleared.
    if (key !== STORAGE_KEY && key !== null) return;
    if (newValue === null) listener('ended');
    else listener(newValue === LOGGED_OUT ? 'out' : 'in');
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
