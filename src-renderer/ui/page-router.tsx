import { type ReactNode, useEffect } from 'react';
import { createPath, HashRouter, useLocation } from 'react-router';

/** Routes by the fragment of the address, from its first render on. */
export function PageRouter({ children }: { readonly children: ReactNode }) {
  return (
    <HashRouter>
      {children}
      <FirstAddress />
    </HashRouter>
  );
}

/**
 * The router reads the address as its first render begins, and listens only as that ends: on a slow computer, a link or
 * Back in between would show the screen of before.
 */
function FirstAddress() {
  const rendered = createPath(useLocation());
  // biome-ignore lint/correctness/useExhaustiveDependencies: from then on the router listens itself
  useEffect(() => {
    if ((location.hash.slice(1) || '/') !== rendered) dispatchEvent(new PopStateEvent('popstate'));
  }, []);
  return null;
}
