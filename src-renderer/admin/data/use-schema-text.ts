import { useQuery } from '@tanstack/react-query';
import { get } from '../../../src-server/json-schema/json-node';
import { parseJson } from '../../../src-server/json-schema/parse-json';
import { laidOut } from '../../../src-server/json-schema/print-json';
import { rawMember } from '../../../src-server/json-schema/raw-json-text';
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
  return { schema: schemaInResponse(text), tag };
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

/**
 * The current schema in an API response about one event type, with its key order and number spelling. Null: the event
 * type has none.
 */
export function schemaInResponse(text: string): string | null {
  const parsed = parseJson(text);
  if (parsed.ok) {
    const schema = get(get(parsed.node, 'schemas'), '1');
    return schema ? laidOut(schema) : null;
  }
  // Nested more deeply than our reader goes: one line is better than nothing.
  return rawMember(rawMember(text, 'schemas') ?? '', '1') ?? null;
}

/** The body of a change that contains the schema verbatim, together with other fields. */
export function bodyWithSchema(schemaText: string, others: Readonly<Record<string, unknown>> = {}): string {
  const fields = JSON.stringify(others).slice(1, -1);
  return `{${fields}${fields === '' ? '' : ','}"schema":${schemaText}}`;
}
