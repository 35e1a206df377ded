import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Loads the code of a screen while somebody points at a link to it or has focused one, so that it opens sooner. Code that
 * cannot be loaded now is loaded when the screen is opened.
 * @param routes whose `handle`, if any, loads the code
 * @returns stops it
 */
export function readAhead(routes: RouteObject[]): () => void {
  const read = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const address = link?.getAttribute('href');
    if (!address?.startsWith('#')) return;
    for (const { route } of matchRoutes(routes, address.slice(1)) ?? [])
      route.handle?.().catch(() => undefined);
  };
  const kinds = ['pointerover', 'focusin'];
  for (const kind of kinds) addEventListener(kind, read);
  return () => {
    for (const kind of kinds) removeEventListener(kind, read);
  };
}
