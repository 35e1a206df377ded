import { useCallback } from 'react';
import { usePortalSession } from './portal-session';

/**
 * Whether a page may be shown: in a frame of a share link, the catalog or the list of endpoints; otherwise every page.
 * The server refuses the rest anyway.
 */
export function useIsShared(): (pathname: string) => boolean {
  const { sharedPages } = usePortalSession().who;
  return useCallback(
    (pathname) => {
      if (!sharedPages) return true;
      const [, page = ''] = pathname.split('/');
      if (page === '') return true;
      const isDeeper = page === 'endpoints' && pathname !== '/endpoints';
      return !isDeeper && sharedPages.some((shared) => shared === page);
    },
    [sharedPages],
  );
}
