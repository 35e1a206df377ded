import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { whenDone } from '../../api/when-done';
import { useApiScope } from '../api-scope';

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
  const change = useMutation({
    /** Null removes a header. */
    mutationFn: (next: Readonly<Record<string, string | null>>) =>
      api.call('PATCH /app/{app}/endpoint/{endpoint}/headers', { path, body: { headers: next } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const canSet = name.trim() !== '' && !change.isPending;
  return {
    headers,
    /** Name and value; null for a value that nobody may read back. */
    rows: [
      ...Object.entries(headers.data?.headers ?? {}),
      ...(headers.data?.sensitive ?? []).map((secret) => [secret, null] as const),
    ],
    remove: (header: string) => change.mutate({ [header]: null }),
    /** Why the last change failed; null when it did not. */
    changeError: change.error,
    ...{ name, setName, value, setValue, canSet },
    /** Sets the header that was typed, then clears the form. */
    set: () => {
      if (!canSet) return;
      whenDone(change.mutateAsync({ [name.trim()]: value }), () => {
        setName('');
        setValue('');
      });
    },
  };
}
