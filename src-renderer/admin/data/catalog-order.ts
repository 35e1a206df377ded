import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { groupEventTypes, groupingSteps } from '../../shared/event-types/group-event-types';
import { inSlices } from '../platform/in-slices';

type List = readonly ListedEventType[];

/** By list; an order belongs to the list it was made from. */
const orders = new WeakMap<List, List>();

/** Event types as the tree shows them: by group, then by name. */
export function inOrder(types: List): List {
  const order = orders.get(types) ?? groupEventTypes(types).flatMap(({ eventTypes }) => eventTypes);
  orders.set(types, order);
  return order;
}

/** Computes the order of a list before it is drawn, in short tasks: nothing else done with a list takes as long. */
export async function prepareOrder(types: List, signal: AbortSignal): Promise<void> {
  const groups = await inSlices(groupingSteps(types), signal);
  if (groups)
    orders.set(
      types,
      groups.flatMap(({ eventTypes }) => eventTypes),
    );
}
