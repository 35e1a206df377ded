import { useQuery } from '@tanstack/react-query';
import type { EventTypeLastSentOut } from '../../../src-server/contract/event-type-summary';
import { useInstance } from '../platform/instance';

/** When each event type was last sent, by name, as RFC 3339 texts of one form. A name that is missing was never sent. */
export type LastSent = ReadonlyMap<string, string>;

/** How old an answer may be while the list is in view, in milliseconds: the newest messages are looked through for it. */
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
  /** Null: every message was looked at. */
  readonly countedSince: string | null;
} {
  return { times: new Map(data.map(({ name, at }) => [name, at])), countedSince };
}
