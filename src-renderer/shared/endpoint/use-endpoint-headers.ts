import { useQuery, useQueryClient } from '@tanstack/react-query';
import { whenDone } from '../../api/when-done';
import { useDraft } from '../../ui/drafts/use-draft';
import { useDrafted } from '../../ui/drafts/use-drafted';
import { useApiScope } from '../api-scope';
import { useSaveChanges } from '../forms/use-save-changes';
import { editedHeaders, type HeaderFields, headerFields } from './edited-headers';

/** The extra request headers of an endpoint, and the form that sets one of them. */
export function useEndpointHeaders(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  const path = { app: appId, endpoint: endpointId };
  const queryKey = [...key, 'applications', 'headers', appId, endpointId];
  const headers = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /app/{app}/endpoint/{endpoint}/headers', { path }, signal),
  });
  const form = useDraft([...key, 'headers', appId, endpointId].join('/'), null);
  const [name, setName] = useDrafted(form, 'name', '');
  // A value may be a credential.
  const [value, setValue] = useDrafted(form, 'value', '', 'secret');
  const read = headers.data ?? { headers: {}, sensitive: [] };
  const names = [...new Set([...Object.keys(read.headers), ...read.sensitive, name.trim()])];
  const thing = editedHeaders(api, { appId, endpointId }, names);
  const saving = useSaveChanges<HeaderFields>(thing, () => client.invalidateQueries({ queryKey }));
  /** Null removes it. */
  const change = (header: string, next: string | null, then: () => void) => {
    const opened = headerFields(read, names);
    whenDone(saving.save({ opened, mine: { ...opened, [header]: next } }), then);
  };
  const canSet = name.trim() !== '' && headers.data !== undefined && !saving.isPending;
  return {
    headers,
    /** Name and value; null for a value that nobody may read back. */
    rows: [...Object.entries(read.headers), ...read.sensitive.map((secret) => [secret, null] as const)],
    remove: (header: string) => change(header, null, () => undefined),
    /** What became of the last change. */
    saving,
    ...{ name, setName, value, setValue, canSet },
    /** Sets the header that was typed, then clears the form unless more was typed. */
    set: () => {
      if (canSet) change(name.trim(), value, () => form.saved(null));
    },
  };
}
