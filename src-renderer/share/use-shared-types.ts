import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SharedPreviewOut } from '../../src-server/contract/share-link';
import { ApiClient } from '../api/api-client';
import { listAll } from '../api/list-all';
import type { PreviewType } from '../shared/preview-frames/visible-types';
import { comparedTypes } from './shared-types';

/** A stored catalog may change while it is looked at; how often to look, in milliseconds. */
const EVERY_MS = 30_000;

/**
 * For each frame, the event types that it is compared by. Each list is read with the frame's own token, so that this page
 * knows no name that none of its frames shows. Null until all are read.
 */
export function useSharedTypes(frames: SharedPreviewOut['frames']) {
  const lists = useQueries({
    queries: frames.map(({ token, source }) => ({
      queryKey: ['event-types', token],
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<PreviewType[]> =>
        listAll(
          new ApiClient({ baseAddress: '', token }),
          'GET /event-type',
          { query: { with_content: false } },
          signal,
        ),
      refetchInterval: source === 'stored' ? EVERY_MS : (false as const),
    })),
    combine: (results) => ({
      data: results.map(({ data }) => data),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { refetch } of results) void refetch();
      },
    }),
  });
  const types = useMemo(() => {
    const listed = frames.flatMap(({ featureFlags }, index) => {
      const own = lists.data[index];
      return own ? [{ featureFlags, own }] : [];
    });
    if (listed.length < frames.length) return null;
    return listed.map((frame) => comparedTypes(frame, listed));
  }, [frames, lists.data]);
  return { types, error: lists.error, retry: lists.retry };
}
