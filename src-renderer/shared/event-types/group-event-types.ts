import { groupOf } from '../../../src-server/contract/names';

/** What grouping needs to know of an event type. */
export interface Groupable {
  readonly name: string;
  readonly groupName?: string | null | undefined;
}

export interface EventTypeGroup<T extends Groupable> {
  /** Null is the group of the types without a group, shown as "Other" and last. */
  readonly name: string | null;
  /** By name. */
  readonly eventTypes: readonly T[];
}

const order = new Intl.Collator('en', { numeric: true }).compare;

/** Event types under their groups, both in alphabetical order. */
export function groupEventTypes<T extends Groupable>(eventTypes: readonly T[]): EventTypeGroup<T>[] {
  const steps = groupingSteps(eventTypes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, one group per step: collating thousands of names takes a while. */
export function* groupingSteps<T extends Groupable>(
  eventTypes: readonly T[],
): Generator<void, EventTypeGroup<T>[], void> {
  const members = new Map<string | null, T[]>();
  for (const eventType of eventTypes) {
    const name = groupOf(eventType);
    const group = members.get(name);
    if (group) group.push(eventType);
    else members.set(name, [eventType]);
  }
  const groups: EventTypeGroup<T>[] = [];
  for (const [name, own] of members) {
    yield;
    groups.push({ name, eventTypes: own.toSorted((a, b) => order(a.name, b.name)) });
  }
  return groups.toSorted((a, b) => {
    if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null);
    return order(a.name, b.name);
  });
}

const GROUP_LABELS = { all: 'All event types', other: 'Other' };

/** The heading of a group. If no type has a group, there is only one, and it needs no "Other". */
export function groupTitle(name: string | null, groupCount: number, labels = GROUP_LABELS): string {
  return name ?? (groupCount === 1 ? labels.all : labels.other);
}
