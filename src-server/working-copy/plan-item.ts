import { rawItems } from '../json-schema/raw-json-text';
import { fieldTexts, sameContent, sameFieldText } from './content-text';
import { isFlagSets } from './flag-sets-text';
import { mergeSides } from './merge-sides';
import type { Resolution, SideConflict, Sides } from './sides';

/** What a sync asks of the other instance. Texts are JSON. */
export type RemoteWrite =
  | { readonly act: 'create'; readonly body: string }
  /** With only what should differ. */
  | { readonly act: 'change'; readonly body: string }
  | { readonly act: 'remove' }
  /** All flag sets at once. */
  | { readonly act: 'replace-flag-sets'; readonly body: string };

/** What a sync does with one event type. */
export type ItemPlan =
  /** Both sides are already equal, or only this one has to follow: nothing is sent. */
  | { readonly kind: 'agreed'; readonly merged: string | null }
  /** Somebody has to choose first. */
  | { readonly kind: 'conflict'; readonly conflicts: readonly SideConflict[] }
  /** It has changed since the fetch. */
  | { readonly kind: 'moved'; readonly there: string | null }
  /** The chosen result is not a valid event type; why, in a sentence. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'write'; readonly merged: string | null; readonly write: RemoteWrite };

/**
 * What to do with an event type.
 * @param found what the other instance has now; undefined: it has not been asked yet
 */
export function planItem(
  sides: Sides,
  resolutions: readonly Resolution[],
  found: string | null | undefined,
): ItemPlan {
  const there = found === undefined ? sides.theirs : found;
  const { merged, conflicts } = mergeSides(sides, resolutions);
  // First, since a write whose answer was lost looks like this.
  if (conflicts.length === 0 && sameContent(merged, there)) return { kind: 'agreed', merged };
  if (!sameContent(there, sides.theirs)) {
    return sameContent(there, sides.mine) ? { kind: 'agreed', merged: there } : { kind: 'moved', there };
  }
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };
  return { kind: 'write', merged, write: writeOf(merged, there) };
}

function writeOf(merged: string | null, there: string | null): RemoteWrite {
  if (merged === null) return { act: 'remove' };
  if (isFlagSets(merged)) return { act: 'replace-flag-sets', body: merged };
  const known = there === null ? undefined : fieldTexts(there);
  const fields = [...fieldTexts(merged)].filter(([name, text]) =>
    known === undefined ? text !== 'null' : !sameFieldText(name, known.get(name), text),
  );
  return { act: there === null ? 'create' : 'change', body: bodyOf(fields) };
}

/** With the older spelling of the flags next to the newer, for instances that know only that. */
function bodyOf(fields: readonly (readonly [name: string, text: string])[]): string {
  const members = fields.flatMap(([name, text]) =>
    name === 'featureFlags'
      ? [`"featureFlags":${text}`, `"featureFlag":${text === 'null' ? text : rawItems(text)[0]}`]
      : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${members.join(',')}}`;
}
