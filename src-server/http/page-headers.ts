import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { SettingsOut } from '../contract/settings';
import { frameOrigin } from './frame-origin';
import { parseWebAddress } from './web-address';

/**
 * The security headers of each kind of page. No page may run a script that is not a file of this server, and no style
 * element may stand in markup: those that the scripts of the admin pages make carry a nonce, and the one of the portal
 * is allowed by its digest.
 */
const NO_SCRIPT = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};
const APPLICATION = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'font-src': ["'self'", 'data:'],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/**
 * The one style element that the components of the portal write: how what is pressed takes a touch. It is always the
 * same text, so its digest allows it and nothing else. Styles of single elements are set by script, which no policy
 * for styles hinders.
 */
const PRESSABLE_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/**
 * The admin pages frame the portal of their own server, for the preview, and nothing else. Their code editor writes its
 * lines as markup with a style attribute on each, which no nonce can allow: attributes are allowed, elements are not.
 * @param nonce of this answer alone
 */
export function adminHeaders(nonce: string): RequestHandler {
  const directives = {
    ...APPLICATION,
    'worker-src': ["'self'", 'blob:'],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return headers(directives, 'deny');
}
/**
 * The portal may be framed by the admin pages, for the preview, and by pages of the sender that the settings name. Logo
 * and font come from where the settings say, the icon of a link from one of those pages, and from nowhere else.
 */
export function portalHeaders(settings: PortalPolicy): RequestHandler {
  const { portalFrameAncestors, customLogoUrl, customFontFamilyUrl } = settings;
  const ancestors = portalFrameAncestors.flatMap((text) => frameOrigin(text) ?? []);
  const directives = {
    ...APPLICATION,
    'worker-src': ["'none'"],
    'img-src': [...APPLICATION['img-src'], ...originOf(customLogoUrl), ...ancestors],
    'font-src': [...APPLICATION['font-src'], ...originOf(customFontFamilyUrl)],
    'style-src': ["'self'", PRESSABLE_STYLE],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'self'", ...ancestors],
  };
  // The older header knows no list; browsers that know it alone would refuse the sender's own pages.
  return headers(directives, ancestors.length > 0 ? 'as-directives-say' : 'sameorigin');
}
/** The settings that the portal's policy follows. */
export type PortalPolicy = Pick<
  SettingsOut,
  'portalFrameAncestors' | 'customLogoUrl' | 'customFontFamilyUrl'
>;
export const catalogHeaders: RequestHandler = headers(
  { ...NO_SCRIPT, 'frame-ancestors': ["'self'"] },
  'sameorigin',
);
/** The documentation is complete without its one script, which reads its index of the search from this server. */
export const docsHeaders: RequestHandler = headers(
  { ...NO_SCRIPT, 'script-src': ["'self'"], 'connect-src': ["'self'"], 'frame-ancestors': ["'none'"] },
  'deny',
);
/** For files and for pages that say one thing. */
export const plainHeaders: RequestHandler = headers({ ...NO_SCRIPT, 'frame-ancestors': ["'none'"] }, 'deny');

/** None for an address that cannot stand in a header: versions before this one stored some. */
function originOf(text: string | null): string[] {
  const address = text === null ? null : parseWebAddress(text);
  return address?.ok ? [address.url.origin] : [];
}

function headers(
  directives: Record<string, string[]>,
  frames: 'deny' | 'sameorigin' | 'as-directives-say',
): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: frames === 'as-directives-say' ? false : { action: frames },
    // The server may well be reached over plain http on this machine; a promise of https would lock people out.
    strictTransportSecurity: false,
  }) as RequestHandler;
}
