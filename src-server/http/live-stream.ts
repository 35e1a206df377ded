import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../base/clock';
import { apiError, invalid } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { LiveAttempt, LiveEvent } from '../contract/live-event';
import { WATCHED_ENDPOINTS_MAX } from '../contract/traffic';
import type { LiveBus } from '../live/live-bus';
import type { Traffic } from '../live/traffic';
import type { AttemptStore } from '../storage/attempt-store';
import { API_PREFIX, type Mount } from './app';
import type { Authenticate } from './authenticate';
import { presentLiveAttempt } from './delivery-presenters';
import { readQuery } from './read-query';

export interface LiveStreamParts {
  readonly authenticate: Authenticate;
  readonly attempts: AttemptStore;
  readonly live: LiveBus;
  readonly traffic: Pick<Traffic, 'watch'>;
  readonly clock: Clock;
}

/** Attempts a page is given when it opens, so that it does not begin empty. */
const FIRST_ATTEMPTS = 50;
/** A comment this often keeps proxies from closing a quiet stream, and finds readers that are gone. */
const HEARTBEAT_MS = 15_000;
const QUERY = { endpoints: { type: 'array', description: 'Endpoints to watch, by id.' } } as const;
/** A reader this far behind is cut off, instead of being stored for; it opens the stream again. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

/**
 * `GET /api/v1/live`: what happens, as server-sent events, for the admin pages. Not a row of the route table,
 * because its answer has no end. With `?endpoints=ep_1,ep_2` it also tells how these endpoints are doing.
 */
export function createLiveStream(parts: LiveStreamParts): Mount & Service {
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
    path: `${API_PREFIX}/live`,
    async handle(request, response) {
      if (request.method !== 'GET') throw apiError('method_not_allowed', 'The live stream is read with GET.');
      const principal = await parts.authenticate(request.headers.authorization);
      if (principal.kind !== 'admin') throw apiError('insufficient access', 'This token may not do that.');
      const endpointIds = watched(request.url ?? '');
      if (isStopped) throw apiError('unavailable', 'The service is stopping.');
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'x-accel-buffering': 'no', // nginx would hold events back
      });
      await follow(response, endpointIds);
    },
    start: () => Promise.resolve(),
    async stop() {
      isStopped = true;
      for (const close of open) close();
    },
  };
}

/** The endpoints that the query names, each once. @throws ApiError for too many */
function watched(url: string): readonly string[] {
  const search = url.split('?')[1] ?? '';
  const { endpoints } = readQuery(search, QUERY) as { readonly endpoints?: readonly string[] };
  const ids = [...new Set(endpoints)].filter((id) => id !== '');
  if (ids.length <= WATCHED_ENDPOINTS_MAX) return ids;
  const msg = `at most ${WATCHED_ENDPOINTS_MAX} endpoints can be watched`;
  throw invalid({ loc: ['query', 'endpoints'], msg, type: 'value_error' });
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
