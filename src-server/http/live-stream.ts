import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../base/clock';
import { apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { LiveAttempt, LiveEvent } from '../contract/live-event';
import type { LiveBus } from '../live/live-bus';
import type { AttemptStore } from '../storage/attempt-store';
import { API_PREFIX, type Mount } from './app';
import type { Authenticate } from './authenticate';
import { presentLiveAttempt } from './delivery-presenters';

export interface LiveStreamParts {
  readonly authenticate: Authenticate;
  readonly attempts: AttemptStore;
  readonly live: LiveBus;
  readonly clock: Clock;
}

/** Attempts a page is given when it opens, so that it does not begin empty. */
const FIRST_ATTEMPTS = 50;
/** A comment this often keeps proxies from closing a quiet stream, and finds readers that are gone. */
const HEARTBEAT_MS = 15_000;
/** A reader this far behind is cut off, instead of being stored for; it opens the stream again. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

/**
 * `GET /api/v1/live`: what happens, as server-sent events, for the admin pages. Not a row of the route table,
 * because its answer has no end.
 */
export function createLiveStream(parts: LiveStreamParts): Mount & Service {
  const open = new Set<() => void>();
  let isStopped = false;

  /** Begins with the newest attempts; what happens while they are read follows right after them. */
  async function follow(response: ServerResponse): Promise<void> {
    let held: LiveEvent[] | null = [];
    const send = (events: readonly LiveEvent[]) => {
      response.write(events.map(toText).join(''));
      if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
    };
    const unsubscribe = parts.live.subscribe((events) => {
      if (held) held.push(...events);
      else send(events);
    });
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
      heartbeat?.cancel();
    });
    const newest = (await parts.attempts.listNewest(FIRST_ATTEMPTS)).map(presentLiveAttempt).reverse();
    send([{ kind: 'attempts', attempts: newest, skipped: 0 }, ...without(held, newest)]);
    held = null;
    if (open.has(close)) heartbeat = parts.clock.setTimer(HEARTBEAT_MS, beat);
  }

  return {
    name: 'live streams',
    path: `${API_PREFIX}/live`,
    async handle(request, response) {
      if (request.method !== 'GET') throw apiError('method_not_allowed', 'The live stream is read with GET.');
      const principal = await parts.authenticate(request.headers.authorization);
      if (principal.kind !== 'admin') throw apiError('insufficient access', 'This token may not do that.');
      if (isStopped) throw apiError('unavailable', 'The service is stopping.');
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'x-accel-buffering': 'no', // nginx would hold events back
      });
      await follow(response);
    },
    start: () => Promise.resolve(),
    async stop() {
      isStopped = true;
      for (const close of open) close();
    },
  };
}

/** The same events without attempts that were told already. */
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
