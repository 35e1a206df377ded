/** Where another instance is, and the token to use there. Never leaves the server. */
export interface RemoteTarget {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Which installation it was so far. Null: not known. */
  readonly installation: string | null;
  /** Aborts when the connection is deleted here: what is going on with the instance ends. */
  readonly gone: AbortSignal;
}
