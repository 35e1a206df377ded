/** An event type of a working copy, for an import to be compared with; JSON texts of its contents. */
export interface CopySnapshotRow {
  readonly name: string;
  readonly mine: string;
  /** As both sides last agreed, if it was edited here since. Null: it was not, or it is new here. */
  readonly base: string | null;
}
