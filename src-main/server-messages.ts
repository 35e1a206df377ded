/** The messages between the desktop program and the process that hosts the server. */

/** From the desktop program, once each: start with these settings, and stop. */
export type ToServer =
  | {
      readonly kind: 'start';
      /** Flags as for `posthorn serve`, from the user who started the program. */
      readonly args: readonly string[];
      /** The port to use if the flags name none; if it is taken, another one is used. */
      readonly preferredPort: number;
      /** 64 hexadecimal digits that encrypt stored secrets, or null: the server keeps a key of its own. */
      readonly secretKey: string | null;
    }
  | { readonly kind: 'stop' };

/** To the desktop program, exactly one of them: accepting requests, or could not start. */
export type FromServer =
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly adminToken: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Where the local server answers, and its admin token. */
export interface ServerAddress {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly baseUrl: string;
  readonly adminToken: string;
}

/** Whether something received is one of the two messages. */
export function isFromServer(value: unknown): value is FromServer {
  if (typeof value !== 'object' || value === null) return false;
  const message = value as Record<string, unknown>;
  if (message.kind === 'ready') {
    return typeof message.baseUrl === 'string' && typeof message.adminToken === 'string';
  }
  return message.kind === 'failed' && typeof message.reason === 'string';
}
