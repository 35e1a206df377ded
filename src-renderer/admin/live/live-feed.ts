import { createStore } from 'zustand/vanilla';
import type { LiveAttempt, LiveEvent } from '../../../src-server/contract/live-event';
import type { ApiClient } from '../../api/api-client';
import { toApiFailure } from '../../api/api-failure';
import { readEvents } from '../../api/read-events';

/** Most attempts kept; the oldest go first. A page that runs for a week must not grow for a week. */
export const LIVE_ATTEMPTS_MAX = 1000;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 8000;

export interface LiveState {
  readonly link: 'connecting' | 'live' | 'lost';
  /** Why it was lost, in words; null unless it is. */
  readonly reason: string | null;
  /** When `link` last changed, in ms since 1970. */
  readonly sinceMs: number;
  /** Newest first. */
  readonly attempts: readonly LiveAttempt[];
  /** Attempts that have come since the page began to listen, kept or not. */
  readonly received: number;
  /** Attempts the server left out of its pushes because there were too many at once. */
  readonly skipped: number;
}

export type LiveStore = ReturnType<typeof createLiveStore>;

export function createLiveStore() {
  return createStore<LiveState>(() => ({
    link: 'connecting',
    reason: null,
    sinceMs: Date.now(),
    attempts: [],
    received: 0,
    skipped: 0,
  }));
}

/**
 * Listens to an instance until `signal` aborts, and connects again after every break: at first after half a
 * second, then ever more slowly up to eight. What happened during a break is not repeated by the server.
 * @param onChange called for each event that is not an attempt
 */
export async function listen(
  api: ApiClient,
  store: LiveStore,
  onChange: (kind: 'catalog-changed' | 'applications-changed') => void,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    let reason = 'The server ended the stream.';
    try {
      const stream = await api.openStream('/live', signal);
      store.setState({ link: 'live', reason: null, sinceMs: Date.now() });
      delayMs = RETRY_FIRST_MS;
      for await (const text of readEvents(stream)) receive(JSON.parse(text) as LiveEvent, store, onChange);
    } catch (cause) {
      reason = toApiFailure(cause).detail;
    }
    if (signal.aborted) return;
    if (store.getState().link !== 'lost') store.setState({ link: 'lost', sinceMs: Date.now() });
    store.setState({ reason });
    await pause(delayMs, signal);
    delayMs = Math.min(delayMs * 2, RETRY_MAX_MS);
  }
}

function receive(
  event: LiveEvent,
  store: LiveStore,
  onChange: (kind: 'catalog-changed' | 'applications-changed') => void,
): void {
  if (event.kind !== 'attempts') {
    onChange(event.kind);
    return;
  }
  const { attempts, received, skipped } = store.getState();
  store.setState({
    attempts: [...event.attempts.toReversed(), ...attempts].slice(0, LIVE_ATTEMPTS_MAX),
    received: received + event.attempts.length + event.skipped,
    skipped: skipped + event.skipped,
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
