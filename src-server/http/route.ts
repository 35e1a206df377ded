import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal, SharedPart } from '../access/principal';
import type { Capability } from '../contract/access';
import type { ErrorCode } from '../contract/error';
import type { Method, Operation, PathParameters } from '../contract/operation';
import type { ApplicationRecord } from '../storage/application-store';
import type { ResponseToKeep } from '../storage/stored-response';
import type { IfMatch } from './if-match';
import type { OfficialClient } from './official-client';
import type { GoneListener } from './when-gone';

/**
 * Who may call an operation. A portal token never leaves its own application: in a path below `/app/{app}`, any other
 * application is a 404 to it.
 * - `admin`: the sender's full tokens.
 * - `reader`: those, and the sender's read tokens.
 * - `portal`: the sender's full tokens, and portal tokens that have the capability of the row.
 * - `any`: all three.
 * - `share`: share links of the portal preview alone.
 * - `public`: everybody, without a token.
 */
type Access = 'admin' | 'reader' | 'portal' | 'any' | 'share' | 'public';

/** What a handler gets: everything checked, and the request itself only for what is about the caller's browser. */
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
  /** Which states of the thing the caller agrees to change, by their tags; null: any state. */
  readonly ifMatch: IfMatch | null;
  /**
   * Decodes the text of the body as received; most handlers do not need it, and a large one takes long. Not a getter: V8
   * allocates the accessor of an object literal as old, and its closure keeps the whole request until the old generation
   * is collected, which took a tenth of the processor while messages were accepted.
   */
  readonly bodyText: () => string;
  /** The same in bytes; pass these on if the text may be very long. */
  readonly bytes: Uint8Array;
  readonly principal: Principal;
  /** The application of `{app}`. Absent on other paths. */
  readonly application: ApplicationRecord;
  /** The official client that sent the request. Null: another client. */
  readonly client: OfficialClient | null;
  /** Where the caller reached this server: `http://host:port`, without a trailing slash. */
  readonly origin: string;
  /** Its headers, for logging a browser in and out. */
  readonly request: IncomingMessage;
  /**
   * Present for a request with the caller's own idempotency key, and on several nodes with any key: creates the response that repeats will get, to be
   * written together with the work of the request. After calling it, the handler must write the result, and then return
   * exactly this answer.
   */
  readonly keepResponse?: ((response: RouteResponse) => ResponseToKeep) | undefined;
  /** Calls `listener` once when nobody waits for the response any longer; also some time after it was sent. */
  readonly onGone: (listener: GoneListener) => void;
}

/** A response. Without `body`, its body is empty. */
export interface RouteResponse {
  readonly status: number;
  /** Written as JSON; may hold RawJson texts. */
  readonly body?: unknown;
  /** Distinguishes this state of the thing from all others; sent as the `ETag`. */
  readonly tag?: string;
  /** The same for a state of which the response shows a part; sent as a weak `ETag`. */
  readonly weakTag?: string;
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
  /**
   * The body as text in pieces, instead of `body`: each is created when the previous one has been sent. For a row
   * that is `inPieces`.
   */
  readonly pieces?: AsyncIterable<string>;
  /** The media type of `pieces`; JSON when absent. */
  readonly type?: string;
  /** Writes a response that does not end by itself, including the headers, instead of `status` and `body`. */
  readonly stream?: (response: ServerResponse) => Promise<void>;
}

