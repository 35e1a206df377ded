import type { SendRight } from '../../delivery/endpoints/send-right';
import type { NodeRow, NodeTableState } from '../../storage/node-table';

/** What the engine does as slots come and go. Given once, before `Cluster.start`. */
export interface SlotListener {
  /** These are ours from now on. A full window may just have left to each of their endpoints. */
  taken(slots: ReadonlySet<number>): Promise<void>;
  /** Start no send to them; resolves when everything in flight to them is recorded. They are ours until then. */
  release(slots: ReadonlySet<number>): Promise<void>;
  /** They are not ours any more; what is queued for them in memory is dropped. */
  lost(slots: ReadonlySet<number>): void;
}

/** The nodes that share a database, as the rest of the server sees them. */
export interface Cluster {
  /** By endpoint id; `covers` is false for a slot that is being released. */
  readonly sendRight: SendRight;
  /** Whether its last beat is recent enough to send. */
  isTrusted(): boolean;
  /** This node's id; a new one after it was taken for dead. */
  selfId(): string;
  /** The state as of the last beat, with this node in it. */
  state(): NodeTableState;
  /** Milliseconds since the beat of a node was last seen to change. */
  beatAgeMs(id: string): number;
  /** The node that sends to an endpoint. Null: nobody at the moment. */
  ownerOf(endpointId: string): NodeRow | null;
  isSelf(node: NodeRow): boolean;
  /** Whether this node keeps house: it owns slot 0. */
  isHousekeeper(): boolean;
  /** The clock of the database, estimated on this node's monotonic clock; ms since 1970, never goes back. */
  now(): number;
  /** The same as that clock was set: it may go back. */
  wallNow(): number;
  /** Calls `listener` after each beat that was answered, one after the other. */
  onBeat(listener: () => Promise<void>): void;
  /** Calls `listener` when slots that this node has given back are free. */
  onFreed(listener: () => void): void;
  /** Beats at once instead of when it is time: another node has freed slots. */
  beatNow(): void;
  /** Calls `listener` when this node begins or stops to keep house. */
  onHousekeeping(listener: (isKept: boolean) => void): void;
  /** Calls `listener` after this node was taken for dead and has joined again: whatever it has cached may be stale. */
  onRejoined(listener: () => Promise<void>): void;
}
