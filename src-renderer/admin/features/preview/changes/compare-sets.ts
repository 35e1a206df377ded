import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { type EventTypeGroup, groupEventTypes } from '../../../../shared/event-types/group-event-types';
import { type PreviewType, sees } from '../../../../shared/preview-frames/visible-types';

interface SetComparison {
  /** What the second set sees but the first does not. */
  readonly more: readonly PreviewType[];
  /** What the first set sees but the second does not. */
  readonly less: readonly PreviewType[];
  /** How many both see. */
  readonly same: number;
}

/** The difference for customers of `compare`, relative to `base`. */
export function compareSets(types: readonly PreviewType[], base: FlagSet, compare: FlagSet): SetComparison {
  return {
    more: types.filter((type) => sees(type, compare) && !sees(type, base)),
    less: types.filter((type) => sees(type, base) && !sees(type, compare)),
    same: types.filter((type) => sees(type, base) && sees(type, compare)).length,
  };
}

interface TimeComparison extends SetComparison {
  /** What the set sees at both times, and was changed between. */
  readonly changed: readonly ListedEventType[];
}

/** The difference for customers of one set between an earlier time and now. */
export function compareTimes(
  then: readonly ListedEventType[],
  now: readonly ListedEventType[],
  set: FlagSet,
): TimeComparison {
  const seen = (types: readonly ListedEventType[]) =>
    new Map(types.filter((type) => sees(type, set)).map((type) => [type.name, type]));
  const [old, next] = [seen(then), seen(now)];
  const both = [...next.values()].filter(({ name }) => old.has(name));
  const changed = both.filter(({ name, updatedAt }) => old.get(name)?.updatedAt !== updatedAt);
  return {
    more: [...next.values()].filter(({ name }) => !old.has(name)),
    less: [...old.values()].filter(({ name }) => !next.has(name)),
    changed,
    same: both.length - changed.length,
  };
}

/** `B Beta sees 5 more than A Everyone, and 1 less.` */
export function comparisonLabel({ more, less }: SetComparison, base: FlagSet, compare: FlagSet): string {
  const [who, whom] = [`${compare.letter} ${compare.name}`, `${base.letter} ${base.name}`];
  if (more.length === 0 && less.length === 0) return `${who} sees the same as ${whom}.`;
  if (less.length === 0) return `${who} sees ${more.length} more than ${whom}.`;
  if (more.length === 0) return `${who} sees ${less.length} fewer than ${whom}.`;
  return `${who} sees ${more.length} that ${whom} does not, and ${whom} sees ${less.length} that ${who} does not.`;
}

/** By group, then by name. */
export function grouped(types: readonly PreviewType[]): readonly EventTypeGroup<PreviewType>[] {
  return groupEventTypes(types);
}
