import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { groupEventTypes, groupingSteps } from '../../shared/event-types/group-event-types';
import { inSlices } from './in-slices';

type List = readonly ListedEventType[];

/** By list; an order goes with the list it was made of. */
const orders = new WeakMap<List, List>();

/** Event types as the tree shows them: by group, and by name in each. */
export function inOrder(types: List): List {
  const order = orders.get(types) ?? groupEventTypes(types).flatMap(({ eventTypes }) => eventTypes);
  orders.set(types, order);
  return order;
}

/** Finds the order of a list before it is drawn, in short tasks: nothing else that is done with a list takes so long. */
export async function prepareOrder(types: List, signal: AbortSignal): Promise<void> {
  const groups = await inSlices(groupingSteps(types), signal);
  if (groups)
    orders.set(
      types,
      groups.flatMap(({ eventTypes }) => eventTypes),
    );
}
