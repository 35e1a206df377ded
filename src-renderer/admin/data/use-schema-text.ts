import { useQuery } from '@tanstack/react-query';
import { schemaInAnswer } from '../../shared/schema-edit/schema-in-answer';
import { useInstance } from '../platform/instance';
import type { CatalogApi } from '../platform/working-copy/catalog-api';

/** A schema as the instance has it. */
export interface ServedSchema {
  /** Verbatim as on the instance; null: the event type has none. */
  readonly schema: string | null;
  /** Identifies the state of the event type; null: the instance sends none. */
  readonly tag: string | null;
}

/** Reads as text: in an object, keys that look like numbers would lose their place. */
export async function readServedSchema(
  api: CatalogApi,
  name: string,
  signal?: AbortSignal,
): Promise<ServedSchema> {
  const { text, tag } = await api.callText('GET /event-type/{name}', { path: { name } }, { signal });
  return { schema: schemaInAnswer(text), tag };
}

/** Below the key of the event type, so that invalidating that one invalidates this one too. */
export function servedSchemaKey(instance: string, name: string) {
  return [instance, 'catalog', 'type', name, 'schema text'] as const;
}

/** The schema of an event type, for editing. */
export function useServedSchema(name: string) {
  const { id, catalog: api } = useInstance();
  return useQuery({
    queryKey: servedSchemaKey(id, name),
    queryFn: ({ signal }) => readServedSchema(api, name, signal),
    enabled: name !== '',
  });
}
