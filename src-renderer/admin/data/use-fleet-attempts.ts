import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

/** How many attempts the palette offers. */
const FOUND_MAX = 8;
/** An attempt id or its beginning; without the prefix, long enough that few ids begin with it. */
const COULD_BE_ID = /^(atmpt_[0-9A-Za-z]+|[0-9A-Za-z]{4,27})$/;

/** Attempts of any application whose id is or begins with this text, with or without its prefix; none for other texts. */
export function useAttemptsById(text: string) {
  const { id, api } = useInstance();
  const q = text.trim();
  return useQuery({
    queryKey: [id, 'deliveries', 'attempts-by-id', q],
    queryFn: ({ signal }) => api.call('GET /fleet/attempt', { query: { q, limit: FOUND_MAX } }, signal),
    enabled: COULD_BE_ID.test(q),
    // An instance too old to search attempts finds none.
    retry: false,
  });
}
