import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import type { ChangesSince, ListedEventType } from '../../../src-server/contract/event-type-summary';
import { ApiFailure } from '../../api/api-failure';
import { listAll } from '../../api/list-all';
import { useSaveChanges } from '../../shared/forms/use-save-changes';
import { useInstance } from '../platform/instance';
import type { CatalogApi } from '../platform/working-copy/catalog-api';
import { prepareOrder } from './catalog-order';
import { type EventTypeFields, editedEventType } from './edited-event-type';
import { useRefreshingMutation } from './use-refreshing-mutation';

/** All event types, and the starting point for counting their changes. */
interface Catalog {
  /** By name. */
  readonly types: readonly ListedEventType[];
  /** Null: nothing was published or imported, or the instance does not report it. */
  readonly changesSince: ChangesSince | null;
}

/** All event types by name as they are edited, archived ones too, without their schemas. */
export function useEventTypes() {
  const { id, catalog } = useInstance();
  return useCatalog(catalog, [id, 'catalog', 'list'], typesOf);
}

/** All event types as the instance serves them. For screens about deliveries, which never use the working copy. */
export function useServedEventTypes() {
  const { id, api, isCopy } = useInstance();
  return useCatalog(api, [id, 'catalog', ...(isCopy ? ['served', 'list'] : ['list'])], typesOf);
}

/** All event types at a time, as the instance knows it; archived ones too, without their schemas. Idle for null. */
export function useEventTypesAt(at: string | null) {
  const { id, api } = useInstance();
  return useQuery<readonly ListedEventType[]>({
    queryKey: [id, 'catalog', 'at', at],
    queryFn: ({ signal }) =>
      listAll(
        api,
        'GET /event-type',
        { query: { include_archived: true, with_content: false, ...(at === null ? {} : { at }) } },
        signal,
      ),
    enabled: at !== null,
  });
}

/** The starting point for counting changes of event types; null or undefined: none. */
export function useChangesSince(): ChangesSince | null | undefined {
  const { id, catalog } = useInstance();
  return useCatalog(catalog, [id, 'catalog', 'list'], changesSinceOf).data;
}

function useCatalog<T>(api: CatalogApi, queryKey: readonly string[], select: (catalog: Catalog) => T) {
  const client = useQueryClient();
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      shareCatalog(client.getQueryData<Catalog>(queryKey), await readCatalog(api, signal)),
    select,
    structuralSharing: false,
  });
}

const typesOf = ({ types }: Catalog) => types;
const changesSinceOf = ({ changesSince }: Catalog) => changesSince;

async function readCatalog(api: CatalogApi, signal: AbortSignal): Promise<Catalog> {
  const catalog = await readSummaries(api, signal);
  await prepareOrder(catalog.types, signal);
  return catalog;
}

async function readSummaries(api: CatalogApi, signal: AbortSignal): Promise<Catalog> {
  try {
    const { data, changesSince } = await api.call('GET /event-type-summaries', {}, signal);
    return { types: data, changesSince };
  } catch (cause) {
    if (!(cause instanceof ApiFailure) || cause.status !== 404) throw cause;
  }
  // An older instance only knows pages.
  const query = { include_archived: true, with_content: false };
  return { types: await listAll(api, 'GET /event-type', { query }, signal), changesSince: null };
}

/** Keeps the previous list if nothing changed: a deep comparison of every field would take long for a long catalog. */
function shareCatalog(before: Catalog | undefined, now: Catalog): Catalog {
  const isSame =
    before?.types.length === now.types.length &&
    before.changesSince?.at === now.changesSince?.at &&
    before.types.every((type, index) => isSameRow(type, now.types[index]));
  return isSame ? before : now;
}

/** Every change that a person makes to an event type also changes its timestamp. */
function isSameRow(a: ListedEventType, b: ListedEventType | undefined): boolean {
  return a.name === b?.name && a.updatedAt === b.updatedAt && a.change === b.change;
}

/** How many stand in for the whole list while it is being read. */
const FIRST = 100;

/** The first event types by name, shown while a long list is being read; idle if the list is already there. */
export function useFirstEventTypes(isWanted: boolean) {
  const { id, catalog: api, isCopy } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'first'],
    queryFn: ({ signal }) =>
      api.call(
        'GET /event-type',
        { query: { include_archived: true, with_content: false, limit: FIRST } },
        signal,
      ),
    // A working copy is always read in one piece.
    enabled: isWanted && !isCopy,
    gcTime: 0,
  });
}

/** One event type as it is edited, with its schemas. */
export function useEventType(name: string) {
  const { id, catalog } = useInstance();
  return useOneType(catalog, [id, 'catalog', 'type', name], name);
}

/** One event type as the instance serves it, with its schemas. */
export function useServedEventType(name: string) {
  const { id, api, isCopy } = useInstance();
  return useOneType(api, [id, 'catalog', ...(isCopy ? ['served'] : []), 'type', name], name);
}

function useOneType(api: CatalogApi, queryKey: readonly string[], name: string) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /event-type/{name}', { path: { name } }, signal),
    enabled: name !== '',
  });
}

/** The current schema of an event type; null if it has none. */
export function schemaOf(type: Pick<EventTypeOut, 'schemas'> | undefined): unknown {
  return type?.schemas?.['1'] ?? null;
}

/** The author's example, otherwise a generated one; or the example of one variant. Idle without a schema. */
export function useExample(type: EventTypeOut | undefined, variant: number | null = null) {
  const { id, catalog: api } = useInstance();
  const schema = schemaOf(type);
  return useQuery({
    queryKey: [id, 'catalog', 'example', type?.name, variant, type?.updatedAt],
    queryFn: ({ signal }) =>
      api.call(
        'POST /event-type/schema/generate-example',
        { body: variant === null ? { schema } : { schema, variant } },
        signal,
      ),
    enabled: schema !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // A change by somebody else must not take away the form in which one is being edited.
    placeholderData: (before, query) =>
      query?.queryKey[3] === type?.name && query?.queryKey[4] === variant ? before : undefined,
  });
}

/** Feature flags in use, most used first. */
export function knownFlags(types: readonly ListedEventType[] | undefined): string[] {
  const counts = new Map<string, number>();
  for (const flag of (types ?? []).flatMap((type) => type.featureFlags ?? [])) {
    counts.set(flag, (counts.get(flag) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([flag]) => flag);
}

/** Creates an event type from the JSON text of an EventTypeIn, so that its schema stays exactly as written. */
export function useCreateEventType() {
  const { id, catalog: api } = useInstance();
  return useRefreshingMutation([id, 'catalog'], (bodyText: string) =>
    api.call('POST /event-type', { bodyText }),
  );
}

/** Saves what was changed of an event type, and nothing else. */
export function useEditEventType(name: string) {
  const { id, catalog } = useInstance();
  const client = useQueryClient();
  return useSaveChanges<EventTypeFields>(editedEventType(catalog, name), () =>
    client.invalidateQueries({ queryKey: [id, 'catalog'] }),
  );
}

/** Removes an event type permanently, not only from lists. */
export function useExpungeEventType(name: string) {
  const { id, catalog: api } = useInstance();
  return useRefreshingMutation([id, 'catalog', 'list'], () =>
    api.call('DELETE /event-type/{name}', { path: { name }, query: { expunge: true } }),
  );
}
