import { createStore } from 'zustand/vanilla';
import type { BackgroundTaskOut } from '../../../../src-server/contract/background-task';
import type { LiveAttempt, LiveEvent } from '../../../../src-server/contract/live-event';
import type { ApiClient } from '../../../api/api-client';
import { ApiFailure, TOKEN_KIND, toApiFailure } from '../../../api/api-failure';
import { pause } from '../../../api/pause';
import { readEvents } from '../../../api/read-events';
import type { TrafficFeed } from './traffic-feed';

/** Most attempts kept; the oldest are dropped first. A page that runs for a week must not grow for a week. */
const LIVE_ATTEMPTS_MAX = 1000;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 8000;
/** What happened before a stream began arrives on the one before it within this time: pushes are 250 ms apart. */
const LAST_PUSH_MS = 750;

export interface LiveState {
  /** `closed`: the token may not listen. */
  readonly link: 'connecting' | 'live' | 'lost' | 'closed';
  /** Why the connection was lost or is closed, in words; null unless it is. */
  readonly reason: string | null;
  /** The same as the code of a failure, such as `remote_token_refused`; null unless it is. */
  readonly code: string | null;
  /** When `link` last changed, in ms since 1970. */
  readonly sinceMs: number;
  /** Newest first. */
  readonly attempts: readonly LiveAttempt[];
  /** Attempts that the server left out of its pushes because there were too many at once. */
  readonly skipped: number;
}

export type LiveStore = ReturnType<typeof createLiveStore>;

export function createLiveStore() {
  return createStore<LiveState>(() => ({
    link: 'connecting',
    reason: null,
    code: null,
    sinceMs: Date.now(),
    attempts: [],
    skipped: 0,
  }));
}

/** An event that only says what to read again. */
export type ChangeKind =
  | 'catalog-changed'
  | 'applications-changed'
  | 'attention-changed'
  | 'sending-changed'
  | 'network-changed';

/** How a listener handles events other than attempts. */
interface LiveHandlers {
  /** Something of this kind has changed and should be read again. */
  onChange(kind: ChangeKind): void;
  /** A background task made progress or ended. */
  onTask(task: BackgroundTaskOut): void;
  /** The endpoints that the stream should watch, and the receiver of their updates. */
  readonly traffic: Pick<TrafficFeed, 'wanted' | 'wantedOther' | 'opened' | 'lost' | 'receive'>;
}

/**
 * Listens to an instance until `signal` aborts, and reconnects after every break: at first after half a second, then
 * with growing delays of up to eight seconds. Each time the server begins with its newest attempts, so a short break
 * leaves no gap. When the watched endpoints change, the next stream is opened before the last one is closed, and that one
 * stays until it has pushed what happened before the next one began.
 */
export async function listen(
  api: ApiClient,
  store: LiveStore,
  handlers: LiveHandlers,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = RETRY_FIRST_MS;
  const onOpen = () => {
    delayMs = RETRY_FIRST_MS;
    if (store.getState().link !== 'live')
      store.setState({ link: 'live', reason: null, code: null, sinceMs: Date.now() });
  };
  const read: ReadStream = async (endpointIds, stop, onFirst) => {
    const query = { endpoints: endpointIds.length === 0 ? null : endpointIds };
    const stream = await api.openStream('GET /live', { query }, stop);
    let opening = true;
    onOpen();
    handlers.traffic.opened(endpointIds);
    for await (const text of readEvents(stream)) {
      const event = JSON.parse(text) as LiveEvent;
      if (event.kind === 'attempts') receive(event, store);
      else if (event.kind === 'buckets') handlers.traffic.receive(event.endpoints);
      else if (event.kind === 'background-task') handlers.onTask(event.task);
      // Working copies of an instance are edited elsewhere.
      else if (event.kind !== 'working-copy-changed') handlers.onChange(event.kind);
      if (opening) onFirst();
      opening = false;
    }
  };
  while (!signal.aborted) {
    const failure = await follow(read, handlers.traffic, signal);
    if (signal.aborted || !failure) return;
    handlers.traffic.lost();
    if (failure.code === TOKEN_KIND) {
      store.setState({ link: 'closed', reason: failure.detail, code: failure.code });
      return;
    }
    if (store.getState().link !== 'lost') store.setState({ link: 'lost', sinceMs: Date.now() });
    store.setState({ reason: failure.detail, code: failure.code });
    await pause(delayMs, signal);
    delayMs = Math.min(delayMs * 2, RETRY_MAX_MS);
  }
}

/** Reads a stream that watches these endpoints to its end; calls `onFirst` when the first event has been read. */
type ReadStream = (endpointIds: readonly string[], stop: AbortSignal, onFirst: () => void) => Promise<void>;

/** Reads one stream after another as the watched endpoints change. @returns why the last one ended; null: `signal` ended it */
async function follow(
  read: ReadStream,
  traffic: LiveHandlers['traffic'],
  signal: AbortSignal,
): Promise<ApiFailure | null> {
  let closeBefore: () => void = () => undefined;
  while (!signal.aborted) {
    const endpointIds = traffic.wanted();
    const stop = new AbortController();
    const close = () => stop.abort();
    signal.addEventListener('abort', close, { signal: stop.signal });
    const closeOlder = closeBefore;
    const closeLater = () => void setTimeout(closeOlder, LAST_PUSH_MS);
    const ended = read(endpointIds, stop.signal, closeLater).then(
      () => new ApiFailure(0, 'stream_ended', 'The server ended the stream.'),
      toApiFailure,
    );
    closeBefore = close;
    const failure = await Promise.race([ended, traffic.wantedOther(endpointIds, stop.signal)]);
    if (failure !== undefined || signal.aborted) {
      closeOlder();
      close();
      return failure ?? null;
    }
  }
  return null;
}

/** Adds attempts without duplicates. */
function receive(event: LiveEvent & { readonly kind: 'attempts' }, store: LiveStore): void {
  const { attempts, skipped } = store.getState();
  const known = new Set(attempts.map(({ id }) => id));
  const fresh = event.attempts.filter(({ id }) => !known.has(id)).reverse();
  store.setState({
    attempts: [...fresh, ...attempts].slice(0, LIVE_ATTEMPTS_MAX),
    skipped: skipped + event.skipped,
  });
}
