/** Where another instance is, and the token to use there. Never leaves the server. */
export interface RemoteTarget {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Aborts when the connection is deleted here: what is going on with the instance ends. */
  readonly gone: AbortSignal;
}
