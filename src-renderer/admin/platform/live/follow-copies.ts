import type { LiveEvent } from '../../../../src-server/contract/live-event';
import type { ApiClient } from '../../../api/api-client';
import { readWhileVisible } from '../../../api/read-while-visible';

/**
 * Calls `onChange` with the connection whose working copy has changed, as the local server says, and with null when
 * changes may have been missed. What fails here, the window says elsewhere.
 */
export function followCopies(
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
