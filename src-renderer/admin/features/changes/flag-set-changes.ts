import type { FlagSet } from '../../../../src-server/contract/flag-set';
import type { EventTypeChange } from '../../../../src-server/json-schema/event-type-changes';

/** The differences between two states of the flag sets, in words. No message changes with them. */
export function flagSetChanges(
  before: readonly FlagSet[],
  after: readonly FlagSet[],
): readonly EventTypeChange[] {
  const [old, next] = [byLetter(before), byLetter(after)];
  const changes = [...new Set([...old.keys(), ...next.keys()])].sort().flatMap((letter) => {
    const [was, is] = [old.get(letter), next.get(letter)];
    if (was && is) return fieldChanges(was, is);
    const [set, verb] = was ? [was, 'removed'] : [is, 'added'];
    return set ? [say(`set ${letter}`, `${verb}: ${set.name} (${flagList(set)})`)] : [];
  });
  const order = (sets: readonly FlagSet[], others: ReadonlyMap<string, FlagSet>) =>
    sets.flatMap(({ letter }) => (others.has(letter) ? [letter] : [])).join(', ');
  const [from, to] = [order(before, next), order(after, old)];
  return from === to ? changes : [...changes, say('order', `${from} becomes ${to}`)];
}

function fieldChanges(was: FlagSet, is: FlagSet): readonly EventTypeChange[] {
  const shown = (set: FlagSet) => ({ name: set.name, color: set.colour, flags: flagList(set), id: set.id });
  const [old, next] = [shown(was), shown(is)];
  const fields = (['name', 'color', 'flags', 'id'] as const).filter((field) => old[field] !== next[field]);
  return fields.map((field) => say(`set ${is.letter} > ${field}`, `${old[field]} becomes ${next[field]}`));
}

function say(where: string, text: string): EventTypeChange {
  return { effect: null, where, text };
}

function flagList({ featureFlags }: FlagSet): string {
  return featureFlags.length === 0 ? 'no flags' : [...featureFlags].sort().join(', ');
}

function byLetter(sets: readonly FlagSet[]): ReadonlyMap<string, FlagSet> {
  return new Map(sets.map((set) => [set.letter, set]));
}
