import { ApiClient } from '../../api/api-client';
import { lookStyles } from '../../shared/portal-look/look-styles';
import { lookFrom, PLAIN_SETTINGS, type PortalLook } from '../../shared/portal-look/portal-look';

/** Asks the server how the portal looks; a portal that cannot be told looks plain. Never fails. */
export async function readLook(search: string): Promise<PortalLook> {
  const api = new ApiClient({ baseAddress: '', token: null });
  const settings = await api.call('GET /portal/look').catch(() => PLAIN_SETTINGS);
  return lookFrom(settings, search);
}

const sheet = new CSSStyleSheet();
/** The file a font was last read from. */
let fontFrom = '';

/**
 * Dresses the page, in place of how it was dressed before. The sheet stands over the tokens, for both modes at once: a
 * change of theme needs nothing more.
 */
export function applyLook(document: Document, look: PortalLook): void {
  sheet.replaceSync(lookStyles(look));
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const { customFontFamily, customFontFamilyUrl } = look.settings;
  const from = `${customFontFamily} ${customFontFamilyUrl}`;
  if (customFontFamily && customFontFamilyUrl && from !== fontFrom) {
    fontFrom = from;
    const font = new FontFace(customFontFamily, `url(${JSON.stringify(customFontFamilyUrl)})`);
    document.fonts.add(font);
    // Until it is there, and where it never comes, the usual font stands in.
    font.load().catch(() => undefined);
  }
}
