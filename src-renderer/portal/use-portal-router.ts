import { useState } from 'react';
import { createPortalRouter } from './portal-routes';

/** The router of the portal; another one each time somebody tries again after a fault. */
export function usePortalRouter() {
  const [router, setRouter] = useState(() => createPortalRouter(restart));
  function restart() {
    setRouter((before) => {
      before.dispose();
      return createPortalRouter(restart);
    });
  }
  return router;
}
