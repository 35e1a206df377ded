import type { FlagSet } from '../../../../src-server/contract/flag-set';
import type { CopyContentOut } from '../../../../src-server/contract/working-copy';
import type { EventTypeChange, EventTypeDiff } from '../../../../src-server/json-schema/event-type-changes';
import type { CopyChange } from '../../data/use-changes';
import { copyDifference } from '../../parts/copy-difference';

/** The kind of a change, as a word. */
export function verbOf({ base, mine }: CopyChange): 'Added' | 'Changed' | 'Removed' {
  if (mine === null) return 'Removed';
  return base === null ? 'Added' : 'Changed';
}

/** A change of who sees an event type. */
interface VisibilityChange {
  readonly label: string;
  /** True: some customers who saw it no longer do. */
  readonly isHiding: boolean;
}

export function visibilityOf({ base, mine }: CopyChange): VisibilityChange | null {
  const [was, is] = [seenBy(base), seenBy(mine)];
  if (was === is) return null;
  if (mine === null) return { label: 'Removed', isHiding: true };
  if (mine.archived) return { label: 'Hidden: archived', isHiding: true };
  if (is === EVERYONE) return { label: 'Released to everyone', isHiding: false };
  const label = `Only with ${is.replaceAll(' ', ' or ')}`;
  return was === NOBODY
    ? { label, isHiding: false }
    : { label: `Hidden: ${label.toLowerCase()}`, isHiding: true };
}

const NOBODY = 'nobody ';
const EVERYONE = 'everyone ';

/** Who sees an event type: `NOBODY`, `EVERYONE`, or its flags. A flag contains no space, so the three never collide. */
function seenBy(content: CopyContentOut | null): string {
  if (content === null || content.archived) return NOBODY;
  return content.featureFlags?.length ? [...content.featureFlags].sort().join(' ') : EVERYONE;
}

/** Visibility changes first, then by name. */
export function inReviewOrder(changes: readonly CopyChange[]): readonly CopyChange[] {
  const rank = new Map(changes.map((change) => [change, visibilityOf(change) === null ? 1 : 0]));
  return changes.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/** A row of the list: a change, an unsaved schema, or both. */
export interface ListedChange {
  readonly name: string;
  /** Null: nothing is saved, so there is nothing to push. */
  readonly change: CopyChange | null;
  readonly isUnsaved: boolean;
}

/** The changes in their order, then the event types of which only a draft exists, by name. */
export function listedChanges(
  changes: readonly CopyChange[],
  unsaved: ReadonlySet<string>,
): readonly ListedChange[] {
  const names = new Set(changes.map(({ name }) => name));
  const drafts = [...unsaved].filter((name) => !names.has(name)).sort();
  return [
    ...changes.map((change) => ({ name: change.name, change, isUnsaved: unsaved.has(change.name) })),
    ...drafts.map((name) => ({ name, change: null, isUnsaved: true })),
  ];
}

/** Comparing large schemas is slow, so each change is compared once, and only when it is shown. */
const known = new WeakMap<CopyChange, EventTypeDiff>();

/** The differences of a change, in words. */
export function differenceOf(change: CopyChange): EventTypeDiff {
  const diff = known.get(change) ?? difference(change);
  known.set(change, diff);
  return diff;
}

function difference({ base, mine, flagSets }: CopyChange): EventTypeDiff {
  if (!flagSets) return copyDifference(base, mine);
  const { before, after } = flagSets;
  return { changes: flagSetChanges(before, after), more: 0, schemaSummary: '', verdict: null };
}

/** A change in one line: "Changed · description, schema +2 -1". */
export function rowLabel(change: CopyChange): string {
  const visibility = visibilityOf(change);
  const { changes, schemaSummary } = differenceOf(change);
  const verb = verbOf(change);
  const places = [...new Set(changes.map(({ where }) => where.split(' > ')[0] ?? ''))];
  const fields = places
    .filter((place) => place !== 'visibility' && place !== 'schema')
    .concat(schemaSummary ? [`schema ${schemaSummary}`] : []);
  const parts = [verb, visibility && visibility.label !== verb && visibility.label];
  if (verb === 'Changed') parts.push(fields.join(', '));
  return parts.filter(Boolean).join(' · ');
}

/** Places named in a line before the rest is counted. */
const PLACES_MAX = 3;

/** Differences in one line: "note: integer becomes string, now required; description: “Paid.” becomes “Sent.”". */
export function diffLine({ changes, more }: Pick<EventTypeDiff, 'changes' | 'more'>): string {
  const texts = new Map<string, string[]>();
  for (const { where, text } of changes) {
    const place = where.replace(/^schema > /, '');
    texts.set(place, [...(texts.get(place) ?? []), text.replace(/^is (?=now|no longer)/, '')]);
  }
  const places = [...texts].map(([place, all]) => `${place}: ${all.join(', ')}`);
  const rest = places.length - PLACES_MAX + more;
  return `${places.slice(0, PLACES_MAX).join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The differences between two states of the flag sets, in words. No message changes with them. */
function flagSetChanges(before: readonly FlagSet[], after: readonly FlagSet[]): readonly EventTypeChange[] {
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
