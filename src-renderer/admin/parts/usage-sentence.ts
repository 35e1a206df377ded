import type { EventTypeUsageOut } from '../../../src-server/contract/event-type-usage';

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

function unseenByAll(all: number): string {
  if (all === 1) return 'and its customer cannot see it';
  return all === 2 ? 'and neither customer can see it' : 'and none of their customers can see it';
}

function endpoints(count: number): string {
  return `${count} endpoint${count === 1 ? '' : 's'}`;
}
