import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * One value kept in the address, so that a link or a reload shows the same. Empty text means absent. Typing
 * replaces the history entry: Back leaves the screen, it does not undo letters.
 */
export function useAddressValue(name: string): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (value: string) => {
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
    [name, setParameters],
  );
  return [parameters.get(name) ?? '', set];
}
