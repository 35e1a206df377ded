import { ApiClient } from '../../api/api-client';
import { lookStyles } from '../../shared/portal-look/look-styles';
import { fontNameOf, lookFrom, PLAIN_SETTINGS, type PortalLook } from '../../shared/portal-look/portal-look';

/** Asks the server for the look of the portal; if that fails, the portal has the default look. Never throws. */
export async function readLook(search: string): Promise<PortalLook> {
  const api = new ApiClient({ baseAddress: '', token: null });
  const settings = await api.call('GET /portal/look').catch(() => PLAIN_SETTINGS);
  return lookFrom(settings, search);
}

const sheet = new CSSStyleSheet();
/** The file a font was last read from. */
let fontFrom = '';
let ownFont: { readonly name: string; readonly file: string } | null = null;

/** The font of the sender that the page has; null: none. */
export function fontOfLook(): typeof ownFont {
  return ownFont;
}

/**
 * Applies a look to the page, in place of the previous one. The sheet overrides the tokens for both modes at once: a
 * change of theme needs nothing more.
 */
export function applyLook(document: Document, look: PortalLook): void {
  sheet.replaceSync(lookStyles(look));
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const name = fontNameOf(look.settings);
  const file = look.settings.fontFile ?? look.settings.customFontFamilyUrl;
  const from = `${name} ${file}`;
  if (name && file && from !== fontFrom) {
    fontFrom = from;
    ownFont = { name, file };
    const font = new FontFace(name, `url(${JSON.stringify(file)})`);
    document.fonts.add(font);
    // Until it is loaded, or if it never is, the default font is used.
    font.load().catch(() => undefined);
  }
}
