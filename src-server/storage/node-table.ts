/**
 * Which nodes share a database, and which of them sends to which slots.
 *
 * Every method is one transaction, on a connection of its own: a beat must not wait behind what others write. They
 * compare no times of two machines: a node is taken for dead by whoever has watched its beat stand still. One that
 * fails may have had its effect; the next state tells.
 */

/** One running node. It gets a new id whenever it starts, or joins again. */
export interface NodeRow {
  readonly id: string;
  /** Where the others reach it: `http://host:port`, without a trailing slash. Empty: see `isMove`. */
  readonly address: string;
  /** Version of its program. */
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schemaVersion: number;
  /** Counts up once a second while it lives. */
  readonly beat: number;
  /**
   * When another node has found its beat standing still for a whole lease, in milliseconds since 1970 on the clock of the
   * database. It never comes back under this id. Null: it lives.
   */
  readonly diedAt: number | null;
  /** It gives its slots back and takes no others. */
  readonly isLeaving: boolean;
  /** Requests that it sent within the last second, as of its last beat. */
  readonly sendsPerSecond: number;
  /**
   * HMACs under the shared secret, equal for all nodes that may work together: of a fixed text, the admin token, and the
   * secret key; then how long its lease is, in seconds. Separated by dots: `a.b.c.6`.
   */
  readonly secretCheck: string;
}

/** The owner of a slot. */
export interface SlotRow {
  readonly slot: number;
  /** Null: nobody sends to its endpoints. */
  readonly owner: string | null;
  /** Goes up with each change of owner. */
  readonly epoch: number;
}

/** What a node that joins writes. */
export type NewNode = Pick<NodeRow, 'id' | 'address' | 'version' | 'schemaVersion' | 'secretCheck'>;

/** The state of all nodes at one moment. */
export interface NodeTableState {
  readonly nodes: readonly NodeRow[];
  readonly slots: readonly SlotRow[];
  /** The clock of the database, in milliseconds since 1970. */
  readonly now: number;
  /** Another one after each failover of the database. Absent: there is none. */
  readonly timeline?: string;
}

export interface NodeTable {
  /** Adds a node; again, it only reads. @returns the state without any change of slots */
  join(node: NewNode): Promise<NodeTableState>;
  /** The state, without a beat. */
  read(): Promise<NodeTableState>;
  /**
   * Counts the beat of a node up.
   * @returns the state; null: the node is dead or unknown, and owns nothing any more
   */
  beat(id: string, sendsPerSecond: number): Promise<NodeTableState | null>;
  /** Marks a node dead, if it still stands at this beat. Its slots become free. @returns whether it did */
  markDead(id: string, beat: number): Promise<boolean>;
  /** Takes those of these slots that are free, for a node that is not dead or leaving. @returns what it got, with the new epochs */
  take(id: string, slots: readonly number[]): Promise<readonly SlotRow[]>;
  /** Frees those of these slots that the node owns, and has owned since that epoch. */
  release(id: string, slots: readonly Pick<SlotRow, 'slot' | 'epoch'>[]): Promise<void>;
  /** Says that the node gives its slots back and takes no more. */
  leaving(id: string): Promise<void>;
  /** Removes the node, and frees what it still owns. */
  leave(id: string): Promise<void>;
  /** Frees what is owned by a node that is not in the table: somebody has removed it by hand. */
  freeOfMissing(id: string): Promise<void>;
  close(): Promise<void>;
}

/** What fences the record of an attempt: the slot's number and epoch in one integer. */
export function fenceOf({ slot, epoch }: Pick<SlotRow, 'slot' | 'epoch'>): number {
  return epoch * 256 + slot;
}

/** For how long a node trusts its slots, with the margin; whoever watches its beat waits as long. Milliseconds. */
export function leaseMsOf({ secretCheck }: Pick<NodeRow, 'secretCheck'>): number {
  return Number(secretCheck.split('.')[3] ?? 0) * 1000;
}

/** Whether it is no server, but a program that moves the database, or puts one there. It tolerates no other node. */
export function isMove({ address }: Pick<NodeRow, 'address'>): boolean {
  return address === '';
}
