/** The messages between the desktop program and the process that hosts the server. */

/** From the desktop program. `start` and `stop` come once; the others any time between them. */
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
  | { readonly kind: 'stop' }
  | { readonly kind: 'pause-sending'; readonly paused: boolean }
  /** The machine is about to sleep, and is awake again. */
  | { readonly kind: 'sleep' }
  | { readonly kind: 'wake' };

/**
 * To the desktop program. As long as the event loop turns, it is heard of every second: until it has started by
 * `starting`, then by `pulse`, also while it stops. The start ends with one of `ready` and `failed`: accepting requests,
 * or could not start. `stopping` is the response to `stop`.
 */
export type FromServer =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly adminToken: string }
  /** PEM of the certificate that the server has, before `ready` and after each change. Null: it speaks plain http. */
  | { readonly kind: 'certificate'; readonly certificate: string | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'pulse'; readonly load: ServerLoad }
  /** With what was on its way then; null when it had not started. */
  | { readonly kind: 'stopping'; readonly load: ServerLoad | null }
  | { readonly kind: 'troubles'; readonly troubles: readonly EndpointTrouble[] };

/** Where the local server answers, and its admin token. */
export interface ServerAddress {
  /** `http://127.0.0.1:PORT`, or https, without a trailing slash. */
  readonly baseUrl: string;
  readonly adminToken: string;
}

/** What the server does at one moment. */
export interface ServerLoad {
  /** Requests on their way. */
  readonly inFlight: number;
  /** Deliveries that wait, without those on their way. */
  readonly waiting: number;
  readonly sendingPaused: boolean;
  /** What is said of a computer without a network. Null: it has one. */
  readonly networkSentence: string | null;
  /** Endpoints that need a person. */
  readonly attention: number;
}

/** An endpoint that has begun to need a person. */
export interface EndpointTrouble {
  readonly kind: 'disabled' | 'failing' | 'delayed';
  readonly appId: string;
  readonly endpointId: string;
  /** The host of its address. */
  readonly host: string;
  readonly appName: string;
}

/** Whether something received is one of the messages. */
export function isFromServer(value: unknown): value is FromServer {
  if (!isRecord(value)) return false;
  switch (value.kind) {
    case 'starting':
      return true;
    case 'ready':
      return typeof value.baseUrl === 'string' && typeof value.adminToken === 'string';
    case 'certificate':
      return value.certificate === null || typeof value.certificate === 'string';
    case 'failed':
      return typeof value.reason === 'string';
    case 'pulse':
      return isLoad(value.load);
    case 'stopping':
      return value.load === null || isLoad(value.load);
    case 'troubles':
      return Array.isArray(value.troubles) && value.troubles.every(isTrouble);
    default:
      return false;
  }
}

function isLoad(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const counts = [value.inFlight, value.waiting, value.attention];
  const sentences = [value.networkSentence].filter((sentence) => sentence !== null);
  return (
    counts.every(Number.isSafeInteger) &&
    sentences.every((sentence) => typeof sentence === 'string') &&
    typeof value.sendingPaused === 'boolean'
  );
}

function isTrouble(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const texts = [value.appId, value.endpointId, value.host, value.appName];
  const isKnown = ['disabled', 'failing', 'delayed'].includes(String(value.kind));
  return isKnown && texts.every((text) => typeof text === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value instanceof Object;
}
