import { useQuery } from '@tanstack/react-query';
import type { EventTypeLastSentOut } from '../../../src-server/contract/event-type-summary';
import { useInstance } from '../platform/instance';

/** When each event type was last sent, by name, as RFC 3339 texts in one format. A missing name was never sent. */
export type LastSent = ReadonlyMap<string, string>;

/** Maximum age of an answer while the list is visible, in milliseconds: each answer searches the newest messages. */
const FRESH_MS = 30_000;

/** When each event type was last sent. Idle unless wanted. */
export function useLastSent(isWanted: boolean) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'last-sent'],
    queryFn: ({ signal }) => api.call('GET /event-type-last-sent', {}, signal),
    select: timesByName,
    enabled: isWanted,
    staleTime: FRESH_MS,
    retry: false,
  });
}

function timesByName({ data, countedSince }: EventTypeLastSentOut): {
  readonly times: LastSent;
  /** Null: every message was searched. */
  readonly countedSince: string | null;
} {
  return { times: new Map(data.map(({ name, at }) => [name, at])), countedSince };
}
