import { useCallback, useState } from 'react';
import { browserStorage, keepInBrowser } from '../../../ui/browser-storage';

const KEY = 'posthorn-schema-inspector';

/** Whether the inspector is open: closed until somebody asks for it, then as they left it while this window is open. */
export function useInspectorOpen(): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => browserStorage('session').getItem(KEY) === 'open');
  const set = useCallback((next: boolean) => {
    keepInBrowser(KEY, next ? 'open' : 'closed', browserStorage('session'));
    setOpen(next);
  }, []);
  return [isOpen, set];
}
