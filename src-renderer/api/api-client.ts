import { PAGE_KEY_HEADER } from '../../src-server/contract/browser-session';
import {
  type AnyInput,
  type BareName,
  type CallInput,
  callTarget,
  type ResultOf,
} from '../../src-server/contract/operation-call';
import type { OperationName } from '../../src-server/contract/operations/api-operations';
import { stringifyOrdered } from '../../src-server/json-schema/ordered-json';
import { ApiFailure } from './api-failure';
import { readFailure } from './read-failure';
import { parseResponse, readResponseText } from './read-response';

/** A response exactly as the server wrote it, with its key order and number spelling. */
export interface ResponseText {
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

interface TextOptions extends Pick<SendOptions, 'ifMatch' | 'signal'> {
  readonly media?: string;
}

/** A request to be signed. */
interface UnsignedRequest {
  readonly method: string;
  /** With path and query. */
  readonly url: string;
  readonly body: string | undefined;
}

/** Signs the requests of a browser that is logged in, in place of sending its page key. */
export interface RequestSigner {
  /** What stands for the page key; null: this page cannot sign. */
  sign(request: UnsignedRequest): Promise<string | null>;
  /** Called after a request that was not refused. */
  onAccepted(): void;
  /**
   * Asks a server that has refused a request whether it is the one of the log-in. True: sign again, for it was restarted.
   * @throws ApiFailure when another one answers there
   */
  renew(): Promise<boolean>;
}

/** How the requests of a client identify themselves. */
export interface Credentials {
  /** The bearer token, held in memory only. Null sends none. */
  readonly token: string | null;
  /** For a browser that is logged in: the key that goes with its cookie. Absent: no cookie is sent or kept. */
  readonly pageKey?: () => string | null;
  /** Absent: the page key is sent. */
  readonly signer?: RequestSigner;
  /** Called when the server does not accept them, or no longer. @param pageKey the one that was sent */
  readonly onRefused?: (pageKey: string | null) => void;
}

export interface ApiClientOptions extends Credentials {
  /** Prefix of `/api/v1`: '' for the server of this page, `/remote/{id}` for one it forwards to. */
  readonly baseAddress: string;
  /**
   * Called before every call that may write; false sends nothing, and the call fails as `not_confirmed`. Absent: every
   * call is sent.
   */
  readonly confirm?: (call: WritingCall) => Promise<boolean>;
  /**
   * Called before every call, and again for one that the server has refused with 403.
   * @throws ApiFailure if the kind of the token may not make it: it fails with that, and is not sent
   */
  readonly assertMay?: (name: OperationName, isRefused: boolean) => Promise<void>;
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
  readonly #credentials: Credentials;
  readonly #confirm: ApiClientOptions['confirm'];
  readonly #assertMay: ApiClientOptions['assertMay'];

  constructor({ baseAddress, confirm, assertMay, ...credentials }: ApiClientOptions) {
    this.#confirm = confirm;
    this.#assertMay = assertMay;
    this.#baseAddress = baseAddress;
    this.#credentials = credentials;
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
    return parseResponse(await readResponseText(response)) as ResultOf<N>;
  }

  /**
   * The same with the response as text, '' if it has none, for documents whose key order and number spelling matter.
   * @param ifMatch the tag of the state that was read: in any other state nothing changes, and the call fails with 412.
   * Null: whatever the state
   * @param media what the media type of the response has to contain; `json` when absent
   */
  async callText<N extends OperationName>(
    name: N,
    input: CallInput<N>,
    { ifMatch = null, signal, media }: TextOptions = {},
  ): Promise<ResponseText> {
    const response = await this.#send(name, input, { ifMatch, signal });
    if (!response.ok) throw await readFailure(response);
    const text = response.status === 204 ? '' : await readResponseText(response, media);
    return { text, tag: response.headers.get('etag') };
  }

  /** Calls while the page is being left; the browser lets the call finish. Nobody waits for the response. */
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
    // What is sent while the page is being left ends what was begun before.
    if (!keepalive) await this.#assertMay?.(name, false);
    // Nobody can be asked while the page is being left.
    if (method !== 'GET' && !keepalive && this.#confirm && !(await this.#confirm({ name, body })))
      throw new ApiFailure(0, 'not_confirmed', 'Not confirmed, so nothing was sent.');
    const headers: Record<string, string> = { accept };
    const { token } = this.#credentials;
    if (token !== null) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (ifMatch !== null) headers['if-match'] = ifMatch;
    const response = await this.#identified(
      { method, url: `${this.#baseAddress}/api/v1${path}`, body },
      {
        headers,
        keepalive,
        ...(signal === undefined ? {} : { signal }),
      },
    );
    if (response.status === 403) await this.#assertMay?.(name, true);
    return response;
  }

  /** Sends a request as the logged-in browser, if it is one. A server that was restarted gets it again, signed anew. */
  async #identified(request: UnsignedRequest, init: RequestInit): Promise<Response> {
    const { pageKey, signer, onRefused } = this.#credentials;
    const key = pageKey?.() ?? null;
    if (key === null) return this.#fetch(request, init);
    const ask = async () => {
      const proof = (await signer?.sign(request)) ?? pageKey?.() ?? key;
      return this.#fetch(request, { ...init, headers: { ...init.headers, [PAGE_KEY_HEADER]: proof } });
    };
    let response = await ask();
    if (response.status === 401 && (await signer?.renew())) response = await ask();
    if (response.status === 401) onRefused?.(key);
    else signer?.onAccepted();
    return response;
  }

  async #fetch({ method, url, body }: UnsignedRequest, init: RequestInit): Promise<Response> {
    const { pageKey } = this.#credentials;
    try {
      return await fetch(url, {
        ...init,
        method,
        // Only the admin pages use the cookie: others in this browser, such as a portal, must not get their identity.
        credentials: pageKey ? 'same-origin' : 'omit',
        // Over plain http between machines, this is all that says which page asks.
        ...(pageKey ? { referrerPolicy: 'same-origin' as const } : {}),
        ...(body === undefined ? {} : { body }),
      });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new ApiFailure(0, 'unreachable', 'The server is not responding. Check that it is running.');
    }
  }
}
