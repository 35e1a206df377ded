import { useEffect } from 'react';
import { create } from 'zustand';

/** A key that a part of the screen handles itself, written as in the table of commands. */
interface ScreenKey {
  readonly keys: string;
  readonly label: string;
}

interface ScreenKeysState {
  /** Newest last. */
  readonly parts: readonly (readonly ScreenKey[])[];
}

/** Keys that are not commands, since they have a meaning in one place only, and that are shown with the others. */
export const useScreenKeyParts = create<ScreenKeysState>(() => ({ parts: [] }));

/** Shows keys in the sheet of shortcuts while the component is mounted. `keys` is a module constant. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    useScreenKeyParts.setState(({ parts }) => ({ parts: [...parts, keys] }));
    return () =>
      useScreenKeyParts.setState(({ parts }) => ({ parts: parts.filter((part) => part !== keys) }));
  }, [keys]);
}
