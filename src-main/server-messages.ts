/** What the desktop program and the process that hosts the server say to each other. */

/** From the desktop program, once each: start with these settings, and stop. */
export type ToServer =
  | {
      readonly kind: 'start';
      /** Flags as for `posthorn serve`, from whoever started the program. */
      readonly args: readonly string[];
      /** The port to use when the flags name none and it is free; another is taken when it is not. */
      readonly preferredPort: number;
      /** 64 hexadecimal digits that encrypt stored secrets, or null: the server keeps a key of its own. */
      readonly secretKey: string | null;
    }
  | { readonly kind: 'stop' };

/** To the desktop program, one of them once: accepting requests, or could not start. */
export type FromServer =
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly adminToken: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Where the local server answers, and the token that opens it. */
export interface ServerAddress {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
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
