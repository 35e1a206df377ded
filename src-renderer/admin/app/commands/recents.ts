import { browserStorage, keepInBrowser } from '../../../ui/browser-storage';

const RECENTS_MAX = 20;

/** Keys of the palette rows used last on an instance, newest first. Kept on this computer. */
export function readRecents(
  instance: string,
  storage: Pick<Storage, 'getItem'> = browserStorage(),
): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey(instance)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return []; // an invalid value written by somebody else is not worth an error
  }
}

/** Moves a row to the front. */
export function remember(
  instance: string,
  key: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> = browserStorage(),
): void {
  const others = readRecents(instance, storage).filter((other) => other !== key);
  keepInBrowser(storageKey(instance), JSON.stringify([key, ...others].slice(0, RECENTS_MAX)), storage);
}

function storageKey(instance: string): string {
  return `posthorn.recents.${instance}`;
}
