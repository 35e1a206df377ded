import type { PortalLookOut } from '../../../src-server/contract/portal-look';

/** The settings of the sender, overridden by the parameters in the address of this page. */
export interface PortalLook {
  readonly settings: PortalLookOut;
  /** Address of the logo. Null: none. */
  readonly icon: string | null;
  /** Name of a font. Null: the default one. */
  readonly fontFamily: string | null;
  /** Brand colors that override the settings, `#rrggbb`. Null: those of the settings. */
  readonly primaryLight: string | null;
  readonly primaryDark: string | null;
  /** True: the page that embeds the portal has its own navigation. */
  readonly hideNavigation: boolean;
  /** True: no space around the content, because the embedding page has it. */
  readonly noGutters: boolean;
}

/** The look of a portal whose settings could not be read. */
export const PLAIN_SETTINGS: PortalLookOut = {
  displayName: null,
  portalReturnUrl: null,
  portalShowHiddenTypes: true,
  enableChannels: false,
  showUseSvixPlay: false,
  enforceHttps: false,
  requireEndpointFilterTypes: false,
  requireEndpointChannel: false,
  showSvixBrandFooter: false,
  customColor: null,
  customLogoUrl: null,
  customFontFamily: null,
  customFontFamilyUrl: null,
  logoFile: null,
  fontFile: null,
  customBaseFontSize: null,
  colorPaletteLight: null,
  colorPaletteDark: null,
  customThemeOverride: null,
  customStringsOverride: null,
  texts: [],
};

const FONT = /^[a-zA-Z0-9\-_ ]{1,256}$/;

/**
 * Overrides the settings with the parameters of the address: `primaryColorLight`, `primaryColorDark`, `primaryColor`
 * for both, `icon`, `fontFamily`, `hideNavigation`, `noGutters`. Anybody can write an address, so invalid values are
 * ignored; the policy of the page decides where an icon may come from.
 */
export function lookFrom(settings: PortalLookOut, search: string): PortalLook {
  const query = new URLSearchParams(search);
  const color = (name: string) => {
    const digits = /^#?([0-9a-fA-F]{6})$/.exec(query.get(name) ?? query.get('primaryColor') ?? '')?.[1];
    return digits === undefined ? null : `#${digits}`;
  };
  const icon = query.get('icon');
  const font = query.get('fontFamily');
  return {
    settings,
    icon:
      icon && /^(https?:|data:image\/)/i.test(icon) ? icon : (settings.logoFile ?? settings.customLogoUrl),
    fontFamily: font && FONT.test(font) ? font : fontNameOf(settings),
    primaryLight: color('primaryColorLight'),
    primaryDark: color('primaryColorDark'),
    hideNavigation: query.get('hideNavigation') === 'true',
    noGutters: query.get('noGutters') === 'true',
  };
}

/** The name of the font: an uploaded one works without a name of its own. Null: none was chosen. */
export function fontNameOf({
  customFontFamily,
  fontFile,
}: Pick<PortalLookOut, 'customFontFamily' | 'fontFile'>): string | null {
  return customFontFamily ?? (fontFile === null ? null : 'Uploaded font');
}

/** A look without customization. */
export const PLAIN_LOOK: PortalLook = lookFrom(PLAIN_SETTINGS, '');
