import { MESSAGE_STATES, type MessageState } from '../../../src-server/contract/fleet-message';
import { inOrder, rangeOf } from './attempt-log/attempt-filter';

/** The filter of the list of messages, as in the address. Empty text: no filter. */
export interface MessageFilter {
  readonly app: string;
  /** An event type. */
  readonly type: string;
  readonly state: MessageState | '';
  /** How long until now (`15m`), or a time (RFC 3339). */
  readonly since: string;
  /** A time (RFC 3339). */
  readonly until: string;
  /** An id, or words. */
  readonly q: string;
  /** `1`: words are searched in payloads too. */
  readonly payload: string;
}

export const MESSAGE_FILTER_NAMES = ['app', 'type', 'state', 'since', 'until', 'q', 'payload'] as const;

export function readMessageFilter(parameters: URLSearchParams): MessageFilter {
  const value = (name: (typeof MESSAGE_FILTER_NAMES)[number]) => parameters.get(name) ?? '';
  return {
    app: value('app'),
    type: value('type'),
    state: MESSAGE_STATES.find((state) => state === value('state')) ?? '',
    ...inOrder({ since: value('since'), until: value('until') }),
    q: value('q'),
    payload: value('payload'),
  };
}

/** Whether anything is left out. */
export function isNarrowed({ payload: _only, ...filter }: MessageFilter): boolean {
  return Object.values(filter).some((value) => value.trim() !== '');
}

/** The query of the API for it. */
export function toMessageQuery(filter: MessageFilter, nowMs: number) {
  const { sinceMs, untilMs } = rangeOf(filter, nowMs);
  return {
    app_id: filter.app || null,
    event_type: filter.type || null,
    state: filter.state || null,
    q: filter.q.trim().slice(0, 200) || null,
    in_payload: filter.payload === '1' || null,
    after: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    before: untilMs === null ? null : new Date(untilMs).toISOString(),
  };
}
