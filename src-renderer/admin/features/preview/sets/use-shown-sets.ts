import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { toast } from '../../../../ui/toast-store';
import { type PreviewAddress, SETS_MAX, setsText } from '../preview-address';
import { findSet } from './find-set';

export interface ShownSets {
  /** In the order of the list. */
  readonly shown: readonly FlagSet[];
  /** How many sets of the address do not exist. */
  readonly gone: number;
  readonly toggle: (id: string) => void;
  /** Takes those that do not exist out of the address. */
  readonly forget: () => void;
}

/** Which sets the address says are shown. Without a word, or if none of them exists: the first two. */
export function useShownSets(
  sets: readonly FlagSet[],
  { setIds }: Pick<PreviewAddress, 'setIds'>,
  change: (values: Readonly<Record<string, string>>) => void,
): ShownSets {
  const { shown, gone } = useMemo(() => {
    const found = (setIds ?? []).map((id) => findSet(sets, id));
    const known = sets.filter((set) => found.includes(set));
    return {
      shown: known.length > 0 ? known : sets.slice(0, 2),
      gone: found.filter((set) => set === undefined).length,
    };
  }, [sets, setIds]);
  /** The router renders an address later than it is written: the next toggle until then builds on this one. */
  const written = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    written.current = shown.map((set) => set.id);
  }, [shown]);
  const toggle = useCallback(
    (id: string) => {
      const now = written.current;
      const next = now.includes(id) ? now.filter((one) => one !== id) : [...now, id];
      if (next.length === 0) return toast('At least one set must stay visible');
      if (next.length > SETS_MAX)
        return toast(`At most ${SETS_MAX} sets are compared. Hide another one first.`);
      written.current = next;
      // A set that was added just now is not in the list yet.
      change({ sets: setsText(next), from: '' });
    },
    [change],
  );
  const forget = () => change({ sets: setsText(shown.map(({ id }) => id)), from: '' });
  return { shown, gone, toggle, forget };
}
