import type { JsonNode } from '../json-schema/json-node';
import { printJson } from '../json-schema/print-json';
import { compactJson, rawMembers } from '../json-schema/raw-json-text';
import { type MergeConflict, mergeThreeWays } from '../json-schema/three-way-merge';
import {
  CONTENT_FIELDS,
  contentOfText,
  contentText,
  fieldTexts,
  nodeOf,
  sameContent,
  sameFieldText,
} from './content-text';
import { isFlagSets } from './flag-sets-text';
import { mergeFlagSets } from './merge-flag-sets';
import type { Resolution, SideConflict, Sides, SidesMerge } from './sides';

/**
 * Merges the two sides of an event type field by field, and its schemas value by value. One that was removed on one
 * side and changed on the other, or created on both, is one conflict as a whole, at the pointer `""`. One that a side
 * archived while the other flagged it is a conflict at `/archived`. Flag sets are merged set by set.
 * @param resolutions of this event type; those for places without a conflict have no effect
 */
export function mergeSides(sides: Sides, resolutions: readonly Resolution[] = []): SidesMerge {
  const { base, mine, theirs } = sides;
  if (sameContent(mine, theirs) || sameContent(base, theirs)) return { merged: mine, conflicts: [] };
  if (sameContent(base, mine)) return { merged: theirs, conflicts: [] };
  const chosen = new Map(resolutions.map((resolution) => [resolution.pointer, resolution]));
  if (base === null || mine === null || theirs === null) return mergeWhole(sides, chosen.get(''));
  if (isFlagSets(base) && isFlagSets(mine) && isFlagSets(theirs))
    return mergeFlagSets({ base, mine, theirs }, chosen);
  // An event type with the name of the flag sets.
  if (isFlagSets(base) || isFlagSets(mine) || isFlagSets(theirs)) return mergeWhole(sides, chosen.get(''));
  const [ofBase, ofMine, ofTheirs] = [fieldTexts(base), fieldTexts(mine), fieldTexts(theirs)];
  // Large untouched schemas are not parsed at all.
  const isUntouched = (field: string) =>
    ofBase.get(field) === ofMine.get(field) && ofBase.get(field) === ofTheirs.get(field);
  const touched = CONTENT_FIELDS.filter((field) => !isUntouched(field));
  const untouched = CONTENT_FIELDS.filter(isUntouched);
  const part = (fields: ReadonlyMap<string, string>) => nodeOf(objectText(fields, touched));
  const { root, conflicts } = mergeThreeWays(
    { base: part(ofBase), mine: part(ofMine), theirs: part(ofTheirs) },
    { part: 'event-type', choose: (pointer) => choiceOf(chosen.get(pointer)) },
  );
  const all = new Map(untouched.map((field) => [field as string, ofBase.get(field) ?? 'null']));
  for (const { name, text } of rawMembers(textOf(root))) all.set(name, text);
  const clash = visibilityClash({ base: ofBase, mine: ofMine, theirs: ofTheirs });
  const choice = chosen.get(ARCHIVED);
  if (clash && choice) all.set('archived', ('take' in choice ? clash[choice.take] : choice.value) ?? 'false');
  return {
    // Written again, so that a field whose value was removed has its default.
    merged: contentText(contentOfText(objectText(all, CONTENT_FIELDS))),
    conflicts: [...conflicts.map(conflictText), ...(clash ? [clash] : [])].filter(
      ({ pointer }) => !chosen.has(pointer),
    ),
  };
}

const ARCHIVED = '/archived';

/** One side archived it, or took it out of the archive, and the other one chose new flags: both decide who sees it. */
function visibilityClash(
  sides: Readonly<Record<keyof Sides, ReadonlyMap<string, string>>>,
): SideConflict | null {
  const hasChanged = (field: string, side: 'mine' | 'theirs') =>
    !sameFieldText(field, sides.base.get(field), sides[side].get(field));
  const [archives, flags] = hasChanged('archived', 'mine') ? MINE_FIRST : THEIRS_FIRST;
  const isClash =
    hasChanged('archived', archives) &&
    !hasChanged('archived', flags) &&
    hasChanged('featureFlags', flags) &&
    !hasChanged('featureFlags', archives);
  const of = (side: keyof Sides) => sides[side].get('archived') ?? 'false';
  return isClash ? { pointer: ARCHIVED, base: of('base'), mine: of('mine'), theirs: of('theirs') } : null;
}

const MINE_FIRST = ['mine', 'theirs'] as const;
const THEIRS_FIRST = ['theirs', 'mine'] as const;

/** An object with some of the fields. */
function objectText(fields: ReadonlyMap<string, string>, names: readonly string[]): string {
  const members = names.flatMap((name) => {
    const text = fields.get(name);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

function mergeWhole(sides: Sides, resolution: Resolution | undefined): SidesMerge {
  if (resolution === undefined) return { merged: sides.mine, conflicts: [{ pointer: '', ...sides }] };
  if ('take' in resolution) return { merged: sides[resolution.take], conflicts: [] };
  const isObject = resolution.value.startsWith('{');
  // Anything but an object is not an event type; the check of the merged content says so.
  const merged = isObject ? contentText(contentOfText(resolution.value, resolution.name)) : resolution.value;
  return { merged: resolution.value === 'null' ? null : merged, conflicts: [] };
}

function choiceOf(resolution: Resolution | undefined): keyof Sides | JsonNode {
  if (resolution === undefined) return 'mine';
  return 'take' in resolution ? resolution.take : nodeOf(resolution.value);
}

function conflictText({ pointer, base, mine, theirs }: MergeConflict): SideConflict {
  const text = (node: JsonNode | null) => node && textOf(node);
  return { pointer, base: text(base), mine: text(mine), theirs: text(theirs) };
}

function textOf(node: JsonNode): string {
  return compactJson(printJson(node));
}
