/** One event type in a working copy, as JSON text of its content. Null: it is not there. */
export interface Sides {
  /** As both sides last agreed on it. */
  readonly base: string | null;
  /** As it is edited here. */
  readonly mine: string | null;
  /** As the other instance had it at the last fetch. */
  readonly theirs: string | null;
}

/** What is different between the three. */
export interface SidesStatus {
  readonly mineChanged: boolean;
  readonly theirsChanged: boolean;
  /** Both changed it, and the two cannot be merged without a choice. */
  readonly inConflict: boolean;
  /** Pointers of what mine changed; empty for an event type that was added or removed. */
  readonly fields: readonly string[];
}

/** A place where a choice is needed, with the JSON texts of the three values; null where nothing stands. */
export interface SideConflict extends Sides {
  /** `""`: the event type as a whole. */
  readonly pointer: string;
}

/** What somebody chose for a conflict. */
export type Resolution = { readonly name: string; readonly pointer: string } & (
  | { readonly take: keyof Sides }
  /** JSON text. */
  | { readonly value: string }
);
