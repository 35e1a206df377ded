import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiClient } from '../../../api/api-client';
import { followCopies } from '../live/follow-copies';
import { workingCopyKey } from './copy-keys';

/** A sync writes one event type after the other: the catalog is read again when it pauses. */
const SETTLE_MS = 1000;

/** Reads the working copy again after somebody changed it, in this window or in another one. */
export function useCopyNews(id: string, local: ApiClient, isCopy: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isCopy) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = (connectionId: string | null) => {
      if (connectionId !== null && connectionId !== id) return;
      void client.invalidateQueries({ queryKey: workingCopyKey(id, 'state') });
      clearTimeout(timer);
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: [id, 'catalog'] }), SETTLE_MS);
    };
    void followCopies(local, onChange, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [id, local, isCopy, client]);
}
