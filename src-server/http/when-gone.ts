import type { ServerResponse } from 'node:http';

/**
 * Calls listeners once the answer is sent, or the client is gone. Uses a single listener on the response, however many
 * tasks a request consists of.
 */
export function whenGone(response: ServerResponse): (listener: () => void) => void {
  const listeners: (() => void)[] = [];
  return (listener) => {
    if (listeners.push(listener) > 1) return;
    response.once('close', () => {
      for (const tell of listeners) tell();
    });
  };
}
