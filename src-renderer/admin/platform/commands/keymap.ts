import { create } from 'zustand';
import { type CommandId, commandRow } from '../../../../src-main/contract/commands';
import type { ChosenKeys } from '../../../../src-main/contract/menu-keys';
import { browserStorage, keepInBrowser } from '../../../ui/browser-storage';
import { readChosen, withKeys } from './chosen-keys';

const STORAGE_KEY = 'posthorn.keys';

interface KeymapState {
  readonly chosen: ChosenKeys;
  /** True while new keys are being recorded; key presses must then do nothing else. */
  readonly isRecording: boolean;
  /** Assigns keys to a command; null removes them. */
  choose(id: CommandId, keys: string | null): void;
  /** Restores the keys of the table. */
  reset(id: CommandId): void;
  resetAll(): void;
  setRecording(isRecording: boolean): void;
}

/** The keys on this computer. */
export const useKeymap = create<KeymapState>((set, get) => {
  const keep = (chosen: ChosenKeys) => {
    keepInBrowser(STORAGE_KEY, JSON.stringify(chosen));
    set({ chosen });
  };
  return {
    chosen: readChosen(browserStorage().getItem(STORAGE_KEY)),
    isRecording: false,
    choose: (id, keys) => keep(withKeys(get().chosen, id, keys)),
    reset: (id) => keep(withKeys(get().chosen, id, commandRow(id).keys)),
    resetAll: () => keep({}),
    setRecording: (isRecording) => set({ isRecording }),
  };
});
