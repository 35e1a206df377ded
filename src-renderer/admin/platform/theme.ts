import { create } from 'zustand';
import { keepInBrowser } from '../../ui/browser-storage';
import { applyTheme, storedTheme, THEME_KEY, type Theme } from './stored-theme';

interface ThemeState {
  readonly theme: Theme;
  choose(theme: Theme): void;
}

export const useTheme = create<ThemeState>((set) => ({
  theme: storedTheme(),
  choose(theme) {
    keepInBrowser(THEME_KEY, theme);
    applyTheme(theme);
    set({ theme });
  },
}));
