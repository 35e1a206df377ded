import { useState } from 'react';
import { createPortalRouter } from './portal-routes';

/** The router of the portal; another one each time somebody tries again after a fault. */
export function usePortalRouter() {
  const [current, setCurrent] = useState(() => ({
    router: createPortalRouter(() => setCurrent(restarted)),
    /** Which one it is: what was drawn with the one before keeps its fault. */
    key: 0,
  }));
  const restarted = (before: typeof current): typeof current => {
    before.router.dispose();
    return { router: createPortalRouter(() => setCurrent(restarted)), key: before.key + 1 };
  };
  return current;
}
