import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { parsePath, useLocation, useNavigate, useSearchParams } from 'react-router';

/** How long the address may lag behind typing, in milliseconds. */
const SETTLE_MS = 1000;

/**
 * One value kept in the address, so that a link or a reload shows the same. Empty text means absent. Typing replaces
 * the history entry: Back leaves the screen instead of undoing letters.
 *
 * The address follows a moment later than the keys, so the value itself is kept here: an input that showed the address
 * would lose letters of a fast typist.
 *
 * @param pauseMs how long no value may have been set before the address follows, in milliseconds. It also follows when
 *   the focus moves elsewhere, so that the next action finds it up to date. 0: at once
 * @returns `show` is for a value that other code writes into the address, together with others
 */
export function useAddressValue(
  name: string,
  pauseMs = 0,
): [value: string, set: (value: string) => void, show: (value: string) => void] {
  const [parameters] = useSearchParams();
  const write = useSetAddressValues();
  const inAddress = parameters.get(name) ?? '';
  const [value, setValue] = useState(inAddress);
  /** What will be written to the address; null if it is up to date. */
  const pending = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestWrite = useRef(write);
  useLayoutEffect(() => {
    latestWrite.current = write;
  });
  useEffect(() => {
    if (pending.current === null) setValue(inAddress);
    else if (pending.current === inAddress) pending.current = null;
  }, [inAddress]);
  // What was dropped while another path of the same screen was being opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another path is a reason
  useEffect(() => {
    if (pending.current !== null && pending.current !== inAddress) write({ [name]: pending.current });
  }, [write]);
  /** The pending write; a listener must be the same function to be removed. */
  const waiting = useRef(() => {});
  const show = useCallback((next: string) => {
    setValue(next);
    pending.current = next;
    clearTimeout(timer.current);
    removeEventListener('focusout', waiting.current);
    timer.current = setTimeout(() => {
      pending.current = null;
    }, SETTLE_MS);
  }, []);
  const set = useCallback(
    (next: string) => {
      show(next);
      const follow = () => {
        show(next);
        latestWrite.current({ [name]: next });
      };
      if (pauseMs === 0) return follow();
      clearTimeout(timer.current);
      timer.current = setTimeout(follow, pauseMs);
      waiting.current = follow;
      addEventListener('focusout', follow);
    },
    [name, pauseMs, show],
  );
  // A screen that has unmounted must not write into the address of the next one.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      removeEventListener('focusout', waiting.current);
    },
    [],
  );
  return [value, set, show];
}

export type AddressValues = Readonly<Record<string, string>>;

/** Sets several values of the address in one step; empty text removes one. A function receives the current query. */
export type SetAddressValues = (values: AddressValues | ((now: URLSearchParams) => AddressValues)) => void;

/**
 * Returns a setter for the address of this screen. It does nothing once the router has moved to another path, while
 * this screen is still shown.
 */
export function useSetAddressValues(): SetAddressValues {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (values) => {
      // Not the rendered location, which lags behind: a write would undo what was written since.
      const current = parsePath(location.hash.slice(1));
      if (current.pathname?.replace(/^(?!\/)/, '/') !== pathname) return;
      const now = new URLSearchParams(current.search);
      const next = withValues(now, typeof values === 'function' ? values(now) : values);
      if (next.toString() !== now.toString()) void navigate({ search: next.toString() }, { replace: true });
    },
    [pathname, navigate],
  );
}

/** A query with these values; empty text removes one, and everything else is unchanged. */
export function withValues(current: URLSearchParams, values: AddressValues): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
