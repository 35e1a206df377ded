/** Who edits a working copy: a token in one browser. */
export interface EditAuthor {
  /** Null: the admin token of the instance. */
  readonly tokenId: string | null;
  /** The log-in of the browser. Null: the request carries the token itself. */
  readonly sessionId: string | null;
}

/** Null: it is not known who made the edit. */
export function isSameAuthor(made: EditAuthor | null, asking: EditAuthor): boolean | null {
  return made && made.tokenId === asking.tokenId && made.sessionId === asking.sessionId;
}
