import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../base/clock';
import { apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { LiveAttempt, LiveEvent } from '../contract/live-event';
import type { LiveBus } from '../live/live-bus';
import type { Traffic } from '../live/traffic';
import type { AttemptStore } from '../storage/messages/attempt-store';
import { presentLiveAttempt } from './presenters/delivery-presenters';

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
const BEAT = ':\n\n';
/** A reader this far behind is cut off rather than buffered for; it reopens the stream. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

/** What happens, as server-sent events. */
export interface LiveStream extends Service {
  /**
   * Streams what happens, and the state of these endpoints, until the reader leaves or the service stops.
   * @throws ApiError unavailable
   */
  follow(response: ServerResponse, endpointIds: readonly string[]): Promise<void>;
  /**
   * Streams signs of life alone.
   * @throws ApiError unavailable
   */
  hold(response: ServerResponse): Promise<void>;
}

export function createLiveStream(parts: LiveStreamParts): LiveStream {
  const open = new Set<ServerResponse>();
  let isStopped = false;

  /** Sends the head, and from then on signs of life. False: nothing else was asked for. */
  function begin(response: ServerResponse): boolean {
    if (isStopped) throw apiError('unavailable', 'The service is stopping.');
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no', // nginx would hold events back
    });
    if (response.req.method === 'HEAD') {
      response.end();
      return false;
    }
    let heartbeat: Timer;
    const beatLater = () => {
      heartbeat = parts.clock.setTimer(HEARTBEAT_MS, () => {
        write(response, BEAT);
        beatLater();
      });
    };
    beatLater();
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      heartbeat.cancel();
    });
    return true;
  }

  /** Begins with the newest attempts; what happens while they are read follows right after them. */
  async function follow(response: ServerResponse, endpointIds: readonly string[]): Promise<void> {
    let held: LiveEvent[] | null = [];
    const send = (events: readonly LiveEvent[]) => write(response, events.map(toText).join(''));
    const unsubscribe = parts.live.subscribe((events) => {
      if (held) held.push(...events);
      else send(events);
    });
    let unwatch = (): void => undefined;
    response.on('close', () => {
      unsubscribe();
      unwatch();
    });
    const newest = (await parts.attempts.listNewest(FIRST_ATTEMPTS)).map(presentLiveAttempt).reverse();
    send([{ kind: 'attempts', attempts: newest, skipped: 0 }, ...without(held, newest)]);
    held = null;
    if (!open.has(response) || endpointIds.length === 0) return;
    unwatch = parts.traffic.watch(endpointIds, (endpoints) => send([{ kind: 'buckets', endpoints }]));
  }

  return {
    name: 'live streams',
    async follow(response, endpointIds) {
      if (begin(response)) await follow(response, endpointIds);
    },
    async hold(response) {
      if (begin(response)) write(response, BEAT); // the head alone would wait in this process
    },
    start: () => Promise.resolve(),
    async stop() {
      isStopped = true;
      for (const response of open) response.end();
    },
  };
}

/** A stream that has been ended takes nothing more, also before its reader is gone. */
function write(response: ServerResponse, text: string): void {
  if (response.writableEnded) return;
  response.write(text);
  if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
}

/** The same events without attempts already sent. */
function without(events: readonly LiveEvent[], sent: readonly LiveAttempt[]): LiveEvent[] {
  const ids = new Set(sent.map(({ id }) => id));
  return events.map((event) =>
    event.kind === 'attempts'
      ? { ...event, attempts: event.attempts.filter(({ id }) => !ids.has(id)) }
      : event,
  );
}

function toText(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
