import { invalidField } from '../base/errors';
import { parseUrl } from '../base/parse-url';

/**
 * The URL of another instance in canonical form: scheme, host and perhaps a path, without a trailing slash. A pasted
 * `/api/v1` at the end is removed.
 * @throws ApiError 422 for the field `baseUrl`
 */
export function normalizeBaseUrl(text: string): string {
  const url = parseUrl(text.trim());
  if (!url)
    throw invalidField('baseUrl', 'This is not a valid address. Enter one like https://posthorn.example.com');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidField('baseUrl', 'The address must start with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField(
      'baseUrl',
      'The address must not contain a user name or password. Give the token instead',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalidField('baseUrl', 'The address must not contain ? or #');
  }
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/api(\/v1)?$/, '')
      .replace(/\/+$/, '')
  );
}
