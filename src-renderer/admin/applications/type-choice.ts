import type { EventTypeGroup, Groupable } from '../../event-types/group-event-types';

/** How much of a group is chosen. */
export type GroupMark = 'none' | 'some' | 'all';

/** Keys of group rows in the tree: no event type name may contain a slash. */
export const groupKey = (group: string | null) => `/${group ?? ''}`;

/** How much of a group is chosen; an empty group is `none`. */
export function markOf(group: EventTypeGroup<Groupable>, chosen: ReadonlySet<string>): GroupMark {
  const count = group.eventTypes.filter(({ name }) => chosen.has(name)).length;
  if (count === 0) return 'none';
  return count === group.eventTypes.length ? 'all' : 'some';
}

/** The keys a tree has to mark: every chosen name, and every group that is chosen as a whole. */
export function selectedKeys(
  groups: readonly EventTypeGroup<Groupable>[],
  chosen: ReadonlySet<string>,
): Set<string> {
  const full = groups.filter((group) => markOf(group, chosen) === 'all').map(({ name }) => groupKey(name));
  return new Set([...chosen, ...full]);
}

/**
 * The names chosen after a press in the tree. The tree reports all keys that are marked now; the one that
 * differs from before is what was pressed. A group takes all of its names along, those in sight and chosen or
 * not; names that the search hides stay as they were.
 */
export function choose(
  groups: readonly EventTypeGroup<Groupable>[],
  before: ReadonlySet<string>,
  marked: ReadonlySet<string>,
): Set<string> {
  const next = new Set(before);
  const old = selectedKeys(groups, before);
  for (const group of groups) {
    const key = groupKey(group.name);
    const names = group.eventTypes.map(({ name }) => name);
    if (old.has(key) !== marked.has(key) && names.every((name) => old.has(name) === marked.has(name))) {
      for (const name of names) set(next, name, marked.has(key));
    } else {
      for (const name of names) set(next, name, marked.has(name));
    }
  }
  return next;
}

/**
 * The whole groups among what is chosen, as a sentence that says what they will not do; null when there is none.
 * The service keeps names, not groups: a type that joins a group later is not in it.
 */
export function wholeGroupsInWords(
  groups: readonly EventTypeGroup<Groupable>[],
  chosen: ReadonlySet<string>,
): string | null {
  const whole = groups.filter((group) => group.name !== null && markOf(group, chosen) === 'all');
  if (whole.length === 0) return null;
  const names = whole.map(({ name, eventTypes }) => `all ${eventTypes.length} of ${name}`).join(', ');
  return `That is ${names} as of today: a type that joins later has to be chosen then.`;
}

function set(names: Set<string>, name: string, on: boolean): void {
  if (on) names.add(name);
  else names.delete(name);
}
