import type { EnvironmentIn } from '../../../../src-server/contract/environment';
import type { AnyInput, BareName, CallInput, ResultOf } from '../../../../src-server/contract/operation-call';
import type { OperationName } from '../../../../src-server/contract/operations/api-operations';
import { parseOrdered, stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { rawItems, rawMember } from '../../../../src-server/json-schema/raw-json-text';
import type { ApiClient, ResponseText } from '../../../api/api-client';
import { ApiFailure } from '../../../api/api-failure';
import type { CatalogApi } from './catalog-api';

/** Resolves with the response as JSON text, '' if it has no body, and with its tag if it has one. */
type Handler = (input: CopyInput, signal?: AbortSignal) => Promise<ResponseText | string>;

interface CopyInput {
  /** Name of the event type; '' if the operation has none. */
  readonly name: string;
  readonly version: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** As JSON text. */
  readonly body: string;
  /** The tag of the state that was read; null: any. */
  readonly ifMatch: string | null;
}

interface WorkingCopyApiParts {
  /** The connection. */
  readonly id: string;
  /** The server of this page, which keeps the working copy. */
  readonly local: ApiClient;
  /** The instance, for what a working copy does not have: usage, history, reports. */
  readonly remote: ApiClient;
}

/**
 * Answers the operations of event types and flag sets from the working copy of a connection. Operations that need no catalog,
 * such as generating an example, are answered by the local server and work offline. All others go to the instance.
 */
export class WorkingCopyApi implements CatalogApi {
  readonly #parts: WorkingCopyApiParts;
  /** The last response with all contents. The next one is often the same, and splitting a long one is slow. */
  #read: { readonly text: string; readonly contents: readonly string[] } = { text: '', contents: [] };
  readonly #own: Readonly<Partial<Record<OperationName, Handler>>>;

  constructor(parts: WorkingCopyApiParts) {
    this.#parts = parts;
    this.#own = {
      'GET /event-type-summaries': (_input, signal) => this.#summarize(signal),
      'GET /event-type': (input, signal) => this.#list(input, signal),
      'GET /event-type/{name}': async ({ name }, signal) => asEventType(await this.#readType(name, signal)),
      'POST /event-type': (input) => this.#create(input),
      'PATCH /event-type/{name}': async ({ name, body: bodyText, ifMatch }) => {
        const operation = 'PATCH /connections/{id}/working-copy/event-types/{name}';
        const path = { id: this.#parts.id, name };
        return asEventType(await this.#parts.local.callText(operation, { path, bodyText }, { ifMatch }));
      },
      'DELETE /event-type/{name}': async ({ name, ifMatch }) => {
        const operation = 'DELETE /connections/{id}/working-copy/event-types/{name}';
        const path = { id: this.#parts.id, name };
        return this.#parts.local.callText(operation, { path }, { ifMatch });
      },
      'GET /catalog/flag-sets': (_input, signal) => this.#flagSets(signal),
      'PUT /catalog/flag-sets': ({ body: bodyText }) => {
        const operation = 'PUT /connections/{id}/working-copy/flag-sets';
        return this.#parts.local.callText(operation, { path: { id: this.#parts.id }, bodyText });
      },
      'POST /event-type-bulk': ({ body }) =>
        this.#local('POST /connections/{id}/working-copy/event-type-bulk', body),
      'POST /event-type/import/plan': ({ body }, signal) =>
        this.#local('POST /connections/{id}/working-copy/import/plan', body, signal),
      'POST /event-type/import/apply': ({ body }, signal) =>
        this.#local('POST /connections/{id}/working-copy/import/apply', body, signal),
      'GET /event-type/import/progress': (_input, signal) => this.#progress(signal),
      'POST /environment/import': ({ body }) => this.#importEnvironment(body),
      'POST /event-type/{name}/history/{version}/restore': (input) => this.#restore(input),
      'POST /event-type/{name}/check-payload': (input, signal) => this.#check(input, signal),
      'POST /event-type/schema/check': (input, signal) => this.#compute('check', input, signal),
      'POST /event-type/schema/generate-example': (input, signal) =>
        this.#compute('generate-example', input, signal),
    };
  }

  /** Whether it answers an operation itself. */
  answers(name: string): boolean {
    return name in this.#own;
  }

  call<N extends BareName>(name: N): Promise<ResultOf<N>>;
  call<N extends OperationName>(name: N, input: CallInput<N>, signal?: AbortSignal): Promise<ResultOf<N>>;
  async call<N extends OperationName>(
    name: N,
    input?: CallInput<N>,
    signal?: AbortSignal,
  ): Promise<ResultOf<N>> {
    const own = this.#own[name];
    if (!own) return this.#parts.remote.call(name, input ?? ({} as CallInput<N>), signal);
    const { text } = asResponse(await own(copyInput(input), signal));
    return (text === '' ? undefined : parseOrdered(text)) as ResultOf<N>;
  }

  async callText<N extends OperationName>(
    name: N,
    input: CallInput<N>,
    options: Parameters<ApiClient['callText']>[2] = {},
  ): Promise<ResponseText> {
    const own = this.#own[name];
    if (!own) return this.#parts.remote.callText(name, input, options);
    return asResponse(await own({ ...copyInput(input), ifMatch: options.ifMatch ?? null }, options.signal));
  }

  async #summarize(signal?: AbortSignal): Promise<string> {
    const operation = 'GET /connections/{id}/working-copy/event-type-summaries';
    const path = { id: this.#parts.id };
    const { data } = await this.#parts.local.call(operation, { path }, signal);
    // Lists compare that field to see what changed; a working copy does not record times.
    const rows = data.map(({ revision, ...row }) => ({ ...row, change: null, updatedAt: String(revision) }));
    return JSON.stringify({ data: rows, changesSince: null });
  }

  /** Those of the instance, as long as the working copy was not fetched since that has flag sets. */
  async #flagSets(signal?: AbortSignal): Promise<ResponseText> {
    const options = signal ? { signal } : {};
    const operation = 'GET /connections/{id}/working-copy/flag-sets';
    const path = { id: this.#parts.id };
    const found = await this.#parts.local.callText(operation, { path }, options).catch(absent);
    return found ?? this.#parts.remote.callText('GET /catalog/flag-sets', {}, options);
  }

  async #all(signal?: AbortSignal): Promise<readonly string[]> {
    const operation = 'GET /connections/{id}/working-copy/event-types';
    const { text } = await this.#parts.local.callText(
      operation,
      { path: { id: this.#parts.id } },
      signal ? { signal } : {},
    );
    if (text !== this.#read.text) this.#read = { text, contents: rawItems(rawMember(text, 'data') ?? '[]') };
    return this.#read.contents;
  }

  async #byName(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#all()).map((text) => [JSON.parse(rawMember(text, 'name') ?? '""'), text]));
  }

  #readType(name: string, signal?: AbortSignal): Promise<ResponseText> {
    const operation = 'GET /connections/{id}/working-copy/event-types/{name}';
    const path = { id: this.#parts.id, name };
    return this.#parts.local.callText(operation, { path }, signal ? { signal } : {});
  }

  async #put(name: string, bodyText: string): Promise<ResponseText> {
    const operation = 'PUT /connections/{id}/working-copy/event-types/{name}';
    const path = { id: this.#parts.id, name };
    return asEventType(await this.#parts.local.callText(operation, { path, bodyText }));
  }

  /** Pages after the first come from the same response: parsing all of it at once would block the page. */
  async #list({ query }: CopyInput, signal?: AbortSignal): Promise<string> {
    const from = Number(query.iterator ?? 0);
    const contents = from > 0 ? this.#read.contents : await this.#all(signal);
    const isWanted = (text: string) => query.include_archived || rawMember(text, 'archived') !== 'true';
    const wanted = contents.filter(isWanted);
    const to = from + Number(query.limit ?? wanted.length);
    const isLast = to >= wanted.length;
    const data = wanted.slice(from, to).map(eventTypeText).join(',');
    return `{"data":[${data}],"iterator":${isLast ? null : `"${to}"`},"prevIterator":null,"done":${isLast}}`;
  }

  async #create({ body }: CopyInput): Promise<ResponseText> {
    const name = JSON.parse(rawMember(body, 'name') ?? '""');
    const found = await this.#readType(name).catch(absent);
    if (found !== null)
      throw new ApiFailure(409, 'event_type_exists', `The event type ${name} already exists.`);
    return this.#put(name, body);
  }

  /** An operation of the local server with the same input and response. */
  async #local(
    operation: `POST /connections/{id}/working-copy/${'event-type-bulk' | 'import/plan' | 'import/apply'}`,
    bodyText: string,
    signal?: AbortSignal,
  ): Promise<string> {
    const path = { id: this.#parts.id };
    const options = signal ? { signal } : {};
    return (await this.#parts.local.callText(operation, { path, bodyText }, options)).text;
  }

  async #progress(signal?: AbortSignal): Promise<string> {
    const options = signal ? { signal } : {};
    return (await this.#parts.local.callText('GET /event-type/import/progress', {}, options)).text;
  }

  /** Takes over the event types, in one step of the journal; settings and flag sets are left out. */
  async #importEnvironment(body: string): Promise<string> {
    const mine = await this.#byName();
    const nameOf = (entry: string): string => JSON.parse(rawMember(entry, 'name') ?? '""');
    const wanted = rawItems(rawMember(body, 'eventTypes') ?? '[]').map((entry) => [nameOf(entry), entry]);
    const { remove } = JSON.parse(body) as EnvironmentIn;
    const gone = (remove?.eventTypes ?? []).filter((name) => mine.has(name)).map((name) => [name, 'null']);
    const changes = [...wanted, ...gone].map(([name = '', content]) =>
      changeText(name, mine.get(name) ?? null, content ?? null),
    );
    await this.#parts.local.call('POST /connections/{id}/working-copy/changes/import', {
      path: { id: this.#parts.id },
      bodyText: `{"changes":[${changes.join(',')}]}`,
    });
    return '';
  }

  /** Reads a version from the history of the instance, and writes it to the working copy. */
  async #restore({ name, version }: CopyInput): Promise<ResponseText> {
    const { text } = await this.#parts.remote.callText('GET /event-type/{name}/history/{version}', {
      path: { name, version },
    });
    return this.#put(name, rawMember(text, 'content') ?? '{}');
  }

  async #check({ name, body }: CopyInput, signal?: AbortSignal): Promise<string> {
    const { text } = await this.#readType(name, signal);
    const schema = rawMember(rawMember(text, 'schemas') ?? '', '1') ?? 'null';
    if (schema === 'null') return '{"fits":true,"problems":[],"reason":null}';
    const both = `{"schema":${schema},"payload":${rawMember(body, 'payload')}}`;
    const response = await this.#compute('check', { ...NO_INPUT, body: both }, signal);
    return rawMember(response, 'payload') ?? 'null';
  }

  async #compute(
    what: 'check' | 'generate-example',
    { body }: CopyInput,
    signal?: AbortSignal,
  ): Promise<string> {
    const operation = `POST /event-type/schema/${what}` as const;
    const options = signal ? { signal } : {};
    return (await this.#parts.local.callText(operation, { bodyText: body }, options)).text;
  }
}

