import { create } from 'zustand';
import { browserStorage, keepInBrowser } from '../../ui/browser-storage';
import { readListWidth } from './list-width';

const STORAGE_KEY = 'posthorn.list-width';

interface ListWidthState {
  readonly width: number;
  set(width: number): void;
}

/** The width of all list panes on this computer, so that the line stays in place when the screen changes. */
export const useListWidth = create<ListWidthState>((set) => ({
  width: readListWidth(browserStorage().getItem(STORAGE_KEY)),
  set(width) {
    keepInBrowser(STORAGE_KEY, String(width));
    set({ width });
  },
}));
