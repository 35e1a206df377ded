import type { IncomingMessage } from 'node:http';
import { REMOTE_PREFIX } from '../../contract/connection';
import { originOf } from './request-origin';

/**
 * Browsers keep a cookie for 400 days at most. How long a log-in holds is decided by the server, so this one lives as
 * long as it may.
 */
const MAX_AGE_S = 400 * 24 * 3600;
/** The only paths that accept it: no page or file, and few paths of other servers on this host, receive it. */
const PATHS = ['/api/v1', REMOTE_PREFIX];

/** The cookie of logged-in browsers. */
export interface SessionCookie {
  /** The secret in a request; null: it has none. */
  read(request: IncomingMessage): string | null;
  /** The `Set-Cookie` headers that keep this secret; null: that forget it. */
  write(request: IncomingMessage, secret: string | null): readonly string[];
}

/**
 * A cookie of this installation alone: its name carries the id, since browsers send the cookies of all servers on one host
 * to each of them. Over https, a prefix makes the browser refuse one that something else has set.
 */
export function createSessionCookie(installationId: string): SessionCookie {
  const nameFor = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}posthorn-${installationId}`;
  return {
    read(request) {
      const name = nameFor(isHttps(request));
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const at = pair.indexOf('=');
        if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
      }
      return null;
    },
    write(request, secret) {
      const secure = isHttps(request);
      const kept = `${nameFor(secure)}=${secret ?? ''}; Max-Age=${secret === null ? 0 : MAX_AGE_S}`;
      // The prefix `__Host-` requires the path `/`.
      return (secure ? ['/'] : PATHS).map(
        (path) => `${kept}; Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
      );
    },
  };
}

function isHttps(request: IncomingMessage): boolean {
  return originOf(request).startsWith('https:');
}
