import { create } from 'zustand';

interface RunningSyncState {
  /** The background task of the last sync that was started here, by instance; absent: none, or already dismissed. */
  readonly tasks: ReadonlyMap<string, string>;
}

/** A sync continues after its sheet is closed; reopening the sheet shows its progress. */
export const useRunningSync = create<RunningSyncState>(() => ({ tasks: new Map() }));

/** @param taskId empty: forget the last one */
export function noteSync(instance: string, taskId: string): void {
  useRunningSync.setState(({ tasks }) => {
    const next = new Map(tasks);
    if (taskId === '') next.delete(instance);
    else next.set(instance, taskId);
    return { tasks: next };
  });
}
