/**
 * What this origin holds of a log-in. The other half is a cookie that no script can read; neither is of use alone. The
 * cookie goes to every server on this host. This key is sent only by pages that cannot sign (request-signer.ts), and
 * counts in one run of the server; for all others it only says that somebody is logged in.
 */
const STORAGE_KEY = 'posthorn.page-key';

/** Where browsers block the storage, a log-in holds until the page is reloaded. */
let unstored: string | null = null;

/** Read for each request: another tab may have logged in anew. Null: nobody is logged in. */
export function readPageKey(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? unstored;
  } catch {
    return unstored;
  }
}

/** Keeps the key of a log-in; null forgets it. */
export function keepPageKey(key: string | null): void {
  unstored = null;
  try {
    if (key === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, key);
  } catch {
    unstored = key; // blocked or full
  }
}

/** Calls `listener` when another tab has logged in or out. @returns what stops that */
export function watchPageKey(listener: (isLoggedIn: boolean) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    // No key: everything was cleared.
    if (key === STORAGE_KEY || key === null) listener(newValue !== null);
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
