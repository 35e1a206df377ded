import { portalLookOutSchema, portalSettings } from '../../../../../src-server/contract/portal-look';
import type { LookName, LookSettings } from './look-names';

/** The server's rules for texts of the look. */
const PATTERNS = {
  address: new RegExp(portalSettings.portalReturnUrl.pattern),
  font: new RegExp(portalLookOutSchema.properties.customFontFamily.pattern),
  origin: new RegExp(portalSettings.portalFrameAncestors.items.pattern),
};

/** What is wrong with a look, by setting; empty if it can be saved. */
export type LookFaults = Partial<Record<LookName, string>>;

/** Values being tried out, each with the saved value it replaces. */
export type LookEdits = {
  readonly [K in LookName]?: { readonly over: LookSettings[K]; readonly value: LookSettings[K] };
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The edits that are still valid. An edit based on a saved value that has since changed was saved, or superseded by a
 * reset elsewhere; an edit equal to the saved value is not an edit.
 */
export function standing(edits: LookEdits, saved: LookSettings): Partial<LookSettings> {
  const entries = Object.entries(edits).filter(
    ([name, { over, value }]) => same(over, saved[name as LookName]) && !same(value, over),
  );
  return Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
}

/** The edits that are left once some settings were saved: what was typed meanwhile. */
export function leftAfter(edits: LookEdits, saved: Partial<LookSettings>): LookEdits {
  const entries = Object.entries(edits).flatMap(([name, edit]) => {
    const now = saved[name as LookName];
    if (now === undefined) return [[name, edit]];
    return same(edit.value, now) ? [] : [[name, { over: now, value: edit.value }]];
  });
  return Object.fromEntries(entries);
}

/** What the server would refuse, in words. */
export function faultsOf(look: LookSettings): LookFaults {
  const faults: LookFaults = {};
  for (const name of ['customLogoUrl', 'customFontFamilyUrl', 'portalReturnUrl'] as const) {
    if (look[name] !== null && !PATTERNS.address.test(look[name])) {
      faults[name] = 'Enter a full address that starts with https:// or http://.';
    }
  }
  if (look.customFontFamily !== null && !PATTERNS.font.test(look.customFontFamily)) {
    faults.customFontFamily = 'Use only letters, digits, spaces, - and _.';
  }
  const size = look.customBaseFontSize;
  if (size !== null && (!Number.isInteger(size) || size < 8 || size > 32)) {
    faults.customBaseFontSize = 'Enter a whole number from 8 to 32.';
  }
  const wrong = look.portalFrameAncestors.find((origin) => !PATTERNS.origin.test(origin));
  if (wrong !== undefined) {
    faults.portalFrameAncestors = `“${wrong}” is not an origin. Enter scheme and host without a path, such as https://app.example.com.`;
  } else if (new Set(look.portalFrameAncestors).size < look.portalFrameAncestors.length) {
    faults.portalFrameAncestors = 'Remove the duplicate origin.';
  }
  return faults;
}
