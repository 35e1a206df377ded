import type { JsonNode } from '../json-schema/json-node';
import { printJson } from '../json-schema/print-json';
import { compactJson } from '../json-schema/raw-json-text';
import { type MergeConflict, mergeThreeWays } from '../json-schema/three-way-merge';
import { contentOfText, contentText, nodeOf, sameContent } from './content-text';
import type { Resolution, SideConflict, Sides } from './sides';

/** What comes of both sides together. */
export interface SidesMerge {
  /** The content as it is to be; mine at the place of a conflict. Null: the event type is to go. */
  readonly merged: string | null;
  /** Those that nobody resolved. */
  readonly conflicts: readonly SideConflict[];
}

/**
 * Merges the two sides of an event type field by field, and its schemas value by value. One that exists on one side
 * alone, and was changed on the other, or was made on both, is one conflict as a whole, at the pointer `""`.
 * @param resolutions of this event type; those for other places than conflicts do nothing
 */
export function mergeSides(sides: Sides, resolutions: readonly Resolution[] = []): SidesMerge {
  const { base, mine, theirs } = sides;
  if (sameContent(mine, theirs) || sameContent(base, theirs)) return { merged: mine, conflicts: [] };
  if (sameContent(base, mine)) return { merged: theirs, conflicts: [] };
  const chosen = new Map(resolutions.map((resolution) => [resolution.pointer, resolution]));
  if (base === null || mine === null || theirs === null) return mergeWhole(sides, chosen.get(''));
  const { root, conflicts } = mergeThreeWays(
    { base: nodeOf(base), mine: nodeOf(mine), theirs: nodeOf(theirs) },
    { part: 'event-type', choose: (pointer) => choiceOf(chosen.get(pointer)) },
  );
  return {
    // Written anew, so that a field whose value was taken away has its default.
    merged: contentText(contentOfText(textOf(root))),
    conflicts: conflicts.filter(({ pointer }) => !chosen.has(pointer)).map(conflictText),
  };
}

function mergeWhole(sides: Sides, resolution: Resolution | undefined): SidesMerge {
  if (resolution === undefined) return { merged: sides.mine, conflicts: [{ pointer: '', ...sides }] };
  if ('take' in resolution) return { merged: sides[resolution.take], conflicts: [] };
  const isObject = resolution.value.startsWith('{');
  // Anything but an object is no event type; whoever checks the merged content says so.
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
