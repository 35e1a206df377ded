import { ENDPOINT_STATES, type EndpointState } from '../../../../src-server/contract/endpoint-state';

/** The sort key of a row. */
export interface Trouble {
  readonly endpointId: string;
  readonly state: EndpointState;
  readonly queue: number;
  /** Application and host, for a stable order where the trouble is equal. */
  readonly name: string;
}

/** What waits for a held endpoint waits until somebody acts; without that, it is as quiet as an idle one. */
function urgencyOf({ state, queue }: Trouble): number {
  const isHeld = state === 'paused' || state === 'disabled';
  if (isHeld && queue > 0) return ENDPOINT_STATES.indexOf('delayed') + 0.5;
  return ENDPOINT_STATES.indexOf(state);
}

/**
 * Endpoints that need a person come first: by state, held ones with a queue among the first, then by the order of magnitude of the queue, then by name. Only
 * the magnitude, so that two busy rows do not swap places with every message.
 */
function byTrouble(a: Trouble, b: Trouble): number {
  return (
    urgencyOf(a) - urgencyOf(b) ||
    magnitudeOf(b.queue) - magnitudeOf(a.queue) ||
    a.name.localeCompare(b.name) ||
    a.endpointId.localeCompare(b.endpointId)
  );
}

/**
 * Sorts rows, but while the pointer is over the list it keeps the visible order, and new rows come last: a row must not
 * slip away under the pointer.
 * @param shown the ids in the previous order; null: sort freely
 */
export function sortByTrouble<T extends Trouble>(
  rows: readonly T[],
  shown: readonly string[] | null,
): readonly T[] {
  const sorted = [...rows].sort(byTrouble);
  if (!shown) return sorted;
  const places = new Map(shown.map((id, index) => [id, index]));
  const placeOf = ({ endpointId }: T) => places.get(endpointId) ?? shown.length;
  return sorted.sort((a, b) => placeOf(a) - placeOf(b));
}

/** How many digits follow the first one; -1 for nothing at all. */
export function magnitudeOf(count: number): number {
  return count === 0 ? -1 : Math.floor(Math.log10(count));
}
