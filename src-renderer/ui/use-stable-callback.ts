import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function with a stable identity that calls the newest `run`, so that rows of a long list render again only if their
 * content changes. For events only: during rendering it may still call an older one.
 */
export function useStableCallback<A extends readonly unknown[]>(
  run: (...args: A) => void,
): (...args: A) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
