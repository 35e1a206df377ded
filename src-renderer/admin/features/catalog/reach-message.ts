import type { EventTypeUsageOut } from '../../../../src-server/contract/event-type-usage';

/** Who receives an event type, as one sentence. */
export function usageSentence({ named, unfiltered, hidden, applications }: EventTypeUsageOut): string {
  const all = named + unfiltered;
  if (all === 0) return 'No endpoint receives it: none subscribes to it by name, and none is unfiltered.';
  const parts = [
    named > 0 && `${endpoints(named)} ${named === 1 ? 'subscribes' : 'subscribe'} by name`,
    unfiltered > 0 &&
      `${named > 0 ? unfiltered : endpoints(unfiltered)} ${unfiltered === 1 ? 'receives' : 'receive'} it unfiltered`,
    hidden > 0 && (hidden === all ? unseenByAll(all) : `${hidden} of them cannot see it`),
  ];
  const where = applications === 1 ? 'in 1 application' : `in ${applications} applications`;
  return `${parts.filter(Boolean).join(', ')}, ${where}.`;
}

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

function unseenByAll(all: number): string {
  if (all === 1) return 'and its customer cannot see it';
  return all === 2 ? 'and neither customer can see it' : 'and none of their customers can see it';
}

function endpoints(count: number): string {
  return `${count} endpoint${count === 1 ? '' : 's'}`;
}
