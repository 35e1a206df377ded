import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import type { FlagSet, FlagSetsIn, FlagSetsOut } from '../../../../../src-server/contract/flag-set';
import { ApiFailure } from '../../../../api/api-failure';
import { toast } from '../../../../ui/toast-store';
import { knownFlags } from '../../../data/use-catalog';
import { useInstance } from '../../../platform/instance';
import { offeredFlags, offeredSets } from './offered-sets';
import { useOfferedBefore } from './use-offered-before';

export interface FlagSets {
  /** Undefined until they are read. */
  readonly sets: readonly FlagSet[] | undefined;
  /** False while they are only offered and the server has none. */
  readonly saved: boolean;
  /** False: this instance stores no sets, so they are offered but cannot be saved. */
  readonly kept: boolean;
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

/** The sets of flags of this instance; if none is saved, those derived from the catalog. */
export function useFlagSets(types: readonly ListedEventType[] | undefined): FlagSets {
  const { id, api, isCopy } = useInstance();
  const client = useQueryClient();
  const key = [id, 'catalog', 'flag-sets'];
  const stored = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<FlagSetsOut & { readonly kept: boolean }> => {
      try {
        const answer = await api.call('GET /catalog/flag-sets', {}, signal);
        // A server of an earlier version has no ids: there, only letters lead to a set.
        const flagSets = answer.flagSets.map((set) => ({ ...set, id: set.id || set.letter }));
        return { ...answer, flagSets, kept: true };
      } catch (cause) {
        // Another server with the same API need not know sets.
        // A working copy is looked at without a network too.
        if (cause instanceof ApiFailure && (cause.status === 404 || isCopy))
          return { flagSets: [], version: '', kept: false };
        throw cause;
      }
    },
  });
  const put = useMutation({
    mutationFn: (body: FlagSetsIn) => api.call('PUT /catalog/flag-sets', { body }),
    onSuccess: (answer) => client.setQueryData(key, { ...answer, kept: true }),
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
    kept: stored.data?.kept ?? true,
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
