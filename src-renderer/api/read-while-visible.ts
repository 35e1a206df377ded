import { pause } from './pause';
import { readEvents } from './read-events';

/** A stream of server-sent events that is read for as long as its page is looked at. */
interface VisibleStream {
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  /** Called with the data of each event. */
  readonly onEvent?: (text: string) => void;
  /** Called when it has begun. @param isFirst false: something may have been missed before */
  readonly onOpen?: (isFirst: boolean) => void;
  /** Called when the server has ended or refused it. Null: it ended. */
  readonly onEnd?: (cause: unknown) => void;
  /** How long to wait before it is opened again after that. */
  readonly retryMs: number;
}

/**
 * Reads a stream until `signal` aborts, and opens it again after each break. Only while the page is visible: a browser
 * has few connections to a server, and windows that nobody sees must not use them up.
 */
export async function readWhileVisible(stream: VisibleStream, signal: AbortSignal): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    await visible(signal);
    if (signal.aborted) return;
    const stop = new AbortController();
    const close = () => {
      if (signal.aborted || document.hidden) stop.abort();
    };
    signal.addEventListener('abort', close, { signal: stop.signal });
    document.addEventListener('visibilitychange', close, { signal: stop.signal });
    let failure: unknown = null;
    try {
      const body = await stream.open(stop.signal);
      stream.onOpen?.(isFirst);
      for await (const text of readEvents(body)) stream.onEvent?.(text);
    } catch (cause) {
      failure = cause;
    }
    const wasHidden = stop.signal.aborted;
    stop.abort();
    if (wasHidden) continue;
    stream.onEnd?.(failure);
    await pause(stream.retryMs, signal);
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
