/** Our own API, described as OpenAPI 3.1: the part of that format that we write. */

/** A JSON Schema (2020-12), in the form of OpenAPI 3.1. */
export type DescribedSchema = Readonly<Record<string, unknown>>;

/** The description with everything in its place; `WrittenDescription` is what is sent. */
export interface ApiDescription {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly license: { readonly name: string; readonly identifier: string };
    readonly contact: { readonly name: string };
    /** Paragraphs of plain text, with `code` marks. */
    readonly description: string;
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  /** Groups of operations, in display order. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly object[];
  /** By path below the server's address, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, DescribedSchema>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly parameters: Readonly<Record<string, DescribedParameter>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** The same; a response or parameter of `components` stands in an operation as a reference. */
export interface WrittenDescription extends Omit<ApiDescription, 'paths'> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
}

interface WrittenOperation extends Omit<DescribedOperation, 'parameters' | 'responses'> {
  readonly parameters: readonly (DescribedParameter | Reference)[];
  readonly responses: Readonly<Record<string, DescribedResponse | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

export interface DescribedOperation {
  /** Unique, derived from path and method: `app.endpoint.get`. */
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  /** `[]`: no token is required. */
  readonly security?: readonly object[];
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description: string;
    readonly content: DescribedContent;
  };
  /** By status; `5XX` stands for every fault of the server. */
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: DescribedSchema;
  readonly style?: 'form';
  readonly explode?: boolean;
}

export interface DescribedResponse {
  readonly description: string;
  /** By name. */
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: DescribedSchema }>
  >;
  readonly content?: DescribedContent;
}

/** By media type. */
export type DescribedContent = Readonly<
  Record<string, { readonly schema: DescribedSchema; readonly example?: unknown }>
>;

/** Where the build placed the assets of the documentation pages, as the pages should name them. */
export interface DocsAssets {
  readonly styles: readonly string[];
  /** The fonts of text and code, to be preloaded. */
  readonly fonts: readonly string[];
  /** The search module. Null: the pages have no search. */
  readonly script: string | null;
}

/** What the program says of itself for the guides, in Markdown. */
export interface DocsTables {
  /** The settings of a start. */
  readonly settings: string;
  /** A section for each command. */
  readonly commands: string;
  readonly metrics: string;
  /** Which kind of token may call what. */
  readonly tokenKinds: string;
}

/**
 * Turns the description and the guides into complete HTML documents, plus the data for their search: path below /docs/
 * ("" is the first page) to text. Each is generated as the map is read.
 */
export type RenderDocs = (
  api: ApiDescription,
  tables: DocsTables,
  assets: DocsAssets,
) => Iterable<readonly [path: string, text: string]>;
