import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';
import { isNarrowed, type MessageFilter, toMessageQuery } from './message-filter';

const PAGE_ROWS = 100;
/** Reading the newest page is cheap; a search reads through thousands of messages. */
const LIST_EVERY_MS = 2000;
const SEARCH_EVERY_MS = 10_000;
/** Every page is read again, so a long list stays as it is. */
const LIVE_PAGES_MAX = 4;
/** How many messages the palette offers. */
const FOUND_MAX = 8;
/** How many messages the page of an application shows. */
const NEWEST_MAX = 8;
/** The shortest text that is looked up as the beginning of a message id. */
const ID_START = /^msg_[0-9A-Za-z]/;

/**
 * The messages of all applications that match, newest first, page by page. Kept up to date while `isLive`: new ones
 * appear, and the others change their state.
 */
export function useAllMessages(filter: MessageFilter, isLive: boolean) {
  const { id, api } = useInstance();
  const everyMs = isNarrowed(filter) ? SEARCH_EVERY_MS : LIST_EVERY_MS;
  const pages = useInfiniteQuery({
    queryKey: [id, 'deliveries', 'messages', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'GET /fleet/message',
        { query: { ...toMessageQuery(filter, Date.now()), limit: PAGE_ROWS, iterator: pageParam } },
        signal,
      ),
    getNextPageParam: (last) => (last.done ? undefined : last.iterator),
    refetchInterval: ({ state }) =>
      isLive && (state.data?.pages.length ?? 0) <= LIVE_PAGES_MAX ? everyMs : false,
  });
  const last = pages.data?.pages.at(-1);
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ data }) => data),
    /** How many messages were compared with the filter, and since when. */
    examined: pages.data?.pages.reduce((sum, page) => sum + page.examined, 0) ?? 0,
    examinedSince: last?.examinedSince ?? null,
    /** True: the last page is full, so that scrolling on reads the next one. False: the search ended at its bound. */
    isLastFull: last?.data.length === PAGE_ROWS,
  };
}

/** The newest messages of an application, kept up to date while shown. */
export function useNewestMessages(appId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'newest', appId],
    queryFn: ({ signal }) =>
      api.call('GET /fleet/message', { query: { app_id: appId, limit: NEWEST_MAX } }, signal),
    select: ({ data }) => data,
    refetchInterval: LIST_EVERY_MS,
  });
}

/**
 * Messages of any application with this id, an id that begins with it, or this event id, and where there is none, one of
 * whose ids it is a part; none for other texts.
 */
export function useMessagesById(text: string) {
  const { id, api } = useInstance();
  const q = text.trim();
  const couldBeId = ID_START.test(q) || (/^\S{3,200}$/.test(q) && !/^([>@#]|(ep|app|atmpt)_)/.test(q));
  return useQuery({
    queryKey: [id, 'deliveries', 'by-id', q],
    queryFn: ({ signal }) =>
      api.call('GET /fleet/message', { query: { q, by_id: true, limit: FOUND_MAX } }, signal),
    enabled: couldBeId,
    // An instance too old to search messages finds none.
    retry: false,
  });
}

/**
 * Looks up the message that a text identifies, and where it identifies none, the first that a search for it finds in the
 * newest page; null: there is none.
 */
export function useFindMessage() {
  const { api } = useInstance();
  return useMutation({
    mutationFn: async ({ text, filter }: { readonly text: string; readonly filter: MessageFilter }) => {
      const q = text.trim();
      const { data } = await api.call('GET /fleet/message', { query: { q, by_id: true, limit: 2 } });
      const [found, another] = data;
      // A word within an id is found, too, and identifies nothing.
      const isMeant = found?.eventId === q || found?.id.startsWith(q) || found?.id.startsWith(`msg_${q}`);
      if (found && !another && isMeant) return found;
      const query = { ...toMessageQuery({ ...filter, q }, Date.now()), limit: 1 };
      return (await api.call('GET /fleet/message', { query })).data[0] ?? null;
    },
  });
}
