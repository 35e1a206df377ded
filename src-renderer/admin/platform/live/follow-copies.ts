import type { LiveEvent } from '../../../../src-server/contract/live-event';
import type { ApiClient } from '../../../api/api-client';
import { readEvents } from '../../../api/read-events';
import { pause } from './pause';

const RETRY_MS = 5000;

/**
 * Calls `onChange` with the connection whose working copy has changed, as the local server says, and with null when
 * changes may have been missed. Only while the page is visible: a browser has few connections to a server, and windows
 * that nobody sees must not use them up.
 */
export async function followCopies(
  local: ApiClient,
  onChange: (connectionId: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    await visible(signal);
    if (signal.aborted) return;
    const stop = new AbortController();
    const close = () => {
      if (signal.aborted || document.hidden) stop.abort();
    };
    signal.addEventListener('abort', close, { signal: stop.signal });
    document.addEventListener('visibilitychange', close, { signal: stop.signal });
    try {
      const stream = await local.openStream('GET /live', {}, stop.signal);
      if (!isFirst) onChange(null);
      for await (const text of readEvents(stream)) {
        const event = JSON.parse(text) as LiveEvent;
        if (event.kind === 'working-copy-changed') onChange(event.connectionId);
      }
    } catch {
      // The window says elsewhere when the server does not answer.
    }
    const wasHidden = stop.signal.aborted;
    stop.abort();
    if (!wasHidden) await pause(RETRY_MS, signal);
  }
}

function visible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve();
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}
