import {
  type AnyInput,
  type BareName,
  type CallInput,
  callTarget,
  type ListName,
  type ResultOf,
  type RowOf,
} from '../contract/operation-call';
import type { OperationName } from '../contract/operations/api-operations';
import { parseOrdered, stringifyOrdered } from '../json-schema/ordered-json';
import { createRemoteClient, DEFAULT_REMOTE_TIMEOUTS } from '../sync/remote-client';
import { explainRemoteFailure } from '../sync/remote-failure';
import { CliError } from './cli-error';
import { EXIT } from './exit-code';

/** The URL of an instance, and the token to use there. */
export interface InstanceAddress {
  readonly baseUrl: string;
  readonly token: string;
  /**
   * Rejects with a CliError when the server there is not the intended one. Called before each request, because the
   * server may stop, and its port be taken, while a command runs. Null: the user gave the URL.
   */
  readonly prove: (() => Promise<void>) | null;
  /** PEM of the certificate that it must have. Null or absent: any that the system trusts. */
  readonly certificate?: string | null;
}

/** Calls the API of one instance, with one token. Every failure is a CliError in plain words. */
export interface Instance {
  /** Host and port, for sentences. */
  readonly host: string;
  readonly baseUrl: string;
  /**
   * Calls an operation. The types describe Posthorn's responses; where other servers with the same API may differ, the
   * answer has to be checked.
   */
  ask<N extends BareName>(name: N): Promise<ResultOf<N>>;
  ask<N extends OperationName>(name: N, input: CallInput<N>): Promise<ResultOf<N>>;
  /** All items of a list, page by page. `onCount` gets the count so far. */
  listAll<N extends ListName>(
    name: N,
    input: CallInput<N>,
    onCount?: (count: number) => void,
  ): Promise<readonly RowOf<N>[]>;
  close(): Promise<void>;
}

/** A large document is read and compared before the response begins. */
const RESPONSE_TIMEOUT_MS = 300_000;
/** No expected response is larger. */
const RESPONSE_MAX_BYTES = 256 * 1024 * 1024;
const PAGE_SIZE = 250;
/** How many remarks on a refused body are shown. */
const REMARKS_SHOWN = 5;

/** @param signal aborts running requests */
export function createInstance(
  { baseUrl, token, prove, certificate = null }: InstanceAddress,
  signal: AbortSignal,
): Instance {
  const client = createRemoteClient(DEFAULT_REMOTE_TIMEOUTS, null, certificate);
  const { host } = new URL(baseUrl);

  async function request(name: OperationName, input: AnyInput) {
    const { method, path } = callTarget(name, input);
    const { origin, pathname, search } = new URL(`${baseUrl}/api/v1${path}`);
    const text = input.body === undefined ? input.bodyText : stringifyOrdered(input.body);
    await prove?.();
    try {
      const response = await client.dispatcher.request({
        origin,
        path: pathname + search,
        method,
        signal,
        headersTimeout: RESPONSE_TIMEOUT_MS,
        bodyTimeout: client.timeouts.bodyMs,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: text ?? null,
      });
      return {
        status: response.statusCode,
        location: response.headers.location,
        retryAfter: response.headers['retry-after'],
        text: await readText(response.body, host),
      };
    } catch (cause) {
      if (cause instanceof CliError) throw cause;
      throw new CliError(EXIT.unreachable, explainRemoteFailure(cause, baseUrl).detail);
    }
  }

  async function ask<N extends OperationName>(name: N, input: AnyInput = {}): Promise<ResultOf<N>> {
    const { status, location, retryAfter, text } = await request(name, input);
    const json = parse(text);
    if (status >= 200 && status < 300) {
      if (json !== undefined) return json as ResultOf<N>;
      throw notPosthorn(host, status);
    }
    if (status >= 300 && status < 400) {
      throw new CliError(
        EXIT.unreachable,
        `${host} responds with a redirect to ${location}. Use the final URL.`,
        status,
      );
    }
    // Its message may repeat what it was sent.
    const detail = messageIn(json).replaceAll(token, '...');
    throw refusal({ host, status, detail, retryAfterS: secondsOf(retryAfter) });
  }

  async function listAll<N extends ListName>(
    name: N,
    input: CallInput<N>,
    onCount?: (count: number) => void,
  ): Promise<readonly RowOf<N>[]> {
    const all: RowOf<N>[] = [];
    const { query, ...rest }: AnyInput = input;
    let iterator: string | null = null;
    do {
      const call = { ...rest, query: { ...query, limit: PAGE_SIZE, iterator } };
      const page: unknown = await ask(name, call);
      const {
        data,
        done,
        iterator: next,
      } = (page ?? {}) as { data?: unknown; done?: unknown; iterator?: unknown };
      if (!Array.isArray(data)) throw notPosthorn(host, 200);
      all.push(...data);
      onCount?.(all.length);
      // A server that repeats itself would never end.
      iterator = done !== false || typeof next !== 'string' || next === iterator ? null : next;
    } while (iterator !== null);
    return all;
  }

  return { host, baseUrl, ask, listAll, close: () => client.close() };
}

interface Refusal {
  readonly host: string;
  readonly status: number;
  readonly detail: string;
  readonly retryAfterS: number | null;
}

function notPosthorn(host: string, status: number): CliError {
  return new CliError(EXIT.unreachable, `${host} responds, but not like Posthorn. Check the URL.`, status);
}

function refusal({ host, status, detail, retryAfterS }: Refusal): CliError {
  const because = detail === '' ? '.' : `: ${detail}`;
  if (status === 401) return new CliError(EXIT.notAllowed, `${host} does not accept this token.`, status);
  if (status === 403) {
    return new CliError(EXIT.notAllowed, `${host} does not allow this with this token${because}`, status);
  }
  if (status >= 500 && status !== 501) {
    return new CliError(EXIT.no, `${host} failed (${status})${because}`, status, retryAfterS);
  }
  return new CliError(EXIT.no, `${host} refused this (${status})${because}`, status, retryAfterS);
}

/** The number of a Retry-After header. Null: there is none, or it is a date. */
function secondsOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) : null;
}

/** The message of an error body. */
function messageIn(json: unknown): string {
  const detail = (json as { detail?: unknown } | null | undefined)?.detail;
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return '';
  const remarks = detail.map(({ loc, msg }: { loc?: unknown; msg?: unknown }) => {
    const place = Array.isArray(loc) ? loc.slice(1).join('.') : '';
    return place === '' ? String(msg) : `${place}: ${msg}`;
  });
  const more = remarks.length > REMARKS_SHOWN ? ` (and ${remarks.length - REMARKS_SHOWN} more)` : '';
  return remarks.slice(0, REMARKS_SHOWN).join('; ') + more;
}

async function readText(body: AsyncIterable<Buffer>, host: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > RESPONSE_MAX_BYTES) throw new CliError(EXIT.no, `The response of ${host} is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Null for an empty body, undefined for one that is not JSON. */
function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return parseOrdered(text);
  } catch {
    return undefined;
  }
}
