import { browserStorage } from '../../ui/browser-storage';

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark';

/** Under which it is stored. */
export const THEME_KEY = 'posthorn.theme';

/** The theme chosen on this computer. */
export function storedTheme(): Theme {
  const stored = browserStorage().getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies a theme to the page. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}
