import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlagSet } from '../../../src-server/contract/flag-set';
import type { ChangeSetOut, CopyContentOut } from '../../../src-server/contract/working-copy';
import { useInstance } from '../platform/instance';
import { workingCopyKey } from '../platform/working-copy/copy-keys';
import { useLocalApi } from './use-local-api';
import { useCopyRefresh, useCopySteps } from './working-copy/use-working-copy';

/** One change of a working copy: the event type before and after. Null: it does not exist. */
export interface CopyChange {
  readonly name: string;
  readonly base: CopyContentOut | null;
  readonly mine: CopyContentOut | null;
  /** The flag sets before and after; absent: it is about an event type. */
  readonly flagSets?: { readonly before: readonly FlagSet[]; readonly after: readonly FlagSet[] };
}

/** All changes of the working copy, each with its content before and after, by name. */
export function useChangeSet() {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'changes'),
    queryFn: async ({ signal }) => {
      const operation = 'GET /connections/{id}/working-copy/changes/export';
      const { changes, ...about } = await api.call(operation, { path: { id } }, signal);
      return { ...about, changes: changes.map(toChange) };
    },
    enabled: isCopy,
  });
}

/** What was done to each changed event type of the working copy, by name. Idle without one. */
export function useChangedNames() {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'changed-names'),
    queryFn: async ({ signal }) => {
      const { data } = await api.call('GET /connections/{id}/working-copy/changes', { path: { id } }, signal);
      return new Map(data.map(({ name, kind }) => [name, kind]));
    },
    // A map is not plain data.
    structuralSharing: false,
    enabled: isCopy,
  });
}

/** Flag sets have no content of an event type, and none of it changes with them. */
export function toChange({ name, base, mine }: ChangeSetOut['changes'][number]): CopyChange {
  if (base !== null && mine !== null && 'flagSets' in base && 'flagSets' in mine) {
    const content = { ...NO_CONTENT, name };
    return { name, base: content, mine: content, flagSets: { before: base.flagSets, after: mine.flagSets } };
  }
  return { name, base: base as CopyContentOut | null, mine: mine as CopyContentOut | null };
}

const NO_CONTENT = {
  description: '',
  featureFlags: null,
  groupName: null,
  archived: false,
  deprecated: false,
  schemas: null,
};

/** Reads the change set as the text of an export file. */
export function useReadChangeSet(): () => Promise<string> {
  const { id } = useInstance();
  const api = useLocalApi();
  return async () =>
    (await api.callText('GET /connections/{id}/working-copy/changes/export', { path: { id } })).text;
}

/** Merges the changes in a file into the working copy. */
export function useImportChangeSet() {
  const { id } = useInstance();
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  return useMutation({
    mutationFn: (bodyText: string) =>
      api.call('POST /connections/{id}/working-copy/changes/import', { path: { id }, bodyText }),
    onSuccess: refresh,
  });
}

/** Discards the change of an event type. Returns how to undo that; null: somebody else has edited meanwhile. */
export function useDiscard() {
  const { id } = useInstance();
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  const steps = useCopySteps();
  return useMutation({
    mutationFn: async (name: string) => {
      await api.call('DELETE /connections/{id}/working-copy/changes/{name}', { path: { id, name } });
      const step = await steps.read('undo');
      const isIt = step?.isOwn === true && step.act === 'discard' && step.name === name;
      return isIt ? () => steps.take('undo', step) : null;
    },
    onSuccess: refresh,
  });
}

/** Saves the note about the changes. The next sync copies it to its receipt. */
export function useSetNote() {
  const { id } = useInstance();
  const api = useLocalApi();
  const client = useQueryClient();
  return useMutation({
    // One after the other: the last one counts.
    scope: { id: `note ${id}` },
    mutationFn: (note: string) =>
      api.call('PATCH /connections/{id}/working-copy', { path: { id }, body: { note } }),
    onSuccess: (state) => client.setQueryData(workingCopyKey(id, 'state'), state),
  });
}

/** How many endpoints of the instance receive an event type. */
export function useReceivers(name: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'receivers', name],
    queryFn: async ({ signal }) => {
      const input = { path: { name }, query: { limit: 1 } };
      const { named, unfiltered } = await api.call('GET /event-type/{name}/usage', input, signal);
      return { named, unfiltered };
    },
    retry: false,
  });
}
