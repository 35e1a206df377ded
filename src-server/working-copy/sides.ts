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

/** What somebody asks to be synced. */
export interface SyncChoices {
  /** Null: all. */
  readonly names: readonly string[] | null;
  readonly resolutions: readonly Resolution[];
}

/** One change that somebody else made, as JSON texts of the content. Null: it is not there. */
export interface CopyChangeText {
  readonly name: string;
  /** What they began with. */
  readonly base: string | null;
  readonly mine: string | null;
}
