import { useCallback, useMemo } from 'react';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { toast } from '../../../../ui/toast-store';
import type { SetAddressValues } from '../../../platform/use-address-value';
import { type PreviewAddress, readPreviewAddress, SETS_MAX, setsText } from '../preview-address';
import { findSet } from './find-set';

interface ShownSets {
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
  change: SetAddressValues,
): ShownSets {
  const shown = useMemo(() => shownOf(sets, setIds), [sets, setIds]);
  const toggle = useCallback(
    (id: string) =>
      // Based on the current address: the rendered one may lag behind.
      change((address) => {
        const now = shownOf(sets, readPreviewAddress(address).setIds).map((set) => set.id);
        const next = now.includes(id) ? now.filter((shown) => shown !== id) : [...now, id];
        if (next.length > 0 && next.length <= SETS_MAX) return { sets: setsText(next), from: '' };
        toast(
          next.length === 0
            ? 'At least one set must stay visible'
            : `At most ${SETS_MAX} sets are compared. Hide another one first.`,
        );
        return {};
      }),
    [sets, change],
  );
  const forget = () => change({ sets: setsText(shown.map(({ id }) => id)), from: '' });
  const gone = (setIds ?? []).filter((id) => findSet(sets, id) === undefined).length;
  return { shown, gone, toggle, forget };
}

function shownOf(sets: readonly FlagSet[], setIds: PreviewAddress['setIds']): readonly FlagSet[] {
  const found = (setIds ?? []).map((id) => findSet(sets, id));
  const known = sets.filter((set) => found.includes(set));
  return known.length > 0 ? known : sets.slice(0, 2);
}
