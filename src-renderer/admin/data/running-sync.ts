import { create } from 'zustand';

interface RunningSyncState {
  /** The background task of the last sync that was begun here, by instance; absent: none, or its end was seen. */
  readonly tasks: ReadonlyMap<string, string>;
}

/** Syncs outlive the sheet that began them: whoever opens it again sees how far they are. */
export const useRunningSync = create<RunningSyncState>(() => ({ tasks: new Map() }));

/** @param taskId empty: its end was seen */
export function noteSync(instance: string, taskId: string): void {
  useRunningSync.setState(({ tasks }) => {
    const next = new Map(tasks);
    if (taskId === '') next.delete(instance);
    else next.set(instance, taskId);
    return { tasks: next };
  });
}
