import { createStore } from 'zustand/vanilla';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
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
  /** The background task that moved last, as it is now; null until one has. */
  readonly task: BackgroundTaskOut | null;
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
    task: null,
  }));
}

/**
 * Listens to an instance until `signal` aborts, and connects again after every break: at first after half a
 * second, then ever more slowly up to eight. Each time the server begins with its newest attempts, so a short
 * break leaves no gap.
 * @param onChange called for each event that is not an attempt
 */
export async function listen(
  api: ApiClient,
  store: LiveStore,
  onChange: (kind: 'catalog-changed' | 'applications-changed') => void,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = RETRY_FIRST_MS;
  let first = true;
  while (!signal.aborted) {
    let reason = 'The server ended the stream.';
    try {
      const stream = await api.openStream('/live', signal);
      let opening = true;
      store.setState({ link: 'live', reason: null, sinceMs: Date.now() });
      delayMs = RETRY_FIRST_MS;
      for await (const text of readEvents(stream)) {
        const event = JSON.parse(text) as LiveEvent;
        if (event.kind === 'attempts') receive(event, store, opening && first);
        else if (event.kind === 'background-task') store.setState({ task: event.task });
        else if (event.kind !== 'buckets') onChange(event.kind);
        if (event.kind === 'attempts') opening = false;
      }
    } catch (cause) {
      reason = toApiFailure(cause).detail;
    }
    if (signal.aborted) return;
    first = false;
    if (store.getState().link !== 'lost') store.setState({ link: 'lost', sinceMs: Date.now() });
    store.setState({ reason });
    await pause(delayMs, signal);
    delayMs = Math.min(delayMs * 2, RETRY_MAX_MS);
  }
}

/** Adds attempts, none twice. `old` ones happened before the page began to listen and are not counted. */
function receive(event: LiveEvent & { readonly kind: 'attempts' }, store: LiveStore, old: boolean): void {
  const { attempts, received, skipped } = store.getState();
  const known = new Set(attempts.map(({ id }) => id));
  const fresh = event.attempts.filter(({ id }) => !known.has(id)).reverse();
  store.setState({
    attempts: [...fresh, ...attempts].slice(0, LIVE_ATTEMPTS_MAX),
    received: old ? received : received + fresh.length + event.skipped,
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
