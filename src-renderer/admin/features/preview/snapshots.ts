import { create } from 'zustand';
import { localTime } from '../../../../src-server/contract/local-time';
import { browserStorage, keepInBrowser } from '../../../ui/browser-storage';
import { useInstance } from '../../platform/instance';

/** A named time of the catalog: the history of the instance has what it was then. */
export interface Snapshot {
  readonly name: string;
  /** RFC 3339. */
  readonly at: string;
}

export const SNAPSHOT_NAME_MAX = 60;
/** The oldest go first. */
const SNAPSHOTS_MAX = 50;
const KEY = 'posthorn.preview-snapshots.';

/** How a snapshot stands in the address, where an id of a set could be. */
export function snapshotText({ at }: Pick<Snapshot, 'at'>): string {
  return `@${at}`;
}

/** The time of a snapshot in the address; null: it names none. */
export function snapshotTime(text: string): string | null {
  const time = new Date(text.slice(1));
  return text.startsWith('@') && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}

/** The snapshots with one more; a name stands once. */
export function withSnapshot(snapshots: readonly Snapshot[], added: Snapshot): readonly Snapshot[] {
  const name = added.name.trim().slice(0, SNAPSHOT_NAME_MAX);
  if (name === '') return snapshots;
  return [{ ...added, name }, ...snapshots.filter((other) => other.name !== name)].slice(0, SNAPSHOTS_MAX);
}

/** What this browser kept of an instance. */
export function readSnapshots(text: string | null): readonly Snapshot[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter(
      (entry) => typeof entry?.name === 'string' && snapshotTime(`@${String(entry.at)}`) === entry.at,
    );
  } catch {
    return [];
  }
}

interface SnapshotState {
  /** By instance; absent: not read yet. */
  readonly known: Readonly<Record<string, readonly Snapshot[]>>;
}

const useSnapshotState = create<SnapshotState>(() => ({ known: {} }));

/** The named times of an instance, newest first, kept in this browser. */
export function useSnapshots(connectionId: string) {
  const key = KEY + connectionId;
  const known = useSnapshotState((state) => state.known[connectionId]);
  const snapshots = known ?? readSnapshots(browserStorage().getItem(key));
  return {
    snapshots,
    keep(next: readonly Snapshot[]) {
      keepInBrowser(key, JSON.stringify(next));
      useSnapshotState.setState((state) => ({ known: { ...state.known, [connectionId]: next } }));
    },
  };
}

const NONE: readonly Snapshot[] = [];

/**
 * The named time that the address compares with, and those to choose from. Of a working copy only the present is known.
 * @param text `base` of the address
 */
export function useBaseline(text: string): {
  /** Null: the address names a set, or nothing. */
  readonly snapshot: Snapshot | null;
  readonly snapshots: readonly Snapshot[];
} {
  const { id, isCopy } = useInstance();
  const { snapshots } = useSnapshots(id);
  const at = snapshotTime(text);
  if (isCopy) return { snapshot: null, snapshots: NONE };
  if (at === null) return { snapshot: null, snapshots };
  // A link of somebody else has the time alone.
  const known = snapshots.find((snapshot) => snapshot.at === at);
  const snapshot = known ?? { name: localTime(Date.parse(at), Date.now()), at };
  return { snapshot, snapshots: known ? snapshots : [snapshot, ...snapshots] };
}
