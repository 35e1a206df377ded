import type { LiveAttempt } from '../../../src-server/contract/live-event';
import type { ReplayPlan, ReplayTarget } from '../../shared/replay/replay-plan';
import { LONGEST_REPLAY_SPAN_MS } from '../../shared/replay/replay-spans';
import { type AttemptFilter, CODE_CLASSES, isGroup, rangeOf } from './attempt-log/attempt-filter';
import type { HistorySource } from './attempt-log/attempt-history';

/**
 * The replay of everything that a filter of the attempt log finds. Null if the server could not find the same: only the
 * page knows the words of a search, and a group that is not in the catalog has no names.
 */
export function planOfFilter(
  filter: AttemptFilter,
  targets: readonly HistorySource[],
  typeNames: readonly string[],
  nowMs: number,
): ReplayPlan | null {
  if (filter.q.trim() !== '' || targets.length === 0) return null;
  const eventTypes = namesOf(filter.type, typeNames);
  if (eventTypes?.length === 0) return null;
  const { sinceMs, untilMs } = rangeOf(filter, nowMs);
  return {
    kind: 'bulk-replay',
    targets,
    body: {
      since: new Date(sinceMs ?? (untilMs ?? nowMs) - LONGEST_REPLAY_SPAN_MS).toISOString(),
      ...(untilMs === null ? {} : { until: new Date(untilMs).toISOString() }),
      eventTypes,
      status: filter.status === 'success' ? 0 : filter.status === 'fail' ? 2 : null,
      statusCodeClass: CODE_CLASSES.find(({ value }) => value === filter.code)?.first ?? null,
    },
  };
}

/**
 * The replay of the failures of an endpoint.
 * @param span when the messages were accepted, in seconds since 1970, inclusive; null: the sheet asks
 */
export function planOfFailed(
  target: ReplayTarget,
  span: { readonly fromS: number; readonly untilS: number } | null,
): ReplayPlan {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const body = span
    ? { since: iso(span.fromS), until: iso(span.untilS + 1) }
    : { since: new Date().toISOString() };
  return { kind: 'recover', targets: [target], body };
}

/** The replay of chosen attempts: each message once, to each endpoint it was chosen for. */
export function planOfAttempts(attempts: readonly LiveAttempt[]): ReplayPlan {
  const targets = new Map<string, HistorySource & { readonly ids: Set<string> }>();
  for (const { appId, endpointId, url, msgId } of attempts) {
    const target = targets.get(endpointId) ?? { appId, endpointId, url, ids: new Set() };
    targets.set(endpointId, target);
    target.ids.add(msgId);
  }
  return {
    kind: 'bulk-replay',
    targets: [...targets.values()].map(({ ids, ...source }) => ({ ...source, messageIds: [...ids] })),
    // Messages chosen by id may be as old as anything that is kept.
    body: { since: new Date(0).toISOString() },
  };
}

function namesOf(type: string, typeNames: readonly string[]): string[] | null {
  if (type === '') return null;
  return isGroup(type) ? typeNames.filter((name) => name.startsWith(type.slice(0, -1))) : [type];
}
