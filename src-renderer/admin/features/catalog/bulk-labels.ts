import type { EventTypeBulkResult } from '../../../../src-server/contract/event-type-bulk';
import type { EventTypeInsightsOut } from '../../../../src-server/contract/event-type-usage';

/** A count with its noun. */
export function typesLabel(count: number): string {
  return `${count.toLocaleString('en')} event ${count === 1 ? 'type' : 'types'}`;
}

/** The result of a bulk change, in one to three sentences. */
export function receiptMessage(done: string, results: readonly EventTypeBulkResult[]): string {
  const count = (...outcomes: readonly EventTypeBulkResult['outcome'][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const changed = count('created', 'changed', 'removed');
  const same = count('unchanged');
  const gone = count('missing');
  const touched = count('conflict');
  const parts = [changed > 0 ? `${done} ${typesLabel(changed)}` : 'Nothing changed'];
  if (same > 0) parts.push(`${same.toLocaleString('en')} ${same === 1 ? 'was' : 'were'} already up to date`);
  if (gone > 0)
    parts.push(`${gone.toLocaleString('en')} ${gone === 1 ? 'no longer exists' : 'no longer exist'}`);
  if (touched > 0)
    parts.push(`${touched.toLocaleString('en')} skipped, changed by someone else in the meantime`);
  return parts.join('. ');
}

/**
 * One sentence that hiding, archiving or deleting many event types does not stop their delivery.
 * @param insights undefined: the instance does not report this
 */
export function bulkReachSentence(
  names: readonly string[],
  insights: Pick<EventTypeInsightsOut, 'unfilteredEndpoints' | 'unreceived'> | undefined,
): string {
  if (!insights) return 'Does not stop delivery: endpoints keep receiving messages.';
  const unfiltered = insights.unfilteredEndpoints;
  if (unfiltered > 0) {
    const which = names.length === 1 ? 'it' : 'all of them';
    return `Does not stop delivery: ${unfiltered.toLocaleString('en')} unfiltered ${unfiltered === 1 ? 'endpoint still receives' : 'endpoints still receive'} ${which}.`;
  }
  const unreceived = new Set(insights.unreceived.names);
  const received = names.filter((name) => !unreceived.has(name)).length;
  if (received === 0) return 'Does not stop delivery. No endpoint receives any of them.';
  return `Does not stop delivery: endpoints still receive ${received.toLocaleString('en')} of them by name.`;
}
