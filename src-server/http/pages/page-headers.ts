import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { SettingsOut } from '../../contract/settings';
import { frameOrigin } from '../frame-origin';
import { parseWebAddress } from '../web-address';

/**
 * The security headers of each kind of page. No page may run a script that is not a file of this server, and markup may
 * not contain style elements: those created by scripts of the admin pages carry a nonce, and the portal's one is
 * allowed by its digest.
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
 * The one style element that the components of the portal write: how pressable elements handle touch. It is always the
 * same text, so its digest allows it and nothing else. Scripts set the styles of single elements, which no style policy
 * blocks.
 */
const PRESSABLE_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/**
 * The admin pages frame the portal of their own server, for the preview, and nothing else. Their code editor writes its
 * lines as markup with a style attribute each, which no nonce can allow: so attributes are allowed, elements are not.
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
 * The portal may be framed by the admin pages, for the preview, and by the sender's pages that the settings name. Logo
 * and font may come only from where the settings say, the icon of a link only from one of those pages.
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
  // The older header allows no list; browsers that know only that header would refuse the sender's own pages.
  return headers(directives, ancestors.length > 0 ? 'as-directives-say' : 'sameorigin');
}
/** For the message in place of a portal that may not be framed there: it does nothing, so any page may frame it. */
export const refusedFrameHeaders: RequestHandler = headers(
  { ...NO_SCRIPT, 'frame-ancestors': ['*'] },
  'as-directives-say',
);
/** The page of a share link frames the portal of its own server, and may be framed by nobody. */
export const shareHeaders: RequestHandler = headers(
  {
    ...APPLICATION,
    'worker-src': ["'none'"],
    'style-src': ["'self'", PRESSABLE_STYLE],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
  'deny',
);
/** The settings that the portal's policy follows. */
export type PortalPolicy = Pick<
  SettingsOut,
  'portalFrameAncestors' | 'customLogoUrl' | 'customFontFamilyUrl'
>;
/**
 * The catalog is complete without its one script, which reads its index from another one, and types from the file of all.
 */
export const catalogHeaders: RequestHandler = headers(
  { ...NO_SCRIPT, 'script-src': ["'self'"], 'connect-src': ["'self'"], 'frame-ancestors': ["'self'"] },
  'sameorigin',
);
/** The documentation is complete without its one script, which reads its search index from this server. */
export const docsHeaders: RequestHandler = headers(
  { ...NO_SCRIPT, 'script-src': ["'self'"], 'connect-src': ["'self'"], 'frame-ancestors': ["'none'"] },
  'deny',
);
/** For files and for message pages. */
export const plainHeaders: RequestHandler = headers({ ...NO_SCRIPT, 'frame-ancestors': ["'none'"] }, 'deny');

/** For a file that somebody uploaded: opened by itself, it may do nothing at all. */
export const uploadedHeaders: RequestHandler = headers(
  { 'default-src': ["'none'"], 'style-src': ["'unsafe-inline'"], sandbox: [] },
  'deny',
);

/** None for a URL that cannot be used in a header: earlier versions stored some. */
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
    // Where it speaks https itself, the http server promises so. Over plain http, a promise would lock people out.
    strictTransportSecurity: false,
  }) as RequestHandler;
}
