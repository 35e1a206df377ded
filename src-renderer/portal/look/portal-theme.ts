/**
 * The theme a link asks for: `?theme=light|dark|auto`, or `?darkMode=true|false|auto` as other portals spell it. Null:
 * the reader's system decides.
 */
export function themeFrom(search: string): 'light' | 'dark' | null {
  const query = new URLSearchParams(search);
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') return theme;
  if (theme === 'auto') return null;
  const darkMode = query.get('darkMode');
  if (darkMode === 'true') return 'dark';
  return darkMode === 'false' ? 'light' : null;
}

/** Applies it to the page. */
export function applyPortalTheme(root: HTMLElement, search: string): void {
  const theme = themeFrom(search);
  if (theme === null) delete root.dataset.theme;
  else root.dataset.theme = theme;
}
