import { create } from 'zustand';
import { browserStorage, keepInBrowser } from '../../../ui/browser-storage';

const STORAGE_KEY = 'posthorn.single-keys';

interface SingleKeysState {
  /** Whether keys without Ctrl act, such as N or G C. Kept on this computer. */
  readonly on: boolean;
  turn(on: boolean): void;
}

/** People who use speech input, or often hit a key by mistake, can turn single keys off (WCAG 2.1.4). */
export const useSingleKeys = create<SingleKeysState>((set) => ({
  on: browserStorage().getItem(STORAGE_KEY) !== 'off',
  turn(on) {
    keepInBrowser(STORAGE_KEY, on ? 'on' : 'off');
    set({ on });
  },
}));