const NO_INPUT: CopyInput = { name: '', version: '', query: {}, body: '{}', ifMatch: null };

function asResponse(response: ResponseText | string): ResponseText {
  return typeof response === 'string' ? { text: response, tag: null } : response;
}

function asEventType({ text, tag }: ResponseText): ResponseText {
  return { text: eventTypeText(text), tag };
}

function copyInput({ path, query, body, bodyText }: AnyInput = {}): CopyInput {
  const { name, version } = { name: '', version: '', ...path };
  return {
    name,
    version: String(version),
    query: { ...query },
    body: bodyText ?? stringifyOrdered(body ?? {}),
    ifMatch: null,
  };
}

function absent(cause: unknown): null {
  if (cause instanceof ApiFailure && cause.status === 404) return null;
  throw cause;
}

/** One entry of a change set. The contents are JSON texts; null: the event type does not exist. */
function changeText(name: string, base: string | null, mine: string | null): string {
  return `{"name":${JSON.stringify(name)},"base":${base},"mine":${mine}}`;
}

/** Converts a content of a working copy to an event type of the API, both as JSON text. */
function eventTypeText(content: string): string {
  const flags = JSON.parse(rawMember(content, 'featureFlags') ?? 'null') as readonly string[] | null;
  const rest = { featureFlag: flags?.[0] ?? null, createdAt: '', updatedAt: stampOf(content) };
  return `${content.slice(0, -1)},${JSON.stringify(rest).slice(1)}`;
}

/** A hash in place of `updatedAt`: caches compare that field, and a working copy does not record times. */
function stampOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) + at;
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
