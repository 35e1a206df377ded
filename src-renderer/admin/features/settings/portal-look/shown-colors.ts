import type { Palette } from '../../../../../src-server/contract/portal-look';
import { paletteVariables } from '../../../../shared/portal-look/look-styles';

/** A color of a palette. */
export type PaletteName = keyof Palette;

/** The variable of the portal that shows each color. Those that are never moved have none. */
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

/** What the portal makes of a color of a palette, `#rrggbb`; null where it is shown as it was chosen, or not at all. */
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

/** What the portal makes of the color of the brand in a mode; null where a palette names another for the same. */
export function shownBrand(mode: 'light' | 'dark', palette: Palette | null, brand: string): string | null {
  if (palette?.interactiveAccent) return null;
  return paletteVariables(mode, palette, brand)['--accent'] ?? null;
}
