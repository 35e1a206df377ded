import { parseOrdered, stringifyOrdered } from '../../src-server/json-schema/ordered-json';
import { ApiFailure } from './api-failure';
import { readFailure } from './read-failure';

/** Query parameters; null and undefined are left out, lists are joined by commas. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** An answer as the server wrote it: order of keys, spelling of numbers and all. */
export interface TextAnswer {
  readonly text: string;
  /** Names the state of the thing, for `If-Match`; null: the server gives none. */
  readonly tag: string | null;
}

interface SendOptions {
  /** JSON text; absent sends no body. */
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
  readonly keepalive?: boolean;
  readonly ifMatch?: string | null;
}

export interface ApiClientOptions {
  /** What stands before `/api/v1`: '' for the server of this page, `/remote/{id}` for one it forwards to. */
  readonly baseAddress: string;
  /** The bearer token, held in memory only. Null sends none. */
  readonly token: string | null;
  /**
   * Asked before anything but a reading call is sent; false sends nothing and the call fails as `not_confirmed`.
   * Absent: all is sent.
   */
  readonly confirm?: (call: WritingCall) => Promise<boolean>;
}

/** A call that may change something. */
export interface WritingCall {
  /** Such as `DELETE`. */
  readonly method: string;
  /** After `/api/v1`, such as `/app/app_1`, with its query. */
  readonly path: string;
  /** As JSON text; undefined: none. */
  readonly body: string | undefined;
}

/**
 * The HTTP API as functions. One object per instance and token, handed down, never a global: aiming the page
 * elsewhere makes a new one, and nothing of the old can leak into it.
 */
export class ApiClient {
  readonly #baseAddress: string;
  readonly #token: string | null;
  readonly #confirm: ApiClientOptions['confirm'];

  constructor({ baseAddress, token, confirm }: ApiClientOptions) {
    this.#confirm = confirm;
    this.#baseAddress = baseAddress;
    this.#token = token;
  }

  get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.#json<T>('GET', path + toQueryString(query), undefined, signal);
  }

  /** `body` undefined sends none. */
  post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    return this.#json<T>('POST', path, body, signal);
  }

  /** Sends text that is already JSON as it stands, so that numbers and escapes in it stay as written. */
  postText<T>(path: string, jsonText: string): Promise<T> {
    return this.#read<T>(this.#send('POST', path, { body: jsonText }));
  }

  /** Reads the answer as text, for documents whose order of keys and spelling of numbers count. */
  getText(path: string, signal?: AbortSignal): Promise<TextAnswer> {
    return this.#readText(this.#send('GET', path, { signal }));
  }

  /**
   * Changes by text that is already JSON, and reads the answer as text.
   * @param ifMatch the tag of the state that was read: in another state nothing changes, and it is a failure 412.
   * Null: whatever state it is in
   */
  patchText(path: string, jsonText: string, ifMatch: string | null): Promise<TextAnswer> {
    return this.#readText(this.#send('PATCH', path, { body: jsonText, ifMatch }));
  }

  /** Sends while the page is being left, which the browser then lets finish. Nobody waits for the answer. */
  postAtLeave(path: string, body: unknown): void {
    const done = this.#send('POST', path, { body: JSON.stringify(body), keepalive: true });
    done.catch(() => {});
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.#json<T>('PUT', path, body);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#json<T>('PATCH', path, body);
  }

  delete(path: string, query: Query = {}): Promise<void> {
    return this.#json<void>('DELETE', path + toQueryString(query));
  }

  /** Opens a stream of server-sent events; resolves when the server has accepted it. Fails like any call. */
  async openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send('GET', path, { signal, accept: 'text/event-stream' });
    if (!response.ok) throw await readFailure(response);
    if (!response.body) throw new ApiFailure(response.status, 'unexpected_answer', 'The stream was empty.');
    return response.body;
  }

  #json<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const text = body === undefined ? undefined : stringifyOrdered(body);
    return this.#read<T>(this.#send(method, path, { body: text, signal }));
  }

  async #read<T>(pending: Promise<Response>): Promise<T> {
    const response = await pending;
    if (!response.ok) throw await readFailure(response);
    if (response.status === 204) return undefined as T;
    return parseOrdered(await onlyJson(response).text()) as T;
  }

  async #readText(pending: Promise<Response>): Promise<TextAnswer> {
    const response = await pending;
    if (!response.ok) throw await readFailure(response);
    return { text: await onlyJson(response).text(), tag: response.headers.get('etag') };
  }

  async #send(
    method: string,
    path: string,
    { body, signal, accept = 'application/json', keepalive = false, ifMatch = null }: SendOptions,
  ): Promise<Response> {
    // Nobody is there to be asked while the page is being left.
    if (method !== 'GET' && !keepalive && this.#confirm && !(await this.#confirm({ method, path, body })))
      throw new ApiFailure(0, 'not_confirmed', 'It was not confirmed, so nothing was sent.');
    const headers: Record<string, string> = { accept };
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (ifMatch !== null) headers['if-match'] = ifMatch;
    try {
      return await fetch(`${this.#baseAddress}/api/v1${path}`, {
        method,
        headers,
        keepalive,
        // The token says who asks. A cookie would make every other page in this browser somebody too.
        credentials: 'omit',
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ApiFailure(0, 'unreachable', 'The server did not answer. Is it running?');
    }
  }
}

/** @throws ApiFailure when something else stands at that address */
function onlyJson(response: Response): Response {
  if ((response.headers.get('content-type') ?? '').includes('json')) return response;
  throw new ApiFailure(response.status, 'unexpected_answer', 'The answer was not JSON.');
}

function toQueryString(query: Query): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined)
      parts.set(key, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = parts.toString();
  return text ? `?${text}` : '';
}
