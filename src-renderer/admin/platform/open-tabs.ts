import { create } from 'zustand';
import { browserStorage, keepInBrowser } from '../../ui/browser-storage';

const STORAGE_KEY = 'posthorn.tab';
const LOCK_PREFIX = 'posthorn.tab/';
const RELEASE_MS = 500;

interface TabParts {
  /** Of the tab alone, and kept over a reload: `sessionStorage`. A duplicated tab has a copy. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Undefined: a page from plain http, where browsers offer none. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly page: Pick<Window, 'addEventListener'>;
  /** How long the page that a reload replaces may hold its lock. */
  readonly releaseMs?: number;
}

/** The id of this tab; null: not claimed yet. */
export const useOwnTab = create<{ readonly id: string | null }>(() => ({ id: null }));

/** Claims the id of this tab once, for whoever keeps something in the browser's storage that is this tab's alone. */
export async function claimOwnTab(): Promise<void> {
  claimed ??= claimTab({ storage: browserStorage('session'), locks: navigator.locks, page: window });
  useOwnTab.setState({ id: await claimed });
}

let claimed: Promise<string> | undefined;

/** An id that survives a reload, and that no other open tab has, even if this one is a duplicate of it. */
export async function claimTab({ storage, locks, page, releaseMs = RELEASE_MS }: TabParts): Promise<string> {
  const before = storage.getItem(STORAGE_KEY);
  if (!locks) {
    const id = before ?? newTabId();
    // Not there while the page is open, so that a duplicate does not find it.
    storage.removeItem(STORAGE_KEY);
    page.addEventListener('pagehide', () => keepInBrowser(STORAGE_KEY, id, storage));
    return id;
  }
  if (before && (await hold(locks, before, releaseMs))) return before;
  const id = newTabId();
  keepInBrowser(STORAGE_KEY, id, storage);
  await hold(locks, id, releaseMs);
  return id;
}

/** The ids of the tabs that are open. Empty where nobody can tell. */
export async function openTabs(locks: Pick<LockManager, 'query'> | undefined): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK_PREFIX));
  return new Set(names.map((name) => name.slice(LOCK_PREFIX.length)));
}

/** Held until the page goes; a crash releases it too. False: another tab holds it. */
function hold(locks: Pick<LockManager, 'request'>, id: string, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const untilPageGoes = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    locks
      .request(LOCK_PREFIX + id, { signal: AbortSignal.timeout(waitMs) }, untilPageGoes)
      .catch(() => resolve(false));
  });
}

/** Does not use randomUUID, which browsers do not offer to pages loaded over plain http. */
function newTabId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
