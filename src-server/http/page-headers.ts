import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * The security headers of each kind of page. No page may run a script that is not a file of this server. Styles
 * may be inline in the two applications, whose editor and components measure and write them as they run.
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

export const adminHeaders = headers({ ...APPLICATION, 'frame-ancestors': ["'none'"] }, 'deny');
/** Framed by the admin pages, for the preview. */
export const portalHeaders = headers(
  { ...APPLICATION, 'frame-src': ["'none'"], 'frame-ancestors': ["'self'"] },
  'sameorigin',
);
export const catalogHeaders = headers({ ...NO_SCRIPT, 'frame-ancestors': ["'self'"] }, 'sameorigin');
/** For files and for pages that say one thing. */
export const plainHeaders = headers({ ...NO_SCRIPT, 'frame-ancestors': ["'none'"] }, 'deny');

function headers(directives: Record<string, string[]>, frames: 'deny' | 'sameorigin'): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: frames },
    // The server may well be reached over plain http on this machine; a promise of https would lock people out.
    strictTransportSecurity: false,
  }) as RequestHandler;
}
