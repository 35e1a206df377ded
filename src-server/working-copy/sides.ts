/** One event type in a working copy, as JSON text of its content. Null: it does not exist. */
export interface Sides {
  /** The last state that both sides agreed on. */
  readonly base: string | null;
  /** The state edited here. */
  readonly mine: string | null;
  /** The other instance's state at the last fetch. */
  readonly theirs: string | null;
}

/** The differences between the three. */
export interface SidesStatus {
  readonly mineChanged: boolean;
  readonly theirsChanged: boolean;
  /** Both changed it, and the two cannot be merged without a choice. */
  readonly inConflict: boolean;
  /** Pointers of what mine changed; empty for an added or removed event type. */
  readonly fields: readonly string[];
}

/** A place where a choice is needed, with the JSON texts of the three values; null where there is none. */
export interface SideConflict extends Sides {
  /** `""`: the event type as a whole. */
  readonly pointer: string;
}

/** The result of merging both sides. */
export interface SidesMerge {
  /**
   * The new content; mine at the place of a conflict, except where who sees it is one: both changes then. Null: the
   * event type is removed.
   */
  readonly merged: string | null;
  /** The unresolved ones. */
  readonly conflicts: readonly SideConflict[];
}

/** A resolution that somebody chose for a conflict. */
export type Resolution = { readonly name: string; readonly pointer: string } & (
  | { readonly take: keyof Sides }
  /** JSON text. */
  | { readonly value: string }
);

/** What somebody wants to sync. */
export interface SyncChoices {
  /** Null: all. */
  readonly names: readonly string[] | null;
  /** Also when it removes much that is gone there. */
  readonly acceptRemovals: boolean;
  /** False: the other instance tells nobody of the changes. Absent: it does. */
  readonly announce?: boolean;
  readonly resolutions: readonly Resolution[];
}

/** One change made by somebody else, as JSON texts of the content. Null: it does not exist. */
export interface CopyChangeText {
  readonly name: string;
  /** The state they started from. */
  readonly base: string | null;
  readonly mine: string | null;
}
