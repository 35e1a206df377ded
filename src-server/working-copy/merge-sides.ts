import type { JsonNode } from '../json-schema/json-node';
import { printJson } from '../json-schema/print-json';
import { compactJson } from '../json-schema/raw-json-text';
import { type MergeConflict, mergeThreeWays } from '../json-schema/three-way-merge';
import { CONTENT_FIELDS, contentOfText, contentText, fieldTexts, nodeOf, sameContent } from './content-text';
import type { Resolution, SideConflict, Sides } from './sides';

/** The result of merging both sides. */
export interface SidesMerge {
  /** The new content; mine at the place of a conflict. Null: the event type is removed. */
  readonly merged: string | null;
  /** The unresolved ones. */
  readonly conflicts: readonly SideConflict[];
}

/**
 * Merges the two sides of an event type field by field, and its schemas value by value. One that was removed on one
 * side and changed on the other, or created on both, is one conflict as a whole, at the pointer `""`.
 * @param resolutions of this event type; those for places without a conflict have no effect
 */
export function mergeSides(sides: Sides, resolutions: readonly Resolution[] = []): SidesMerge {
  const { base, mine, theirs } = sides;
  if (sameContent(mine, theirs) || sameContent(base, theirs)) return { merged: mine, conflicts: [] };
  if (sameContent(base, mine)) return { merged: theirs, conflicts: [] };
  const chosen = new Map(resolutions.map((resolution) => [resolution.pointer, resolution]));
  if (base === null || mine === null || theirs === null) return mergeWhole(sides, chosen.get(''));
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
  const all = new Map([...fieldTexts(objectText(ofBase, untouched)), ...fieldTexts(textOf(root))]);
  return {
    // Written again, so that a field whose value was removed has its default.
    merged: contentText(contentOfText(objectText(all, CONTENT_FIELDS))),
    conflicts: conflicts.filter(({ pointer }) => !chosen.has(pointer)).map(conflictText),
  };
}

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
