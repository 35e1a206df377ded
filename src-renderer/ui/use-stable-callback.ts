import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that is always the same and does what the newest `run` does, so that rows of a long list are drawn again
 * only for what they show. For events alone: while a component draws, it may still do what an older one did.
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
