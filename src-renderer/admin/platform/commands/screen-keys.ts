import { useEffect } from 'react';
import { create } from 'zustand';

/** A key that a part of the screen understands by itself, as the table of commands writes keys. */
export interface ScreenKey {
  readonly keys: string;
  readonly label: string;
}

interface ScreenKeysState {
  /** Newest last. */
  readonly parts: readonly (readonly ScreenKey[])[];
}

/** Keys that are no commands, since they mean something in one place only, and are shown with the others. */
export const useScreenKeyParts = create<ScreenKeysState>(() => ({ parts: [] }));

/** Shows keys in the sheet of shortcuts while the component is on the screen. `keys` is a constant of its file. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    useScreenKeyParts.setState(({ parts }) => ({ parts: [...parts, keys] }));
    return () =>
      useScreenKeyParts.setState(({ parts }) => ({ parts: parts.filter((part) => part !== keys) }));
  }, [keys]);
}
