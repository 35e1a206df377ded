/**
 * The address that a frame begins at: the portal of this server, with the key in the fragment, where it leaves the
 * frame's address before anything else happens.
 */
export function frameAddress(url: string, theme: 'light' | 'dark', page: string): string {
  const { pathname, hash } = new URL(url);
  const query = new URLSearchParams({ theme, next: page });
  return `${pathname}?${query}${hash}`;
}
