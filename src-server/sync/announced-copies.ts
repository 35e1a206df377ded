import type { WorkingCopyStore } from '../storage/catalog/working-copy-store';

/** The same store, which calls `onChange` after every write that changed a working copy. */
export function announcedCopies(
  store: WorkingCopyStore,
  onChange: (connectionId: string) => void,
): WorkingCopyStore {
  const announced =
    <Rest extends readonly unknown[]>(write: (connectionId: string, ...rest: Rest) => Promise<boolean>) =>
    async (connectionId: string, ...rest: Rest): Promise<boolean> => {
      const hasChanged = await write(connectionId, ...rest);
      if (hasChanged) onChange(connectionId);
      return hasChanged;
    };
  return {
    ...store,
    write: announced(store.write),
    setOffline: announced(store.setOffline),
    setNote: announced(store.setNote),
  };
}
