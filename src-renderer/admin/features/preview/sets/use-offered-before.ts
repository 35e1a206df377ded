import { useCallback, useState } from 'react';
import { browserStorage, keepInBrowser } from '../../../../ui/browser-storage';

const KEY = 'posthorn.offered-flag-sets.';

/**
 * The flags for which sets have been offered in this browser, in order. While no set is saved, this is what keeps
 * letters and colors the same over a reload.
 */
export function useOfferedBefore(
  connectionId: string,
): [flags: readonly string[], remember: (flags: readonly string[]) => void] {
  const key = KEY + connectionId;
  const [flags, setFlags] = useState(() => read(key));
  const remember = useCallback(
    (next: readonly string[]) => {
      const text = JSON.stringify(next);
      if (text !== JSON.stringify(read(key))) keepInBrowser(key, text);
      setFlags((before) => (JSON.stringify(before) === text ? before : next));
    },
    [key],
  );
  return [flags, remember];
}

function read(key: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(browserStorage().getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((flag) => typeof flag === 'string') : [];
  } catch {
    return [];
  }
}
