import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../base/clock';
import { apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { LiveAttempt, LiveEvent } from '../contract/live-event';
import type { LiveBus } from '../live/live-bus';
import type { Traffic } from '../live/traffic';
import type { AttemptStore } from '../storage/attempt-store';
import { presentLiveAttempt } from './delivery-presenters';

interface LiveStreamParts {
  readonly attempts: AttemptStore;
  readonly live: LiveBus;
  readonly traffic: Pick<Traffic, 'watch'>;
  readonly clock: Clock;
}

/** Attempts sent to a page when it opens, so that it does not start empty. */
const FIRST_ATTEMPTS = 50;
/** A comment at this interval keeps proxies from closing a quiet stream, and detects readers that are gone. */
const HEARTBEAT_MS = 15_000;
/** A reader this far behind is cut off rather than buffered for; it reopens the stream. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

/** What happens, as server-sent events. */
export interface LiveStream extends Service {
  /**
   * Streams what happens, and the state of these endpoints, until the reader leaves or the service stops.
   * @throws ApiError unavailable
   */
  follow(response: ServerResponse, endpointIds: readonly string[]): Promise<void>;
}

export function createLiveStream(parts: LiveStreamParts): LiveStream {
  const open = new Set<() => void>();
  let isStopped = false;

  /** Begins with the newest attempts; what happens while they are read follows right after them. */
  async function follow(response: ServerResponse, endpointIds: readonly string[]): Promise<void> {
    let held: LiveEvent[] | null = [];
    const send = (events: readonly LiveEvent[]) => {
      response.write(events.map(toText).join(''));
      if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
    };
    const unsubscribe = parts.live.subscribe((events) => {
      if (held) held.push(...events);
      else send(events);
    });
    let unwatch = (): void => undefined;
    let heartbeat: Timer | undefined;
    const beat = () => {
      response.write(':\n\n');
      heartbeat = parts.clock.setTimer(HEARTBEAT_MS, beat);
    };
    const close = () => response.end();
    open.add(close);
    response.on('close', () => {
      open.delete(close);
      unsubscribe();
      unwatch();
      heartbeat?.cancel();
    });
    const newest = (await parts.attempts.listNewest(FIRST_ATTEMPTS)).map(presentLiveAttempt).reverse();
    send([{ kind: 'attempts', attempts: newest, skipped: 0 }, ...without(held, newest)]);
    held = null;
    if (!open.has(close)) return;
    heartbeat = parts.clock.setTimer(HEARTBEAT_MS, beat);
    if (endpointIds.length === 0) return;
    unwatch = parts.traffic.watch(endpointIds, (endpoints) => send([{ kind: 'buckets', endpoints }]));
  }

  return {
    name: 'live streams',
    async follow(response, endpointIds) {
      if (isStopped) throw apiError('unavailable', 'The service is stopping.');
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no', // nginx would hold events back
      });
      // A HEAD asks for nothing more.
      if (response.req.method === 'HEAD') return void response.end();
      await follow(response, endpointIds);
    },
    start: () => Promise.resolve(),
    async stop() {
      isStopped = true;
      for (const close of open) close();
    },
  };
}

/** The same events without attempts already sent. */
function without(events: readonly LiveEvent[], told: readonly LiveAttempt[]): LiveEvent[] {
  const ids = new Set(told.map(({ id }) => id));
  return events.map((event) =>
    event.kind === 'attempts'
      ? { ...event, attempts: event.attempts.filter(({ id }) => !ids.has(id)) }
      : event,
  );
}

function toText(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
