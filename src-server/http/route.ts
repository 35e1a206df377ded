import type { ServerResponse } from 'node:http';
import type { Principal } from '../access/principal';
import type { Capability } from '../contract/access';
import type { ErrorCode } from '../contract/error';
import type { ApplicationRecord } from '../storage/application-store';
import type { AnswerToKeep } from '../storage/idempotency-store';
import type { IfMatch } from './if-match';

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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A schema of the contract together with the type it stands for. */
export interface BodySchema<T = unknown> {
  readonly schema: object;
  /** Never there at run time; carries T. */
  readonly type?: T;
}

/** Names the type of a body schema: `bodyOf<EventTypeIn>(eventTypeInSchema)`. */
export function bodyOf<T>(schema: object): BodySchema<T> {
  return { schema };
}

/** Query parameters by name; each a JSON Schema with one of these types. Lists are comma-joined or repeated. */
export type QuerySchema = Readonly<Record<string, QueryParameter>>;

interface QueryParameter {
  readonly type: keyof QueryTypes;
  readonly description: string;
  readonly [keyword: string]: unknown;
}

interface QueryTypes {
  string: string;
  integer: number;
  boolean: boolean;
  array: readonly string[];
}

type QueryOf<Q extends QuerySchema> = { readonly [K in keyof Q]?: QueryTypes[Q[K]['type']] };

/** What a handler gets: everything checked, nothing of HTTP. */
export interface RouteInput<Body = unknown, Query = Readonly<Record<string, unknown>>> {
  /** The `{names}` of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
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

/** One operation of the API: everything that decides who may call it, with what, and what happens. */
export interface Route<Body = unknown, Query = Readonly<Record<string, unknown>>> {
  readonly method: Method;
  /** Below `/api/v1`, with parameters as `{name}` and no slash at the end. */
  readonly path: string;
  readonly access: Access;
  /** What a portal token must be allowed to do. */
  readonly capability?: Capability;
  /** Schema of the body. A row without it ignores what is sent. */
  readonly body?: BodySchema;
  /** True: no body at all counts as `{}`. */
  readonly emptyBody?: boolean;
  readonly query?: QuerySchema;
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
  /** What it answers when all goes well: by status, the schema of the body, or null where there is none. */
  readonly answers: Readonly<Record<number, object | null>>;
  /** Of its good answers, with an example of their text; JSON when absent. */
  readonly media?: { readonly type: string; readonly example: string };
  /** Refusals of its own. Those that follow from the row (who may call, what is sent) are not named. */
  readonly errors?: readonly ErrorCode[];
  /** More words than the summary has, for the description of the API. */
  readonly description?: string;
  handler(input: RouteInput<Body, Query>): Promise<RouteAnswer> | RouteAnswer;
}

/** Types a row's handler by the schemas in the same row. */
export function route<Body = undefined, const Q extends QuerySchema = Record<never, never>>(
  row: Omit<Route, 'body' | 'query' | 'handler'> & {
    readonly body?: BodySchema<Body>;
    readonly query?: Q;
    handler(input: RouteInput<Body, QueryOf<Q>>): Promise<RouteAnswer> | RouteAnswer;
  },
): Route {
  // The dispatcher hands over only what the row's own schemas have let through.
  return row as unknown as Route;
}
