import { ENGLISH_LOCALE } from '../../../src-server/portal-texts/in-english';

/**
 * The initial address of a frame: the portal of this server, with the key in the fragment; the frame removes it from
 * its address before anything else happens. It speaks the language that the link asks for, else English, whoever looks.
 */
export function frameAddress(url: string, theme: 'light' | 'dark', page: string): string {
  const { pathname, hash, searchParams } = new URL(url);
  const lang = searchParams.get('lang') ?? ENGLISH_LOCALE;
  const query = new URLSearchParams({ theme, lang, next: page });
  return `${pathname}?${query}${hash}`;
}