/** What the server adds to an operation: who may call it, how it is treated, and what it does. */
interface RouteRules {
  readonly access: Access;
  /** What a portal token must be allowed to do. */
  readonly capability?: Capability;
  /**
   * The part of what a share link shows that reads it, in addition to those who may call it anyway; `all`: each of its
   * tokens does. Absent: none. Only for rows that are open to `any` or to `share`.
   */
  readonly shared?: SharedPart | 'all';
  /** True: the token of a polling endpoint may call it too; the handler sees to it that it is for this one. */
  readonly polled?: boolean;
  /** True: the handler works on `bodyText`, so the body may nest to any depth. */
  readonly keepsText?: boolean;
  /**
   * Members of the body whose content is arbitrary. The handler takes them from the text: for a large body, which a
   * worker reads, `body` holds only an empty value of the same kind in their place.
   */
  readonly texts?: readonly string[];
  /** True: the handler reads the body itself, and `body` is undefined. */
  readonly readsBytes?: boolean;
  /** Largest body in bytes; 4 MiB when absent, and 16 KiB at most where no token is needed. A larger one gets a 413. */
  readonly maxBodyBytes?: number;
  /** True: the application of `{app}` may be missing, and the handler must not use `application`. */
  readonly applicationOptional?: boolean;
  /** True: the response contains a secret, so idempotency must not write it to disk. */
  readonly secretResponse?: boolean;
  /** True: its handler writes the response from `keepResponse` together with what it does. */
  readonly keepsResponse?: boolean;
  /**
   * True: a GET that moves a position, so that its next response is another one. HEAD, of which nobody reads what was
   * passed, is then refused.
   */
  readonly moves?: boolean;
  /** True: it reads many rows, so callers take turns. Pages of lists do so by themselves, unless this is false. */
  readonly readsMany?: boolean;
  /** True: workers do its work, so a caller who has used up its share of them gets a 429 instead. */
  readonly usesWorkers?: boolean;
  /**
   * True: the response is too large to hold, and is sent in pieces. None is kept for a repeat with the same idempotency
   * key, which runs again; so the request must be harmless when it runs twice.
   */
  readonly inPieces?: boolean;
  /** True: the message that it creates joins the trace of the request, which the API description then says. */
  readonly joinsTrace?: boolean;
  /** True: honors `If-Match`, which the API description then names. */
  readonly conditional?: boolean;
  /**
   * Which of several nodes runs it: the one that sends to `{endpoint}`, since only its memory knows the queue. Absent:
   * whichever is asked.
   */
  readonly runsAt?: 'endpoint-sender';
  /**
   * Whether any node may answer a request with this query, from the database, while that one cannot be reached. Absent:
   * none may, and the response is a 503.
   */
  readonly worksWithoutSender?: (query: Readonly<Record<string, unknown>>) => boolean;
  /** True: the response is the same for everybody while the server runs, so that readers may cache it (`ETag`). */
  readonly fixed?: boolean;
  /** True: the `ETag` follows from the response; a reader that already has it (`If-None-Match`) gets a 304. */
  readonly revalidated?: boolean;
  /** One sentence for people. */
  readonly summary: string;
  /** Its own refusals. Those that follow from the row (who may call, what is sent) are not listed. */
  readonly errors?: readonly RouteError[];
  /** True: what the path names was stored under older rules, and may violate those of today: 422. */
  readonly checksStored?: boolean;
  /** A longer text than the summary, for the API description. */
  readonly description?: string;
}

/** A refusal, with its status where that is not the one of its code. */
export type RouteError = ErrorCode | { readonly code: ErrorCode; readonly status: number };

/** One row of the route table: an operation, and what the server adds to it. */
export interface Route extends Operation, RouteRules {
  handler(input: RouteInput): Promise<RouteResponse> | RouteResponse;
}

/** Whether callers take turns at it. */
export function readsMany({ readsMany: many, method, query = {} }: Route): boolean {
  return many ?? (method === 'GET' && 'iterator' in query);
}

/** What the handler of an operation may answer: one of its statuses, with the matching body. */
type ResponseTo<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends null
    ? { readonly status: Status; readonly cookies?: readonly string[] }
    :
        | {
            readonly status: Status;
            readonly body: Responses[Status];
            readonly tag?: string;
            readonly weakTag?: string;
            readonly cookies?: readonly string[];
          }
        | {
            readonly status: Status;
            readonly pieces: AsyncIterable<string>;
            readonly type?: string;
            readonly weakTag?: string;
          }
        | { readonly status: Status; readonly stream: (response: ServerResponse) => Promise<void> };
}[keyof Responses];

/** A conditional type, so that the compiler knows the operation before it checks the handler's responses. */
type HandlerOf<O> =
  O extends Operation<Method, infer P, infer Query, infer Body, infer Responses>
    ? (
        input: RouteInput<Exclude<Body, undefined>, Query, PathParameters<P>>,
      ) => Promise<ResponseTo<Responses>> | ResponseTo<Responses>
    : never;

/** Creates the row of an operation, with the types of its handler. */
export function route<O extends Operation>(
  operation: O,
  row: RouteRules & { readonly handler: HandlerOf<O> },
): Route {
  // The dispatcher passes on only what the schemas of the operation have accepted.
  return { ...operation, ...row } as unknown as Route;
}
