import type { LiveAttempt } from '../../../src-server/contract/live-event';
import type { ReplayScope } from '../../../src-server/contract/replay-scopes';
import type { ReplayChoice, ReplayTarget } from '../../shared/replay/replay-choice';
import { type AttemptFilter, CODE_CLASSES, isGroup, rangeOf } from './attempt-log/attempt-filter';

/** What the sheet that sends messages again is opened with. */
export interface AgainRequest {
  readonly choice: ReplayChoice;
  /** Absent: what an outage leaves behind. */
  readonly preselected?: readonly ReplayScope[];
  /** The filter in words, after "Only". Null: there is none. */
  readonly filterWords: string | null;
}

/**
 * What a filter of the attempt log finds. Null if the server could not find the same: only the page knows the words of a
 * search, and a group that is not in the catalog has no names.
 */
export function againOfFilter(
  filter: AttemptFilter,
  targets: readonly ReplayTarget[],
  typeNames: readonly string[],
  nowMs: number,
): AgainRequest | null {
  if (filter.q.trim() !== '' || targets.length === 0) return null;
  const eventTypes = namesOf(filter.type, typeNames);
  if (eventTypes?.length === 0) return null;
  const { sinceMs, untilMs } = rangeOf(filter, nowMs);
  const code = CODE_CLASSES.find(({ value }) => value === filter.code);
  const words = [
    ...(filter.type === '' ? [] : [filter.type]),
    ...(code ? [`with the last response ${code.label}`] : []),
  ];
  return {
    choice: {
      targets,
      since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
      until: untilMs === null ? null : new Date(untilMs).toISOString(),
      filter: { ...(eventTypes ? { eventTypes } : {}), ...(code ? { statusCodeClass: code.first } : {}) },
      askedAtMs: nowMs,
    },
    // Whoever looks at successes means them; otherwise nothing that arrived is sent without being asked for.
    ...(filter.status === 'success' ? { preselected: ['delivered'] } : {}),
    filterWords: words.length > 0 ? words.join(', ') : null,
  };
}

/**
 * What happened at an endpoint.
 * @param span when the messages were accepted, in seconds since 1970, inclusive; null: whenever
 */
export function againOfEndpoint(
  target: ReplayTarget,
  span: { readonly fromS: number; readonly untilS: number } | null,
  nowMs: number,
): AgainRequest {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    choice: {
      targets: [target],
      since: span ? iso(span.fromS) : null,
      until: span ? iso(span.untilS + 1) : null,
      filter: {},
      askedAtMs: nowMs,
    },
    filterWords: null,
  };
}

/** Chosen attempts: each message once, to each endpoint it was chosen for, whatever became of it. */
export function againOfAttempts(
  attempts: readonly Pick<LiveAttempt, 'appId' | 'endpointId' | 'url' | 'msgId'>[],
  nowMs: number,
): AgainRequest {
  const targets = new Map<string, ReplayTarget & { readonly ids: Set<string> }>();
  for (const { appId, endpointId, url, msgId } of attempts) {
    const target = targets.get(endpointId) ?? { appId, endpointId, url, ids: new Set() };
    targets.set(endpointId, target);
    target.ids.add(msgId);
  }
  return {
    choice: {
      targets: [...targets.values()].map(({ ids, ...source }) => ({ ...source, messageIds: [...ids] })),
      since: null,
      until: null,
      filter: {},
      askedAtMs: nowMs,
    },
    preselected: ['waiting', 'given-up', 'delivered'],
    filterWords: null,
  };
}

function namesOf(type: string, typeNames: readonly string[]): string[] | null {
  if (type === '') return null;
  return isGroup(type) ? typeNames.filter((name) => name.startsWith(type.slice(0, -1))) : [type];
}
