import type { EventTypeUsageOut } from '../../../../../src-server/contract/event-type-usage';

/** What hiding or archiving an event type does not change, as one sentence. */
export function reachSentence(usage: Pick<EventTypeUsageOut, 'named' | 'unfiltered'>): string {
  const { named, unfiltered } = usage;
  const all = named + unfiltered;
  if (all === 0) return 'Does not stop delivery. No endpoint receives it at present.';
  const kind = named === 0 ? 'unfiltered ' : '';
  const label = `${all} ${kind}endpoint${all === 1 ? '' : 's'} still receive${all === 1 ? 's' : ''} it`;
  return `Does not stop delivery: ${label}${named > 0 && unfiltered > 0 ? `, ${unfiltered} of them unfiltered` : ''}.`;
}

/** One sentence that a change to the catalog does not affect its receivers. */
export function receiversSentence({
  named,
  unfiltered,
}: Pick<EventTypeUsageOut, 'named' | 'unfiltered'>): string {
  const all = named + unfiltered;
  if (all === 0) return 'No endpoint receives it. That does not change.';
  return `${endpoints(all)} ${all === 1 ? 'receives' : 'receive'} it. That does not change.`;
}

function endpoints(count: number): string {
  return `${count} endpoint${count === 1 ? '' : 's'}`;
}
