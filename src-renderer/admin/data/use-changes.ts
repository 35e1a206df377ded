import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeSetOut } from '../../../src-server/contract/working-copy';
import { useInstance } from '../platform/instance';
import { workingCopyKey } from '../platform/working-copy/copy-keys';
import { useLocalApi } from './use-local-api';
import { useCopyRefresh, useCopySteps } from './use-working-copy';

/** One change of a working copy: the event type before and after. Null: it does not exist. */
export type CopyChange = ChangeSetOut['changes'][number];

/** All changes of the working copy, each with its content before and after, by name. */
export function useChangeSet() {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'changes'),
    queryFn: ({ signal }) =>
      api.call('GET /connections/{id}/working-copy/changes/export', { path: { id } }, signal),
    enabled: isCopy,
  });
}

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
