import { useCallback, useState } from 'react';

const KEY = 'posthorn-schema-inspector';

/** Whether the inspector is open: closed until somebody asks for it, then as they left it while this window is open. */
export function useInspectorOpen(): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(KEY) === 'open');
  const set = useCallback((next: boolean) => {
    sessionStorage.setItem(KEY, next ? 'open' : 'closed');
    setOpen(next);
  }, []);
  return [isOpen, set];
}
