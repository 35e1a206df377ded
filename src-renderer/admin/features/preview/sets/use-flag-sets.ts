import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import type { FlagSet, FlagSetsIn, FlagSetsOut } from '../../../../../src-server/contract/flag-set';
import { browserStorage, keepInBrowser } from '../../../../ui/browser-storage';
import { toast } from '../../../../ui/toast-store';
import { knownFlags } from '../../../data/use-catalog';
import { useInstance } from '../../../platform/instance';
import { offeredFlags, offeredSets } from './offered-sets';
import { type UnsavedBecause, unsavedBecause } from './unsaved-because';

export interface FlagSets {
  /** Undefined until they are read. */
  readonly sets: readonly FlagSet[] | undefined;
  /** False while they are only offered and the server has none. */
  readonly saved: boolean;
  /** True: they are saved in the working copy. */
  readonly isCopy: boolean;
  /** Why sets are offered but cannot be saved now; null: they can. */
  readonly unsaved: UnsavedBecause | null;
  readonly error: Error | null;
  readonly retry: () => void;
  /**
   * Saves all sets; reports what was done and offers to undo it.
   * @returns false if it was refused, which is reported
   */
  readonly save: (next: readonly FlagSet[], label: string) => Promise<boolean>;
  /** The same; rejects if it was refused. */
  readonly put: (next: readonly FlagSet[], label: string) => Promise<void>;
  readonly saving: boolean;
}

type StoredSets = FlagSetsOut & Pick<FlagSets, 'unsaved'>;

/** The sets of flags of this instance; if none is saved, those derived from the catalog. */
export function useFlagSets(types: readonly ListedEventType[] | undefined): FlagSets {
  const { id, catalog, isCopy } = useInstance();
  const client = useQueryClient();
  const key = [id, 'catalog', 'flag-sets'];
  const stored = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<StoredSets> => {
      try {
        const response = await catalog.call('GET /catalog/flag-sets', {}, signal);
        // A server of an earlier version has no ids: there, only letters lead to a set.
        const flagSets = response.flagSets.map((set) => ({ ...set, id: set.id || set.letter }));
        return { ...response, flagSets, unsaved: null };
      } catch (cause) {
        const unsaved = unsavedBecause(cause, isCopy);
        if (unsaved === null) throw cause;
        return { flagSets: [], version: '', unsaved };
      }
    },
  });
  const put = useMutation({
    mutationFn: (body: FlagSetsIn) => catalog.call('PUT /catalog/flag-sets', { body }),
    onSuccess: (response) => client.setQueryData<StoredSets>(key, { ...response, unsaved: null }),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
  const [before, remember] = useOfferedBefore(id);
  const inUse = useMemo(() => types && knownFlags(types.filter(({ archived }) => !archived)), [types]);
  const offered = useMemo(() => inUse && offeredFlags(before, inUse), [before, inUse]);
  useEffect(() => {
    if (offered) remember(offered);
  }, [offered, remember]);
  const sets = useMemo(() => {
    if (!stored.data) return undefined;
    if (stored.data.flagSets.length > 0) return stored.data.flagSets;
    return offered && inUse && offeredSets(offered, inUse);
  }, [stored.data, offered, inUse]);
  const save: FlagSets['put'] = async (next, label) => {
    const before = stored.data;
    if (!before) throw new Error('The sets have not been read yet.');
    const { version } = await put.mutateAsync({ flagSets: [...next], version: before.version });
    toast(label, () => put.mutateAsync({ flagSets: before.flagSets, version }));
  };
  return {
    sets,
    unsaved: stored.data?.unsaved ?? null,
    isCopy,
    saved: (stored.data?.flagSets.length ?? 0) > 0,
    error: stored.error,
    retry: () => void stored.refetch(),
    saving: put.isPending,
    put: save,
    async save(next, label) {
      try {
        await save(next, label);
        return true;
      } catch (cause) {
        toast(`Not saved: ${cause instanceof Error ? cause.message : String(cause)}`);
        return false;
      }
    },
  };
}

const KEY = 'posthorn.offered-flag-sets.';

/**
 * The flags for which sets have been offered in this browser, in order. While no set is saved, this is what keeps
 * letters and colors the same over a reload.
 */
function useOfferedBefore(
  connectionId: string,
): [flags: readonly string[], remember: (flags: readonly string[]) => void] {
  const key = KEY + connectionId;
  const [flags, setFlags] = useState(() => read(key));
  const remember = useCallback(
    (next: readonly string[]) => {
      const text = JSON.stringify(next);
      if (text !== JSON.stringify(read(key))) keepInBrowser(key, text);
      setFlags((before) => (JSON.stringify(before) === text ? before : next));
    },
    [key],
  );
  return [flags, remember];
}

function read(key: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(browserStorage().getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((flag) => typeof flag === 'string') : [];
  } catch {
    return [];
  }
}
