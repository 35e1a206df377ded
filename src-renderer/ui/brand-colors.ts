import { readableColor } from './readable-color';

/** The backgrounds of tokens.css behind links and the focus ring, precise enough to measure contrast. */
const LIGHT_GROUNDS = ['#ffffff', '#f7f8f9', '#ebedf0'];
const DARK_GROUNDS = ['#13171d', '#0b0e14', '#20242c'];
/** A little more than the 4.5 of WCAG. */
const TEXT_RATIO = 4.6;

/** A sender's color for each theme, adjusted only as far as readability requires; null if it is not `#rrggbb`. */
export function brandColors(color: string | null): { readonly light: string; readonly dark: string } | null {
  if (color === null || !/^#[0-9a-fA-F]{6}$/.test(color)) return null;
  return {
    light: readableColor(color, LIGHT_GROUNDS, TEXT_RATIO),
    dark: readableColor(color, DARK_GROUNDS, TEXT_RATIO),
  };
}
