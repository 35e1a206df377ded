import { portalLookOutSchema, portalSettings } from '../../../../../src-server/contract/portal-look';
import { isSame, likeMembers } from '../../../../ui/drafts/draft-store';
import type { LookName, LookSettings } from './look-names';

/** The server's rules for texts of the look. */
const PATTERNS = {
  color: /^#[0-9a-f]{6}$/i,
  address: new RegExp(portalSettings.portalReturnUrl.pattern),
  font: new RegExp(portalLookOutSchema.properties.customFontFamily.pattern),
  origin: new RegExp(portalSettings.portalFrameAncestors.items.pattern),
};

/** Said at the field of the color. */
export const COLOR_RULE = 'Enter # and six hexadecimal digits, such as #2f6f4f.';

/** A look as its form has it: a color or a size that is none is the text that was typed, so that nothing drops it. */
export type TypedLook = Omit<LookSettings, 'customBaseFontSize'> & {
  readonly customBaseFontSize: number | string | null;
};

/** The text size that a text means: null for none, the text itself if it is no number. */
export function sizeOf(text: string): TypedLook['customBaseFontSize'] {
  const typed = text.trim();
  if (typed === '') return null;
  return /^(0|[1-9]\d{0,3})$/.test(typed) ? Number(typed) : text;
}

/** What is wrong with a look, by setting; empty if it can be saved. */
export type LookFaults = Partial<Record<LookName, string>>;

/**
 * The settings that were edited and differ from the saved ones. One that was put back to what the form began with is no
 * edit, whatever others have saved since: saving would not write it.
 */
export function unsavedOf(
  edits: Partial<TypedLook>,
  saved: LookSettings,
  opened: Partial<LookSettings> = saved,
): Partial<TypedLook> {
  // Null is like a number and like a text.
  const known = likeMembers<TypedLook>(edits, { ...saved, customBaseFontSize: null }, { mayLack: true });
  const entries = Object.entries(known).filter(
    ([name, value]) => !isSame(value, saved[name as LookName]) && !isSame(value, opened[name as LookName]),
  );
  return Object.fromEntries(entries);
}

/** What the server would refuse, in words. */
export function faultsOf(look: TypedLook): LookFaults {
  const faults: LookFaults = {};
  for (const name of ['customLogoUrl', 'customFontFamilyUrl', 'portalReturnUrl'] as const) {
    if (look[name] !== null && !PATTERNS.address.test(look[name])) {
      faults[name] = 'Enter a complete URL that starts with https:// or http://.';
    }
  }
  if (look.customColor !== null && !PATTERNS.color.test(look.customColor)) faults.customColor = COLOR_RULE;
  for (const name of ['colorPaletteLight', 'colorPaletteDark'] as const) {
    const colors = Object.values(look[name] ?? {});
    if (!colors.every((color) => !color || PATTERNS.color.test(color))) faults[name] = COLOR_RULE;
  }
  if (look.customFontFamily !== null && !PATTERNS.font.test(look.customFontFamily)) {
    faults.customFontFamily = 'Use only letters, digits, spaces, - and _.';
  }
  const size = look.customBaseFontSize;
  if (size !== null && (typeof size === 'string' || !Number.isInteger(size) || size < 8 || size > 32)) {
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
