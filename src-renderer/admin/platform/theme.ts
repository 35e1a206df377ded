import { create } from 'zustand';
import { browserStorage, keepInBrowser } from '../../ui/browser-storage';

/** `system` follows the operating system. */
type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'posthorn.theme';

/** The theme chosen on this computer. */
export function storedTheme(): Theme {
  const stored = browserStorage().getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies a theme to the page. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

interface ThemeState {
  readonly theme: Theme;
  choose(theme: Theme): void;
}

export const useTheme = create<ThemeState>((set) => ({
  theme: storedTheme(),
  choose(theme) {
    keepInBrowser(STORAGE_KEY, theme);
    applyTheme(theme);
    set({ theme });
  },
}));
