import type { ListResponse } from './list';
import type { Method, Operation, PathParameters } from './operation';
import type { ApiOperations, OperationName } from './operations/api-operations';
import { pathSegment } from './path-segment';

type PathOf<N extends OperationName> = ApiOperations[N] extends Operation<Method, infer P> ? P : never;
type QueryOf<N extends OperationName> =
  ApiOperations[N] extends Operation<Method, string, infer Query> ? Query : never;
type BodyOf<N extends OperationName> =
  ApiOperations[N] extends Operation<Method, string, unknown, infer Body> ? Body : never;
type ResponsesOf<N extends OperationName> =
  ApiOperations[N] extends Operation<Method, string, unknown, unknown, infer Responses> ? Responses : never;

/** Null and undefined are left out of the URL. */
type QueryInput<Query> = { readonly [K in keyof Query]?: Query[K] | null | undefined };

/** What may be sent as a body: read-only lists too, and anything where the schema leaves the content open. */
type Sent<T> = unknown extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? string extends keyof T
        ? { readonly [K in keyof T]: Sent<T[K]> } | (unknown extends T[keyof T] ? unknown : never)
        : { readonly [K in keyof T]: Sent<T[K]> }
      : T;

/** JSON text instead of a value keeps the spelling of numbers and the order of keys. */
type BodyInput<Body> = [Body] extends [undefined]
  ? { readonly body?: undefined }
  : undefined extends Body
    ? { readonly body?: Sent<Body>; readonly bodyText?: string }
    :
        | { readonly body: Sent<Body>; readonly bodyText?: undefined }
        | { readonly body?: undefined; readonly bodyText: string };

/** The input of an operation's call: the parameters of its path, its query and its body. */
export type CallInput<N extends OperationName> = BodyInput<BodyOf<N>> & {
  readonly query?: QueryInput<QueryOf<N>>;
} & ([keyof PathParameters<PathOf<N>>] extends [never]
    ? { readonly path?: undefined }
    : { readonly path: { readonly [K in keyof PathParameters<PathOf<N>>]: string | number } });

/** The operations that can be called by their name alone. */
export type BareName = {
  [N in OperationName]: Record<never, never> extends CallInput<N> ? N : never;
}[OperationName];

/** The result of a successful call; undefined: the response has no body. */
export type ResultOf<N extends OperationName> = SuccessOf<ResponsesOf<N>>;

type SuccessOf<Responses> = {
  [S in keyof Responses]: S extends 200 | 201 | 202 | 204
    ? Responses[S] extends null
      ? undefined
      : Responses[S]
    : never;
}[keyof Responses];

/** The operations that answer one page of a list. */
export type ListName = {
  [N in OperationName]: [ResultOf<N>] extends [never]
    ? never
    : ResultOf<N> extends ListResponse<unknown>
      ? N
      : never;
}[OperationName];

/** A row of such a list. */
export type RowOf<N extends ListName> = ResultOf<N> extends ListResponse<infer Row> ? Row : never;

/** A readable list: its name with its input. With several names, any one of them. */
export type ListCall<N extends ListName> = N extends ListName
  ? { readonly name: N; readonly input: CallInput<N> }
  : never;

/** The input of a call, whatever the operation. */
export interface AnyInput {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly bodyText?: string | undefined;
}

/** The target of a call: its method, and its path below `/api/v1`. */
interface CallTarget {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
}

/** The one place where parameters become part of a URL. An empty text or list asks for nothing, and is left out. */
export function callTarget(name: OperationName, { path = {}, query = {} }: AnyInput): CallTarget {
  const [method, template] = name.split(' ') as [Method, string];
  const values = path as Readonly<Record<string, string | number>>;
  const filled = template.replace(/\{(\w+)\}/g, (_whole, key: string) =>
    pathSegment(String(values[key] ?? '')),
  );
  const search = Object.entries(query)
    .map(([key, value]) => [key, String(value ?? '')] as const)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`)
    .join('&');
  return { method, path: search ? `${filled}?${search}` : filled };
}
