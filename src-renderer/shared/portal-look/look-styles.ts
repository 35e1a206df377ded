import type { Palette } from '../../../src-server/contract/portal-look';
import { inkOn, readableColor, readableGround } from '../../ui/readable-color';
import type { PortalLook } from './portal-look';

type Mode = 'light' | 'dark';
type Variables = Readonly<Record<string, string>>;

/** The backgrounds of ui/tokens.css in each mode, precise enough to measure contrast. */
const GROUNDS: Record<Mode, { readonly bg: string; readonly surface: string; readonly hover: string }> = {
  light: { bg: '#f7f8f9', surface: '#ffffff', hover: '#ebedf0' },
  dark: { bg: '#0b0e14', surface: '#13171d', hover: '#20242c' },
};
/** Links also appear on tinted backgrounds; a little above 4.5 keeps them readable there. */
const LINK_RATIO = 5.2;
const TEXT_RATIO = 4.5;
const RADIUS_PX = { none: 0, sm: 3, md: 6, lg: 10, full: 16 } as const;
/** The body text size, in pixels, that the sizes of ui/tokens.css are made for. */
const USUAL_TEXT_PX = 13;

/** The look as a style sheet over the tokens; empty if nothing differs from them. */
export function lookStyles(look: PortalLook): string {
  const { settings } = look;
  const shape = shapeVariables(look);
  const light = paletteVariables(
    'light',
    settings.colorPaletteLight,
    look.primaryLight ?? settings.customColor,
  );
  const dark = paletteVariables('dark', settings.colorPaletteDark, look.primaryDark ?? settings.customColor);
  const size = settings.customThemeOverride?.fontSize?.base ?? settings.customBaseFontSize;
  return [
    rule(':root', shape),
    size ? `:root { font-size: ${(size / USUAL_TEXT_PX) * 100}%; }` : '',
    ...modeRules('light', light),
    ...modeRules('dark', dark),
  ]
    .filter(Boolean)
    .join('\n');
}

/** A mode applies if the page asks for it, or if the reader's system does and the page does not say. */
function modeRules(mode: Mode, variables: Variables): string[] {
  const other = mode === 'light' ? 'dark' : 'light';
  const bySystem = rule(`:root:not([data-theme="${other}"])`, variables);
  return bySystem === ''
    ? []
    : [
        `@media (prefers-color-scheme: ${mode}) { ${bySystem} }`,
        rule(`:root[data-theme="${mode}"]`, variables),
      ];
}

function rule(selector: string, variables: Variables): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return lines.length === 0 ? '' : `${selector} { ${lines.join(' ')} }`;
}

function shapeVariables({ settings, fontFamily }: PortalLook): Variables {
  const { button, card, input } = settings.customThemeOverride?.borderRadius ?? {};
  const px = (name: keyof typeof RADIUS_PX) => `${RADIUS_PX[name]}px`;
  return {
    ...(fontFamily && {
      '--font-ui': `"${fontFamily}", "Inter Variable", "Inter", system-ui, sans-serif`,
    }),
    ...(input && { '--radius': px(input) }),
    ...(button && { '--radius-button': px(button) }),
    ...(card && { '--radius-sheet': px(card) }),
  };
}

/** Every color that the sender chose, adjusted only as far as needed to be readable. */
export function paletteVariables(mode: Mode, palette: Palette | null, brand: string | null): Variables {
  const ground = (color: string | null | undefined) => (color ? readableGround(color, mode) : null);
  const bg = ground(palette?.backgroundPrimary);
  const surface = ground(palette?.backgroundSecondary);
  const hover = ground(palette?.backgroundHover);
  const grounds = [bg ?? GROUNDS[mode].bg, surface ?? GROUNDS[mode].surface, hover ?? GROUNDS[mode].hover];
  const ink = (color: string | null | undefined, ratio = TEXT_RATIO) =>
    color ? readableColor(color, grounds, ratio) : null;
  const accent = ink(palette?.interactiveAccent ?? brand ?? palette?.primary, LINK_RATIO);
  const button = palette?.buttonPrimary ?? null;
  const found: Record<string, string | null> = {
    '--bg': bg,
    '--surface': surface,
    '--raised': surface,
    '--sunken': bg,
    '--hover': hover,
    '--text': ink(palette?.textPrimary),
    '--muted': ink(palette?.textSecondary),
    '--failed': ink(palette?.textDanger),
    '--hairline': palette?.borderPrimary ?? null,
    '--accent': accent,
    '--selected': accent && `color-mix(in srgb, ${accent} 12%, ${grounds[0]})`,
    '--navigation': ink(palette?.navigationAccent) ?? accent,
    '--button': button,
    '--on-button': button && inkOn(button),
  };
  const entries = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(entries);
}
