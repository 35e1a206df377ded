import { useState } from 'react';
import { createPortalRouter } from './portal-routes';

/** The router of the portal; another one each time somebody tries again after a fault. */
export function usePortalRouter() {
  const [router, setRouter] = useState(() => createPortalRouter(() => setRouter(restarted)));
  const restarted = (before: typeof router): typeof router => {
    before.dispose();
    return createPortalRouter(() => setRouter(restarted));
  };
  return router;
}
