import type { ServerResponse } from 'node:http';
import type { Principal } from '../access/principal';
import type { Capability } from '../contract/access';
import type { ErrorCode } from '../contract/error';
import type { Method, Operation, PathParameters } from '../contract/operation';
import type { ApplicationRecord } from '../storage/application-store';
import type { AnswerToKeep } from '../storage/idempotency-store';
import type { IfMatch } from './if-match';
import type { OfficialClient } from './official-client';

/**
 * Who may call an operation. A portal token never leaves its own application: in a path below `/app/{app}` any
 * other application is a 404 for it.
 * - `admin`: the sender's full tokens.
 * - `reader`: those, and the sender's read tokens.
 * - `portal`: the sender's full tokens, and portal tokens that have the capability of the row.
 * - `any`: all three.
 * - `public`: everybody, without a token.
 */
export type Access = 'admin' | 'reader' | 'portal' | 'any' | 'public';

/** What a handler gets: everything checked, nothing of HTTP. */
export interface RouteInput<
  Body = unknown,
  Query = Readonly<Record<string, unknown>>,
  Params = Readonly<Record<string, string>>,
> {
  /** The `{names}` of the path, decoded. */
  readonly params: Params;
  readonly query: Query;
  /** The body, checked, without unknown fields. Undefined for a row without `body`. */
  readonly body: Body;
  /** Which states of the thing the caller will change, by their tags; null: whatever state it is in. */
  readonly ifMatch: IfMatch | null;
  /** The text of the body as received. */
  readonly rawBody: string;
  /** The same in bytes; what to hand over where the text may be very long. */
  readonly bytes: Uint8Array;
  readonly principal: Principal;
  /** The application of `{app}`. Absent for other paths. */
  readonly application: ApplicationRecord;
  /** The official client that asks. Null: another one. */
  readonly client: OfficialClient | null;
  /** Where the caller reached this server: `http://host:port`, without a slash at the end. */
  readonly origin: string;
  /**
   * There for a request with a key of the caller's own: makes the answer that repeats will get, to be written
   * together with what the request does. Whoever calls it must write it, and then answer exactly this.
   */
  readonly keepAnswer?: ((answer: RouteAnswer) => AnswerToKeep) | undefined;
  /** Calls `listener` once when nobody waits for the answer any more; also some time after it was sent. */
  readonly onGone: (listener: () => void) => void;
}

/** An answer. Without `body` it has none. */
export interface RouteAnswer {
  readonly status: number;
  /** Written as JSON; may hold RawJson texts. */
  readonly body?: unknown;
  /** Tells this state of the thing from all others; goes out as the `ETag`. */
  readonly tag?: string;
  /**
   * The body as JSON text in pieces, instead of `body`: each is made when the one before has gone. For a row that is
   * `inPieces`.
   */
  readonly pieces?: AsyncIterable<string>;
  /** Writes an answer that has no end by itself, head and all, instead of `status` and `body`. */
  readonly stream?: (response: ServerResponse) => Promise<void>;
}

/** What the server adds to an operation: who may call it, how it is treated, and what happens. */
interface RouteRules {
  readonly access: Access;
  /** What a portal token must be allowed to do. */
  readonly capability?: Capability;
  /** True: the handler works on `rawBody`, so the body may nest as deep as it likes. */
  readonly keepsText?: boolean;
  /**
   * Members of the body whose content is free. The handler takes them from the text: of a large body, which is read in
   * a worker, `body` has only something empty of the same kind in their place.
   */
  readonly texts?: readonly string[];
  /** True: the handler has the body read itself, and `body` is undefined. */
  readonly readsBytes?: boolean;
  /** Largest body in bytes; 4 MiB when absent. More is 413. */
  readonly maxBodyBytes?: number;
  /** True: the application of `{app}` may be missing, and the handler must not use `application`. */
  readonly applicationOptional?: boolean;
  /** True: the answer holds a secret, so idempotency may not write it to the disk. */
  readonly secretAnswer?: boolean;
  /** True: its work is done by workers, so a caller whose share of them is used up gets a 429 instead. */
  readonly usesWorkers?: boolean;
  /**
   * True: the answer is too large to be held, and goes out in pieces. None is kept for a repeat with the same
   * idempotency key, which is answered anew; so what the request does must be harmless twice.
   */
  readonly inPieces?: boolean;
  /** True: heeds `If-Match`, which the description of the API then names. */
  readonly conditional?: boolean;
  /** True: the answer is the same for everybody while the server runs, so that readers may keep it (`ETag`). */
  readonly fixed?: boolean;
  /** One sentence for people. */
  readonly summary: string;
  /** Refusals of its own. Those that follow from the row (who may call, what is sent) are not named. */
  readonly errors?: readonly ErrorCode[];
  /** More words than the summary has, for the description of the API. */
  readonly description?: string;
}

/** One row of the table of routes: an operation, and what the server adds to it. */
export interface Route extends Operation, RouteRules {
  handler(input: RouteInput): Promise<RouteAnswer> | RouteAnswer;
}

/** What the handler of an operation may answer: one of its statuses, with the body of that. */
export type AnswerTo<Answers> = {
  [Status in keyof Answers]: Answers[Status] extends null
    ? { readonly status: Status }
    :
        | { readonly status: Status; readonly body: Answers[Status]; readonly tag?: string }
        | { readonly status: Status; readonly pieces: AsyncIterable<string> }
        | { readonly status: Status; readonly stream: (response: ServerResponse) => Promise<void> };
}[keyof Answers];

/** A conditional type, so that the compiler knows the operation before it looks at what the handler answers. */
type HandlerOf<O> =
  O extends Operation<Method, infer P, infer Query, infer Body, infer Answers>
    ? (
        input: RouteInput<Exclude<Body, undefined>, Query, PathParameters<P>>,
      ) => Promise<AnswerTo<Answers>> | AnswerTo<Answers>
    : never;

/** Makes the row of an operation, whose types are those of its handler. */
export function route<O extends Operation>(
  operation: O,
  row: RouteRules & { readonly handler: HandlerOf<O> },
): Route {
  // The dispatcher hands over only what the schemas of the operation have let through.
  return { ...operation, ...row } as unknown as Route;
}
