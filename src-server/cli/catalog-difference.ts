import { schemaDifference } from '../catalog/checks/schema-difference';
import { type EventTypeFacts, eventTypeDiff } from '../json-schema/event-type-changes';
import { sameJson } from '../json-schema/same-json';
import { type CopiedFlagSet, flagSetKey } from '../working-copy/flag-sets-text';
import type { Catalog, CatalogEntry } from './instance-catalog';

/** One event type that both have, with differences. */
export interface ChangedEntry {
  readonly name: string;
  /** What would change here, in words. Never empty. */
  readonly changes: readonly string[];
}

/** How one catalog differs from another, seen from the second: what would change here if the first were imported. */
export interface CatalogDifference {
  readonly added: readonly string[];
  readonly changed: readonly ChangedEntry[];
  readonly unchanged: readonly string[];
  /** Names that only the second has. */
  readonly onlyHere: readonly string[];
  /** Flag sets in words, by letter; empty if they are the same, or unknown on either side. */
  readonly flagSets: readonly string[];
  /** Settings in words; empty if they are the same, or unknown on either side. */
  readonly settings: readonly string[];
}

/** @param other the catalog to import @param here the current one */
export function catalogDifference(other: Catalog, here: Catalog): CatalogDifference {
  const known = new Map(here.entries.map((entry) => [entry.name, entry]));
  const added: string[] = [];
  const changed: ChangedEntry[] = [];
  const unchanged: string[] = [];
  for (const entry of [...other.entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const mine = known.get(entry.name);
    known.delete(entry.name);
    if (mine === undefined) {
      added.push(entry.name);
      continue;
    }
    const changes = entryDifference(mine, entry);
    if (changes.length === 0) unchanged.push(entry.name);
    else changed.push({ name: entry.name, changes });
  }
  return {
    added,
    changed,
    unchanged,
    onlyHere: [...known.keys()].sort(),
    flagSets: flagSetDifference(here.flagSets, other.flagSets),
    settings: settingsDifference(here.settings, other.settings),
  };
}

/** The event types whose messages would break for receivers if the first catalog were imported. */
export function breakingChanges(other: Catalog, here: Catalog): readonly string[] {
  const known = new Map(here.entries.map((entry) => [entry.name, entry]));
  return other.entries.flatMap((entry) => {
    const mine = known.get(entry.name);
    return mine !== undefined && isBreaking(mine, entry) ? [entry.name] : [];
  });
}

/** Whether messages would break for receivers when `before` becomes `after`. */
export function isBreaking(before: EventTypeFacts, after: EventTypeFacts): boolean {
  return eventTypeDiff(before, after).verdict === 'breaking';
}

/** An event type without what a comparison ignores. */
type ComparedEntry = Omit<CatalogEntry, 'name' | 'deprecatedAt' | 'updatedAt'>;

/** What changes when `before` becomes `after`, in words. */
export function entryDifference(before: ComparedEntry, after: ComparedEntry): string[] {
  const found: string[] = [];
  if (before.description !== after.description) {
    found.push(`description: ${quoted(before.description)} becomes ${quoted(after.description)}`);
  }
  if (before.archived !== after.archived)
    found.push(after.archived ? 'becomes archived' : 'is no longer archived');
  if (before.deprecated !== after.deprecated) {
    found.push(after.deprecated ? 'becomes deprecated' : 'is no longer deprecated');
  }
  if (before.sunsetAt !== after.sunsetAt)
    found.push(`sunset: ${before.sunsetAt ?? 'none'} becomes ${after.sunsetAt ?? 'none'}`);
  if (before.replacedBy !== after.replacedBy)
    found.push(`replaced by: ${before.replacedBy ?? 'none'} becomes ${after.replacedBy ?? 'none'}`);
  if (before.groupName !== after.groupName) {
    found.push(`group: ${before.groupName ?? 'by name'} becomes ${after.groupName ?? 'by name'}`);
  }
  const [old, next] = [before, after].map(({ featureFlags }) => [...(featureFlags ?? [])].sort());
  if (!sameJson(old, next)) found.push(`feature flags: ${flags(old)} becomes ${flags(next)}`);
  const versions = new Set([...Object.keys(before.schemas ?? {}), ...Object.keys(after.schemas ?? {})]);
  for (const version of [...versions].sort()) {
    const changes = schemaDifference(before.schemas?.[version], after.schemas?.[version]);
    found.push(...(version === '1' ? changes : changes.map((change) => `schema ${version}: ${change}`)));
  }
  return found;
}

function flagSetDifference(before: Catalog['flagSets'], after: Catalog['flagSets']): string[] {
  if (before === null || after === null) return [];
  const known = new Map(before.map((set) => [set.letter, set]));
  // Ids are those of each instance.
  const key = ({ id: _, ...set }: CopiedFlagSet) => flagSetKey(set);
  const found = after.flatMap((set) => {
    const mine = known.get(set.letter);
    known.delete(set.letter);
    if (mine === undefined) return [`${set.letter}: only there`];
    return key(mine) === key(set)
      ? []
      : [`${set.letter}: becomes ${quoted(String(set.name))}, flags ${short(set.featureFlags)}`];
  });
  return [...found, ...[...known.keys()].map((letter) => `${letter}: only here`)];
}

function settingsDifference(before: Catalog['settings'], after: Catalog['settings']): string[] {
  if (before === null || after === null) return [];
  return Object.keys(after)
    .sort()
    .filter((name) => Object.hasOwn(before, name) && after[name] !== null)
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => `${name}: ${short(before[name])} becomes ${short(after[name])}`);
}

function flags(list: readonly string[] | undefined): string {
  return list === undefined || list.length === 0 ? 'none (visible to everyone)' : list.join(', ');
}

function quoted(text: string): string {
  return short(text.replace(/\s+/g, ' '));
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 70 ? `${text.slice(0, 66)} ..."` : text;
}
