import type { ListCall } from '../../../src-server/contract/operation-call';

/** Which messages are listed; an empty text means no filter. Kept in the address. */
export interface MessageFilter {
  /** 0 delivered, 1 waiting, 2 failed, 4 canceled; only with an endpoint. */
  readonly status: string;
  /** Name of an event type. */
  readonly type: string;
  /** Id of an endpoint. */
  readonly endpoint: string;
  /** How far back: `1h`, `24h`, `7d`, `30d`. */
  readonly time: string;
  readonly channel: string;
}

const KEYS = ['status', 'type', 'endpoint', 'time', 'channel'] as const;
const HOUR_MS = 3_600_000;
const SPANS_MS: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
};
/** The start of a span moves in steps, so that reloading gives the same list. */
const STEP_MS = 60_000;

export function readFilter(query: URLSearchParams): MessageFilter {
  const [status, type, endpoint, time, channel] = KEYS.map((key) => query.get(key) ?? '');
  return {
    status: endpoint && /^[0124]$/.test(status ?? '') ? (status ?? '') : '',
    type: type ?? '',
    endpoint: endpoint ?? '',
    time: (time ?? '') in SPANS_MS ? (time ?? '') : '',
    channel: channel ?? '',
  };
}

export function writeFilter(filter: MessageFilter): Record<string, string> {
  return Object.fromEntries(KEYS.map((key) => [key, filter[key]]).filter(([, value]) => value !== ''));
}

/** The API list, of all messages or of those of one endpoint, and its query. */
export function listOf(
  app: string,
  filter: MessageFilter,
  nowMs: number,
): ListCall<'GET /app/{app}/msg' | 'GET /app/{app}/endpoint/{endpoint}/msg'> {
  const span = SPANS_MS[filter.time];
  const now = Math.floor(nowMs / STEP_MS) * STEP_MS;
  const query = {
    with_content: false,
    event_types: filter.type ? [filter.type] : null,
    channel: filter.channel || null,
    after: span === undefined ? null : new Date(now - span).toISOString(),
  };
  if (!filter.endpoint) {
    const input = { path: { app }, query: { ...query, with_outcomes: true } };
    return { name: 'GET /app/{app}/msg', input };
  }
  const status = filter.status ? Number(filter.status) : null;
  const input = {
    path: { app, endpoint: filter.endpoint },
    query: { ...query, status, expanded_statuses: true },
  };
  return { name: 'GET /app/{app}/endpoint/{endpoint}/msg', input };
}
