import type { Palette } from '../../../../../src-server/contract/portal-look';
import { paletteVariables } from '../../../../shared/portal-look/look-styles';

/** A color of a palette. */
export type PaletteName = keyof Palette;

/** The portal's variable for each color. Colors that are never adjusted have none. */
const VARIABLES: Readonly<Partial<Record<PaletteName, string>>> = {
  primary: '--accent',
  backgroundPrimary: '--bg',
  backgroundSecondary: '--surface',
  backgroundHover: '--hover',
  textPrimary: '--text',
  textSecondary: '--muted',
  textDanger: '--failed',
  interactiveAccent: '--accent',
  navigationAccent: '--navigation',
};

/** The color that the portal shows for a palette color, `#rrggbb`; null if it is shown as chosen, or not at all. */
export function correctedColor(
  mode: 'light' | 'dark',
  palette: Palette | null,
  brand: string | null,
  name: PaletteName,
): string | null {
  const chosen = palette?.[name];
  const variable = VARIABLES[name];
  if (!chosen || !variable) return null;
  if (name === 'primary' && (palette.interactiveAccent || brand)) return null;
  const shown = paletteVariables(mode, palette, brand)[variable];
  return shown === undefined || shown === chosen.toLowerCase() ? null : shown;
}

/** The color that the portal shows for the brand color in a mode; null if a palette overrides it. */
export function shownBrand(mode: 'light' | 'dark', palette: Palette | null, brand: string): string | null {
  if (palette?.interactiveAccent) return null;
  return paletteVariables(mode, palette, brand)['--accent'] ?? null;
}
