import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

/** How many attempts the palette offers. */
const FOUND_MAX = 8;
/** An attempt id or its beginning; without the prefix, long enough that few ids begin with it. */
const COULD_BE_ID = /^(atmpt_[0-9A-Za-z]+|[0-9A-Za-z]{4,27})$/;

const WHOLE_ID = /^atmpt_[0-9A-Za-z]{1,40}$/;

/** Attempts of any application whose id is, begins with, or else contains this text, with or without its prefix; none for other texts. */
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

/** One attempt of any application; null: there is none with this id. Idle for an empty id. */
export function useAttempt(attemptId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'attempt', attemptId],
    queryFn: async ({ signal }) => {
      if (!WHOLE_ID.test(attemptId)) return null;
      const { data } = await api.call('GET /fleet/attempt', { query: { q: attemptId, limit: 1 } }, signal);
      return data.find((attempt) => attempt.id === attemptId) ?? null;
    },
    enabled: attemptId !== '',
  });
}
