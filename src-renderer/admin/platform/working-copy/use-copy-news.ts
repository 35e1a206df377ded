import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '../../../../src-server/contract/live-event';
import type { ApiClient } from '../../../api/api-client';
import { readWhileVisible } from '../../../api/read-while-visible';
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

/**
 * Calls `onChange` with the connection whose working copy has changed, as the local server says, and with null when
 * changes may have been missed. What fails here, the window says elsewhere.
 */
function followCopies(
  local: ApiClient,
  onChange: (connectionId: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  return readWhileVisible(
    {
      open: (stop) => local.openStream('GET /live', {}, stop),
      onOpen(isFirst) {
        if (!isFirst) onChange(null);
      },
      onEvent(text) {
        const event = JSON.parse(text) as LiveEvent;
        if (event.kind === 'working-copy-changed') onChange(event.connectionId);
      },
      retryMs: 5000,
    },
    signal,
  );
}
