/** In place of a storage that the browser refuses: holds nothing, and takes nothing, as one that is full. */
const REFUSED: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  removeItem: () => undefined,
  clear: () => undefined,
  setItem() {
    throw new Error('This browser keeps no data of this page.');
  },
};

/**
 * What pages keep in this browser, and the only way to it: where site data is blocked, the mere name of a storage throws,
 * or is null. Reading never throws. `setItem` does where nothing is kept; `keepInBrowser` says so instead.
 * @param kind `session`: until the window is closed
 */
export function browserStorage(kind: 'local' | 'session' = 'local'): Storage {
  try {
    return (kind === 'local' ? localStorage : sessionStorage) ?? REFUSED;
  } catch {
    return REFUSED;
  }
}

/** @returns false if it is not kept, because the storage is refused or full: it then lasts as long as the page */
export function keepInBrowser(
  key: string,
  text: string,
  storage: Pick<Storage, 'setItem'> = browserStorage(),
): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
