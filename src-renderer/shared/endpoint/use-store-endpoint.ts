import { useMutation } from '@tanstack/react-query';
import { useApiScope } from '../api-scope';
import type { EventTypeGroup, Groupable } from '../event-types/group-event-types';
import { useEditPollingEndpoint } from '../polling/use-polling-endpoints';
import { type EndpointWords, endpointFields } from './edited-endpoint';
import { pollingFields } from './edited-polling-endpoint';
import {
  type EndpointDraft,
  type OpenedEndpoint,
  type OpenedPolling,
  toBody,
  toDraft,
  toPollingBody,
} from './endpoint-draft';
import { useEditEndpoint, useRefreshApplications } from './use-endpoints';

interface StoreEndpoint {
  readonly appId: string;
  /** What the form was opened with; null: a new one, of the kind of the draft. */
  readonly opened: OpenedEndpoint | OpenedPolling | null;
  /** The current event types, for what a whole group means. */
  readonly groups: readonly EventTypeGroup<Groupable>[];
  /** Absent: those of the admin pages. */
  readonly words?: EndpointWords;
}

/** Stores what a form of an endpoint says, of either kind: a new one, or what was changed of one, and nothing else. */
export function useStoreEndpoint({ appId, opened, groups, words }: StoreEndpoint) {
  const place = { appId, endpointId: opened?.id ?? '', groups, ...(words && { words }) };
  const { api } = useApiScope();
  const create = useMutation({
    mutationFn: (draft: EndpointDraft) =>
      draft.kind === 'polling'
        ? api.call('POST /app/{app}/polling-endpoint', {
            path: { app: appId },
            body: toPollingBody(draft, groups),
          })
        : api.call('POST /app/{app}/endpoint', { path: { app: appId }, body: toBody(draft, groups) }),
    onSuccess: useRefreshApplications(),
  });
  const edit = useEditEndpoint(place);
  const editPolling = useEditPollingEndpoint(place);
  /** @returns what is stored then, as a form keeps it; of a new one its id alone */
  const store = async (draft: EndpointDraft) => {
    if (!opened) return { id: (await create.mutateAsync(draft)).id, stored: null };
    const { id } = opened;
    if (!('url' in opened)) {
      const body = toPollingBody(draft, groups);
      const was = pollingFields(opened);
      await editPolling.save({ opened: was, mine: body });
      return { id, stored: { ...opened, ...body, filter: draft.filter } };
    }
    const body = toBody(draft, groups, toDraft(opened).sending);
    const was = endpointFields(opened, groups);
    await edit.save({ opened: was, mine: { ...was, ...body } });
    return { id, stored: { ...opened, ...body, filter: draft.filter } };
  };
  const saving = opened && !('url' in opened) ? editPolling : edit;
  const { error, isPending } = opened ? saving : create;
  return { store, error, isPending, /** Of one that is edited. */ saving };
}
