import type { SettingsOut } from '../../../../../src-server/contract/settings';

/** The settings of this page. */
const LOOK_NAMES = [
  'customColor',
  'customLogoUrl',
  'customFontFamily',
  'customFontFamilyUrl',
  'customBaseFontSize',
  'colorPaletteLight',
  'colorPaletteDark',
  'customThemeOverride',
  'customStringsOverride',
  'showSvixBrandFooter',
  'portalShowHiddenTypes',
  'portalReturnUrl',
  'portalFrameAncestors',
] as const satisfies readonly (keyof SettingsOut)[];

export type LookName = (typeof LOOK_NAMES)[number];
export type LookSettings = Pick<SettingsOut, LookName>;
