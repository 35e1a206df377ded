import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { EventTypeGroup, Groupable } from './group-event-types';

/** How much of a group is chosen. */
type GroupMark = 'none' | 'some' | 'all';
type Groups = readonly EventTypeGroup<Groupable>[];

/** What an endpoint should receive, as the tree of event types shows it. */
export interface TypeChoice {
  /** Event types chosen one by one, or with the group they were in at the time. */
  readonly names: ReadonlySet<string>;
  /** Groups chosen whole, including every type added to them later. */
  readonly groups: ReadonlySet<string>;
}

/** A group whose types are all chosen. */
interface WholeGroup {
  readonly name: string;
  /** The number of its types in the current catalog. */
  readonly count: number;
  /** True: types added later are chosen too. */
  readonly later: boolean;
}

/** Keys of group rows in the tree: no event type name may contain a slash. */
export const groupKey = (group: string | null) => `/${group ?? ''}`;

/** The filter of an endpoint as a choice; null when it has none. */
export function choiceOf({
  filterTypes,
  filterGroups,
}: Pick<EndpointOut, 'filterTypes' | 'filterGroups'>): TypeChoice | null {
  if (!filterTypes && !filterGroups) return null;
  return { names: new Set(filterTypes ?? []), groups: new Set(filterGroups ?? []) };
}

/**
 * The choice as an endpoint stores it. The current types are listed next to their group, so that a client that does not
 * know groups still reads a correct list. An empty choice is two nulls, which means everything: do not save it.
 */
export function filterOf(choice: TypeChoice, groups: Groups) {
  const names = [...allNames(choice, groups)].sort();
  const rules = [...choice.groups].sort();
  return {
    filterTypes: names.length > 0 ? names : null,
    filterGroups: rules.length > 0 ? rules : null,
  };
}

/** Every name that is chosen now, by itself or with its group. */
export function allNames({ names, groups: rules }: TypeChoice, groups: Groups): Set<string> {
  const all = new Set(names);
  for (const { name, eventTypes } of groups) {
    if (name !== null && rules.has(name)) for (const type of eventTypes) all.add(type.name);
  }
  return all;
}

export function isEmptyChoice({ names, groups }: TypeChoice): boolean {
  return names.size === 0 && groups.size === 0;
}

/** How much of a group is among the names; an empty group is `none`. */
export function markOf(group: EventTypeGroup<Groupable>, names: ReadonlySet<string>): GroupMark {
  const count = group.eventTypes.filter(({ name }) => names.has(name)).length;
  if (count === 0) return 'none';
  return count === group.eventTypes.length ? 'all' : 'some';
}

/** The keys a tree has to mark: every chosen name, and every visible group that is chosen whole. */
export function selectedKeys(inSight: Groups, names: ReadonlySet<string>): Set<string> {
  const full = inSight.filter((group) => markOf(group, names) === 'all').map(({ name }) => groupKey(name));
  return new Set([...names, ...full]);
}

/**
 * The choice after a press in the tree. The tree reports all keys that are marked now; the one that differs from before
 * was pressed. A group selects all of its visible types; it includes later ones only if the search hides none of its
 * types. A group that loses a type is no longer a whole group. Names that the search hides stay unchanged.
 */
export function choose(
  inSight: Groups,
  all: Groups,
  before: TypeChoice,
  marked: ReadonlySet<string>,
): TypeChoice {
  const names = allNames(before, all);
  const old = selectedKeys(inSight, names);
  const groups = new Set(before.groups);
  for (const group of inSight) {
    const key = groupKey(group.name);
    const members = group.eventTypes.map(({ name }) => name);
    const pressedGroup =
      old.has(key) !== marked.has(key) && members.every((name) => old.has(name) === marked.has(name));
    for (const name of members) set(names, name, marked.has(pressedGroup ? key : name));
    if (group.name === null) continue;
    if (members.some((name) => !names.has(name))) groups.delete(group.name);
    else if (pressedGroup && members.length === sizeOf(group.name, all)) groups.add(group.name);
  }
  return { names, groups };
}

/** Includes or excludes later types of a group whose current types are all chosen. */
export function chooseLater(choice: TypeChoice, all: Groups, group: string, later: boolean): TypeChoice {
  const groups = new Set(choice.groups);
  set(groups, group, later);
  return { names: allNames(choice, all), groups };
}

/** The groups that are chosen whole, in order; those without a current type last. */
export function wholeGroups(all: Groups, choice: TypeChoice): WholeGroup[] {
  const names = allNames(choice, all);
  const known = all.flatMap(({ name, eventTypes }) =>
    name !== null && markOf({ name, eventTypes }, names) === 'all'
      ? [{ name, count: eventTypes.length, later: choice.groups.has(name) }]
      : [],
  );
  const seen = new Set(all.map(({ name }) => name));
  const unknown = [...choice.groups].filter((name) => !seen.has(name)).sort();
  return [...known, ...unknown.map((name) => ({ name, count: 0, later: true }))];
}

/** Chosen names that are not in the reader's catalog: hidden from them, archived, or gone. */
export function namesElsewhere(all: Groups, { names }: TypeChoice): string[] {
  const known = new Set(all.flatMap(({ eventTypes }) => eventTypes.map(({ name }) => name)));
  return [...names].filter((name) => !known.has(name)).sort();
}

function sizeOf(group: string, all: Groups): number {
  return all.find(({ name }) => name === group)?.eventTypes.length ?? 0;
}

function set(members: Set<string>, member: string, on: boolean): void {
  if (on) members.add(member);
  else members.delete(member);
}
