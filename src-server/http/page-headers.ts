import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { SettingsOut } from '../contract/settings';

/**
 * The security headers of each kind of page. No page may run a script that is not a file of this server. Styles may be
 * inline on the admin pages alone, whose code editor writes style elements as it measures; the portal has none.
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
  'worker-src': ["'self'", 'blob:'],
  'style-src': ["'self'", "'unsafe-inline'"],
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

/** It frames the portal of its own server, for the preview, and nothing else. */
export const adminHeaders: RequestHandler = headers(
  { ...APPLICATION, 'frame-src': ["'self'"], 'frame-ancestors': ["'none'"] },
  'deny',
);
/**
 * The portal may be framed by the admin pages, for the preview, and by pages of the sender that the settings name. Logo
 * and font come from where the settings say, the icon of a link from one of those pages, and from nowhere else.
 */
export function portalHeaders(settings: PortalPolicy): RequestHandler {
  const { portalFrameAncestors: ancestors, customLogoUrl, customFontFamilyUrl } = settings;
  const directives = {
    ...APPLICATION,
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
/** For files and for pages that say one thing. */
export const plainHeaders: RequestHandler = headers({ ...NO_SCRIPT, 'frame-ancestors': ["'none'"] }, 'deny');

function originOf(url: string | null): string[] {
  return url !== null && URL.canParse(url) ? [new URL(url).origin] : [];
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
