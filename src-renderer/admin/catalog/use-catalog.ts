import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EventTypeOut,
  EventTypePatch,
  GenerateExampleOut,
} from '../../../src-server/contract/event-type';
import type { ListResponse } from '../../../src-server/contract/list';
import { listAll } from '../../api/list-all';
import { useInstance } from '../frame/instance';

/** All event types by name, archived ones too, without their schemas. */
export function useEventTypes() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'list'],
    queryFn: ({ signal }) =>
      listAll<EventTypeOut>(api, '/event-type', { include_archived: true, with_content: false }, signal),
  });
}

/** So many stand for the whole list while that is being read. */
const FIRST = 100;

/** The first event types by name, to be shown while a long list is being read; idle where that is there already. */
export function useFirstEventTypes(isWanted: boolean) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'first'],
    queryFn: ({ signal }) =>
      api.get<ListResponse<EventTypeOut>>(
        '/event-type',
        { include_archived: true, with_content: false, limit: FIRST },
        signal,
      ),
    enabled: isWanted,
    gcTime: 0,
  });
}

/** One event type with its schemas. */
export function useEventType(name: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'type', name],
    queryFn: ({ signal }) => api.get<EventTypeOut>(`/event-type/${encodeURIComponent(name)}`, {}, signal),
    enabled: name !== '',
  });
}

/** The current schema of an event type; null when it has none. */
export function schemaOf(type: Pick<EventTypeOut, 'schemas'> | undefined): unknown {
  return type?.schemas?.['1'] ?? null;
}

/**
 * The author's example, else one made from the schema; or the example of one variant. Idle while there is no schema.
 */
export function useExample(type: EventTypeOut | undefined, variant: number | null = null) {
  const { id, api } = useInstance();
  const schema = schemaOf(type);
  return useQuery({
    queryKey: [id, 'catalog', 'example', type?.name, type?.updatedAt, variant],
    queryFn: ({ signal }) =>
      api.post<GenerateExampleOut>(
        '/event-type/schema/generate-example',
        variant === null ? { schema } : { schema, variant },
        signal,
      ),
    enabled: schema !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Feature flags in use, most used first. */
export function knownFlags(types: readonly EventTypeOut[] | undefined): string[] {
  const counts = new Map<string, number>();
  for (const flag of (types ?? []).flatMap((type) => type.featureFlags ?? [])) {
    counts.set(flag, (counts.get(flag) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([flag]) => flag);
}

export function useCreateEventType() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    /** @param body JSON text of an EventTypeIn, so that a schema in it stays as it was written */
    mutationFn: (body: string) => api.postText<EventTypeOut>('/event-type', body),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'catalog'] }),
  });
}

export function usePatchEventType(name: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: EventTypePatch) =>
      api.patch<EventTypeOut>(`/event-type/${encodeURIComponent(name)}`, patch),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'catalog'] }),
  });
}

/** Removes an event type for good, not only from lists. */
export function useExpungeEventType(name: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete(`/event-type/${encodeURIComponent(name)}`, { expunge: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'catalog', 'list'] }),
  });
}
