import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/** How long the address may take to follow what was typed, in milliseconds. */
const SETTLE_MS = 1000;

/**
 * One value kept in the address, so that a link or a reload shows the same. Empty text means absent. Typing
 * replaces the history entry: Back leaves the screen, it does not undo letters.
 *
 * The address follows a moment later than the keys, so the value itself is kept here: an input that showed the
 * address would lose letters of a fast typist.
 */
export function useAddressValue(name: string): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = parameters.get(name) ?? '';
  const [value, setValue] = useState(inAddress);
  /** What the address is about to say; null when it has nothing to catch up with. */
  const pending = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (pending.current === null) setValue(inAddress);
    else if (pending.current === inAddress) pending.current = null;
  }, [inAddress]);
  const set = useCallback(
    (next: string) => {
      setValue(next);
      pending.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        pending.current = null;
      }, SETTLE_MS);
      setParameters((current) => withValues(current, { [name]: next }), { replace: true });
    },
    [name, setParameters],
  );
  return [value, set];
}

/** Sets several values of the address at once; one after the other, each would undo the one before. */
export function useSetAddressValues(): (values: Readonly<Record<string, string>>) => void {
  const [, setParameters] = useSearchParams();
  return useCallback(
    (values) => setParameters((current) => withValues(current, values), { replace: true }),
    [setParameters],
  );
}

function withValues(current: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
