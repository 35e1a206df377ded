import { parseUrl } from '../base/parse-url';

/** Longest URL in a setting, in characters, also after encoding non-ASCII letters. */
const MAX_LENGTH = 2048;
/**
 * Host names that are safe in a header. The URL parser accepts `a,b.example`, `a;b.example` and `*`, which a content
 * security policy would read as its own punctuation.
 */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

type WebAddress =
  | { readonly ok: true; readonly url: URL }
  /** `reason`: a sentence about the URL. */
  | { readonly ok: false; readonly reason: string };

/** Reads an http or https URL whose origin is safe in a header and whose text hides no password. */
export function parseWebAddress(text: string): WebAddress {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return refused('This must be a URL that starts with http:// or https://.');
  }
  if (!HOST.test(url.hostname)) {
    return refused('The host name may contain only letters, digits, hyphens, underscores and periods.');
  }
  if (url.username !== '' || url.password !== '') {
    return refused('The address must not contain a user name or password.');
  }
  if (url.href.length > MAX_LENGTH) {
    return refused(`The encoded address has more than ${MAX_LENGTH} characters.`);
  }
  return { ok: true, url };
}

function refused(reason: string): WebAddress {
  return { ok: false, reason };
}
