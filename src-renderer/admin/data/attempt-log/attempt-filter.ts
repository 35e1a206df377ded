import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { responseLabel } from '../../../shared/attempt/response-label';
import { agoMs } from './time-text';

/** The filter of the list of attempts, as in the address. Empty text: no filter. */
export interface AttemptFilter {
  readonly app: string;
  readonly endpoint: string;
  readonly status: string;
  /** An event type, or a group with a star: `invoice.*`. */
  readonly type: string;
  /** One of CODE_CLASSES. */
  readonly code: string;
  /** How long until now (`15m`), or a time (RFC 3339). */
  readonly since: string;
  /** A time (RFC 3339). */
  readonly until: string;
  /** Words that must all occur in the type, address, code or an identifier. */
  readonly q: string;
}

export const FILTER_NAMES = ['app', 'endpoint', 'status', 'type', 'code', 'since', 'until', 'q'] as const;

/** Classes of responses; `first` is the API's name for one. */
export const CODE_CLASSES = [
  { value: '2xx', label: '2xx success', first: 200 },
  { value: '3xx', label: '3xx redirect', first: 300 },
  { value: '4xx', label: '4xx client error', first: 400 },
  { value: '5xx', label: '5xx server error', first: 500 },
  { value: 'none', label: 'No response', first: 0 },
] as const;

/** The spans that are offered. */
export const SPANS = [
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
] as const;

export function readAttemptFilter(parameters: URLSearchParams): AttemptFilter {
  const entries = FILTER_NAMES.map((name) => [name, parameters.get(name) ?? '']);
  const filter = Object.fromEntries(entries) as unknown as AttemptFilter;
  return { ...filter, ...inOrder(filter) };
}

/** A span with the earlier time first, whichever way round it was given. */
export function inOrder({ since, until }: Pick<AttemptFilter, 'since' | 'until'>) {
  const isReversed = Date.parse(since) > Date.parse(until) && agoMs(since) === null;
  return isReversed ? { since: until, until: since } : { since, until };
}

/** The time range of a filter, in ms since 1970; a bound is null if it is open or cannot be read. */
export function rangeOf(
  { since, until }: Pick<AttemptFilter, 'since' | 'until'>,
  nowMs: number,
): { readonly sinceMs: number | null; readonly untilMs: number | null } {
  const ago = agoMs(since);
  return { sinceMs: ago === null ? moment(since) : nowMs - ago, untilMs: moment(until) };
}

function moment(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** Query parameters that make the server leave out what does not match. It does not know groups and words. */
export function toServerQuery(filter: AttemptFilter, nowMs: number) {
  const { sinceMs, untilMs } = rangeOf(filter, nowMs);
  return {
    app_id: filter.app || null,
    endpoint: filter.endpoint || null,
    status: filter.status === 'success' ? 0 : filter.status === 'fail' ? 2 : null,
    status_code_class: CODE_CLASSES.find(({ value }) => value === filter.code)?.first ?? null,
    event_types: filter.type === '' || isGroup(filter.type) ? null : [filter.type],
    after: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    before: untilMs === null ? null : new Date(untilMs).toISOString(),
  };
}

/** A test for the server's part of the filter, for live attempts. */
export function byServerPart(filter: AttemptFilter, nowMs: number): (attempt: LiveAttempt) => boolean {
  const { sinceMs, untilMs } = rangeOf(filter, nowMs);
  const code = CODE_CLASSES.find(({ value }) => value === filter.code)?.first;
  return (attempt) => {
    const at = Date.parse(attempt.timestamp);
    return (
      (filter.app === '' || attempt.appId === filter.app) &&
      (filter.endpoint === '' || attempt.endpointId === filter.endpoint) &&
      (filter.status === '' || attempt.statusText === filter.status) &&
      (code === undefined || Math.floor(attempt.responseStatusCode / 100) * 100 === code) &&
      (filter.type === '' || isGroup(filter.type) || attempt.eventType === filter.type) &&
      (sinceMs === null || at > sinceMs) &&
      (untilMs === null || at < untilMs)
    );
  };
}

/** A test for the part of the filter that only the page knows: a group, and words. */
export function byPagePart({
  type,
  q,
}: Pick<AttemptFilter, 'type' | 'q'>): (attempt: LiveAttempt) => boolean {
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean);
  const start = isGroup(type) ? type.slice(0, -1) : '';
  return ({ eventType, url, msgId, id, ...attempt }) => {
    if (!eventType.startsWith(start)) return false;
    if (terms.length === 0) return true;
    const text = `${eventType} ${url} ${responseLabel(attempt)} ${msgId} ${id}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  };
}

export function isGroup(type: string): boolean {
  return type.endsWith('.*');
}
