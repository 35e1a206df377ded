/**
 * The initial address of a frame: the portal of this server, with the key in the fragment; the frame removes it from
 * its address before anything else happens.
 */
export function frameAddress(url: string, theme: 'light' | 'dark', page: string): string {
  const { pathname, hash } = new URL(url);
  const query = new URLSearchParams({ theme, next: page });
  return `${pathname}?${query}${hash}`;
}
