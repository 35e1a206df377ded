import type { ServerResponse } from 'node:http';

/** @param isAnswered false: the client did not get the response, or not all of it */
export type GoneListener = (isDelivered: boolean) => void;

/**
 * Calls listeners once the response is sent, or the client is gone, and says which. Uses a single listener on the response, however many
 * tasks a request consists of.
 */
export function whenGone(response: ServerResponse): (listener: GoneListener) => void {
  const listeners: GoneListener[] = [];
  return (listener) => {
    // It is gone already: nothing says so again.
    if (response.destroyed) return queueMicrotask(() => listener(response.writableFinished));
    if (listeners.push(listener) > 1) return;
    response.once('close', () => {
      for (const tell of listeners) tell(response.writableFinished);
    });
  };
}
