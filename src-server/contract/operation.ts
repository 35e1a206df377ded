import { type ListResponse, listSchema } from './list';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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

type QueryOf<Q extends QuerySchema> = {
  readonly [K in keyof Q]?: Q[K] extends { readonly enum: readonly (infer Value extends string)[] }
    ? Value
    : QueryTypes[Q[K]['type']];
};

/** A schema of the contract together with the type it stands for. */
export type SchemaOf<T> = object & {
  /** Absent at run time; carries T. */
  readonly '~type'?: T;
};

/** Names the type of a schema: `jsonOf<EventTypeIn>(eventTypeInSchema)`. A test keeps the two consistent. */
export function jsonOf<T>(schema: object): SchemaOf<T> {
  return schema;
}

/** The same for one page of a list, by the schema of its rows. */
export function pageOf<T>(schema: object): SchemaOf<ListResponse<T>> {
  return listSchema(schema);
}

/** By status, the schema of the body, or null where there is none. */
type Responses = Readonly<Record<number, SchemaOf<unknown> | null>>;

type ResponsesOf<A extends Responses> = {
  readonly [S in keyof A]: A[S] extends SchemaOf<infer T> ? T : null;
};

/**
 * One operation of the API as both sides know it. The server's row adds who may call it and what it does
 * (`http/route`); clients derive their types from it, and import only the type, so no page loads a schema.
 */
export interface Operation<
  M extends Method = Method,
  P extends string = string,
  Query = unknown,
  Body = unknown,
  Out = unknown,
> {
  readonly method: M;
  /** Below `/api/v1`, with parameters as `{name}` and without a trailing slash. */
  readonly path: P;
  readonly query?: QuerySchema;
  /** Schema of the body. An operation without it ignores what is sent. */
  readonly body?: object;
  /** True: a missing body counts as `{}`. */
  readonly emptyBody?: boolean;
  /** Its successful responses: by status, the schema of the body, or null where there is none. */
  readonly responses: Readonly<Record<number, object | null>>;
  /** The media type of its successful responses, with an example of their text; JSON when absent. */
  readonly media?: { readonly type: string; readonly example: string };
  /** Another one that a caller can ask for. */
  readonly otherMedia?: { readonly type: string; readonly example: string };
  /** Absent at run time; carries the types of input and output. */
  readonly '~types'?: { readonly query: Query; readonly body: Body; readonly responses: Out };
}

/** Defines an operation; its types follow from its schemas. */
export function operation<
  const M extends Method,
  const P extends string,
  const A extends Responses,
  const Q extends QuerySchema = Record<never, never>,
  Body = undefined,
  const Empty extends boolean = false,
>(row: {
  readonly method: M;
  readonly path: P;
  readonly query?: Q;
  readonly body?: SchemaOf<Body>;
  readonly emptyBody?: Empty;
  readonly responses: A;
  readonly media?: { readonly type: string; readonly example: string };
  readonly otherMedia?: { readonly type: string; readonly example: string };
}): Operation<M, P, QueryOf<Q>, Empty extends true ? Body | undefined : Body, ResponsesOf<A>> {
  return row;
}

/** The names of the parameters in a path. */
type ParameterNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The values of the parameters in a path, by name: `{ app: string }` for `/app/{app}`. */
export type PathParameters<P extends string> = { readonly [Name in ParameterNames<P>]: string };
