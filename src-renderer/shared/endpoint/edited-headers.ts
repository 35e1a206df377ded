import type { ApiClient } from '../../api/api-client';
import { callTagged } from '../forms/call-tagged';
import type { EditedThing } from '../forms/save-changes';

/** Request headers by name. Null: there is none. */
export type HeaderFields = Readonly<Record<string, string | null>>;

/** What stands for a value that nobody may read back. */
const HIDDEN_VALUE = '(hidden)';

/** Some of the extra request headers of an endpoint, in the spelling in which they are to be set, for a form that saves them. */
export function editedHeaders(
  api: Pick<ApiClient, 'callText'>,
  { appId, endpointId }: { readonly appId: string; readonly endpointId: string },
  names: readonly string[],
) {
  const path = { app: appId, endpoint: endpointId };
  return {
    fields: Object.fromEntries(names.map((name) => [name, { label: name, members: [name] }])),
    read: async () => {
      const { value, tag } = await callTagged(api, 'GET /app/{app}/endpoint/{endpoint}/headers', { path });
      return { value: headerFields(value, names), tag };
    },
    write: (headers: Partial<HeaderFields>, ifMatch: string | null) =>
      api.callText(
        'PATCH /app/{app}/endpoint/{endpoint}/headers',
        { path, body: { headers: headers as HeaderFields } },
        { ifMatch },
      ),
  } satisfies EditedThing<HeaderFields>;
}

/** The values of headers, whose names are compared without regard to case. */
export function headerFields(
  {
    headers,
    sensitive,
  }: { readonly headers: Readonly<Record<string, string>>; readonly sensitive: readonly string[] },
  names: readonly string[],
): HeaderFields {
  const values = new Map([
    ...Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
    ...sensitive.map((name) => [name.toLowerCase(), HIDDEN_VALUE] as const),
  ]);
  return Object.fromEntries(names.map((name) => [name, values.get(name.toLowerCase()) ?? null]));
}
