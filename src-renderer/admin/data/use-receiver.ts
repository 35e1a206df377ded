import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

/** The bin of the built-in receiver in a URL; null if it is not on the instance at `origin`. */
export function receiverBin(url: string, origin: string): string | null {
  if (!URL.canParse(url) || !URL.canParse(origin)) return null;
  const target = new URL(url);
  const home = new URL(origin);
  const sameHost = target.host === home.host;
  const bothHere = target.port === home.port && isLoopback(target.hostname) && isLoopback(home.hostname);
  if (!sameHost && !bothHere) return null;
  return /^\/receiver\/([^/]+)\/?$/.exec(target.pathname)?.[1] ?? null;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** What the built-in receiver got in one bin; polled every second while visible. */
export function useReceiverLog(bin: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'receiver', bin],
    queryFn: ({ signal }) => api.call('GET /receiver/{bin}', { path: { bin } }, signal),
    refetchInterval: 1000,
  });
}

/** Creates the sample application with an endpoint at the built-in receiver, and a few event types. */
export function useCreateSample() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /sample'),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [id] });
    },
  });
}
