import {
  type AnyInput,
  type BareName,
  type CallInput,
  callTarget,
  type ResultOf,
} from '../../src-server/contract/operation-call';
import type { OperationName } from '../../src-server/contract/operations/api-operations';
import { parseOrdered, stringifyOrdered } from '../../src-server/json-schema/ordered-json';
import { ApiFailure } from './api-failure';
import { readFailure } from './read-failure';

/** An answer exactly as the server wrote it, with its key order and number spelling. */
export interface TextAnswer {
  readonly text: string;
  /** Identifies the state of the resource, for `If-Match`; null: the server sends none. */
  readonly tag: string | null;
}

interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
  readonly keepalive?: boolean;
  readonly ifMatch?: string | null;
}

interface ApiClientOptions {
  /** Prefix of `/api/v1`: '' for the server of this page, `/remote/{id}` for one it forwards to. */
  readonly baseAddress: string;
  /** The bearer token, held in memory only. Null sends none. */
  readonly token: string | null;
  /**
   * Called before every call that may write; false sends nothing, and the call fails as `not_confirmed`. Absent: every
   * call is sent.
   */
  readonly confirm?: (call: WritingCall) => Promise<boolean>;
}

/** A call that may change something. */
export interface WritingCall {
  /** Such as `DELETE /app/{app}`. */
  readonly name: OperationName;
  /** As JSON text; undefined: none. */
  readonly body: string | undefined;
}

/**
 * The HTTP API as functions. There is one object per instance and token, passed down and never global: switching to
 * another instance makes a new one, and nothing of the old one can leak into it.
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

  /** Calls an operation by its name, which determines the types of input and result. */
  call<N extends BareName>(name: N): Promise<ResultOf<N>>;
  call<N extends OperationName>(name: N, input: CallInput<N>, signal?: AbortSignal): Promise<ResultOf<N>>;
  async call<N extends OperationName>(
    name: N,
    input: AnyInput = {},
    signal?: AbortSignal,
  ): Promise<ResultOf<N>> {
    const response = await this.#send(name, input, { signal });
    if (!response.ok) throw await readFailure(response);
    if (response.status === 204) return undefined as ResultOf<N>;
    return parseOrdered(await onlyJson(response).text()) as ResultOf<N>;
  }

  /**
   * The same with the answer as text, for documents whose key order and number spelling matter.
   * @param ifMatch the tag of the state that was read: in any other state nothing changes, and the call fails with 412.
   * Null: whatever the state
   */
  async callText<N extends OperationName>(
    name: N,
    input: CallInput<N>,
    { ifMatch = null, signal }: Pick<SendOptions, 'ifMatch' | 'signal'> = {},
  ): Promise<TextAnswer> {
    const response = await this.#send(name, input, { ifMatch, signal });
    if (!response.ok) throw await readFailure(response);
    return { text: await onlyJson(response).text(), tag: response.headers.get('etag') };
  }

  /** Calls while the page is being left; the browser lets the call finish. Nobody waits for the answer. */
  callAtLeave<N extends OperationName>(name: N, input: CallInput<N>): void {
    this.#send(name, input, { keepalive: true }).catch(() => {});
  }

  /** Opens a stream of server-sent events; resolves when the server has accepted it. Fails like any call. */
  async openStream<N extends OperationName>(
    name: N,
    input: CallInput<N>,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send(name, input, { signal, accept: 'text/event-stream' });
    if (!response.ok) throw await readFailure(response);
    if (!response.body) throw new ApiFailure(response.status, 'unexpected_answer', 'The stream was empty.');
    return response.body;
  }

  async #send(
    name: OperationName,
    input: AnyInput,
    { signal, accept = 'application/json', keepalive = false, ifMatch = null }: SendOptions,
  ): Promise<Response> {
    const { method, path } = callTarget(name, input);
    const body = input.body === undefined ? input.bodyText : stringifyOrdered(input.body);
    // Nobody can be asked while the page is being left.
    if (method !== 'GET' && !keepalive && this.#confirm && !(await this.#confirm({ name, body })))
      throw new ApiFailure(0, 'not_confirmed', 'Not confirmed, so nothing was sent.');
    const headers: Record<string, string> = { accept };
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (ifMatch !== null) headers['if-match'] = ifMatch;
    try {
      return await fetch(`${this.#baseAddress}/api/v1${path}`, {
        method,
        headers,
        keepalive,
        // The token identifies the caller. A cookie would give every other page in this browser the same identity.
        credentials: 'omit',
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ApiFailure(0, 'unreachable', 'The server did not answer. Check that it is running.');
    }
  }
}

/** @throws ApiFailure when something else answers at that address */
function onlyJson(response: Response): Response {
  if ((response.headers.get('content-type') ?? '').includes('json')) return response;
  throw new ApiFailure(response.status, 'unexpected_answer', 'The answer was not JSON.');
}
