import { invalidField } from '../../base/errors';
import type { EndpointHeadersOut, EndpointHeadersPatch } from '../../contract/endpoint';
import { LIMITS } from '../../contract/limits';
import { isSensitiveHeader } from '../../contract/sensitive-headers';

type Headers = Readonly<Record<string, string>>;

/** A name that HTTP allows (RFC 9110 token). */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Visible Latin-1, spaces and tabs: above all no line break, which would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that belong to the delivery itself, or that intermediaries act on. */
const FORBIDDEN_NAMES = new Set([
  'host',
  'connection',
  'user-agent',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'expect',
  'te',
  'trailer',
  'trailers',
  'transfer-encoding',
  'upgrade',
  'age',
  'cache-control',
  'clear-site-data',
  'expires',
  'pragma',
  'warning',
  'content-length',
  'content-type',
  'content-encoding',
  'content-language',
  'content-location',
]);
/** Headers of the signature, which nobody else may write, and of cloud providers' own machinery. */
const FORBIDDEN_PREFIXES = [
  'webhook-',
  'svix-',
  'x-svix-',
  'x-amz-',
  'x-amzn-',
  'x-google',
  'x-goog-',
  'x-gfe',
  'x-azure-',
  'x-fd-',
];
/** Extra request headers as a caller gives them. @throws ApiError 422 that names the header */
export function readHeaders(given: Headers): Headers {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name) || name.length > LIMITS.headerName.max)
      throw refused(name, 'is not a valid HTTP header name');
    if (!HEADER_VALUE.test(value))
      throw refused(name, 'has a value with line breaks or other forbidden characters');
    if (FORBIDDEN_NAMES.has(lower) || FORBIDDEN_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
      throw refused(name, 'is set by the service or by proxies, and cannot be changed');
    }
    if (seen.has(lower)) throw refused(name, 'is given twice');
    seen.add(lower);
  }
  return given;
}

/** Sets and removes single headers; names are compared without regard to case. @throws ApiError 422 */
export function patchHeaders(current: Headers, patch: EndpointHeadersPatch): Headers {
  const changes = Object.entries(patch.headers ?? {});
  const touched = new Set([...(patch.deleteHeaders ?? []), ...changes.map(([name]) => name)].map(lowerCase));
  const kept = Object.entries(current).filter(([name]) => !touched.has(name.toLowerCase()));
  const set = changes.filter((change): change is [string, string] => change[1] !== null);
  return readHeaders(Object.fromEntries([...kept, ...set]));
}

/** What may be read back. */
export function presentHeaders(headers: Headers): EndpointHeadersOut {
  const entries = Object.entries(headers);
  const isSensitive = ([name]: [string, string]) => isSensitiveHeader(name);
  return {
    headers: Object.fromEntries(entries.filter((entry) => !isSensitive(entry))),
    sensitive: entries.filter(isSensitive).map(([name]) => name),
  };
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

function refused(name: string, why: string) {
  return invalidField('headers', `The header ${JSON.stringify(name.slice(0, 100))} ${why}.`);
}
