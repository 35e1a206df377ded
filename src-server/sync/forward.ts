/**
 * Passes one API request on to another instance, so that pages have one origin and never see its token.
 *
 * Promises: only paths below /api/v1/ of the saved URL are requested; the caller's token, cookies and anything else not
 * on a short list stay here; redirects are not followed and not passed on; bodies stream both ways, so event streams
 * work and memory stays bounded; when the caller disconnects, or the
 * connection is deleted, the request ends.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { ApiError, apiError, notFound } from '../base/errors';
import type { ErrorCode } from '../contract/error';
import { isFolderAddress } from '../contract/folder-address';
import { IMPORT_BODY_MAX_BYTES } from '../contract/openapi-import';
import type { RemoteClient } from './remote-client';
import { explainRemoteFailure, refusedTokenText } from './remote-failure';
import type { RemoteTarget } from './remote-target';
import { strongTag } from './strong-tag';

/** The request of a page, as it came in. */
interface ForwardRequest {
  readonly method: string;
  /** The part after `/remote/{id}`, path and query, not decoded: `/api/v1/app?limit=5`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it arrives. */
  readonly body: Readable;
  /** Aborts when the caller has disconnected. */
  readonly signal: AbortSignal;
}

/** The response of the other instance, its body still arriving. */
interface ForwardResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Must be read or destroyed. */
  readonly body: Readable;
}

/** Request headers that mean something to an API. All others (cookies, origin, encoding ...) stay here. */
const REQUEST_HEADERS = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
];
/** Response headers that a page needs. Cookies and policies of the other instance must not act on this origin. */
const RESPONSE_HEADERS = ['content-length', 'content-encoding', 'cache-control', 'etag', 'retry-after'];
/** Types that no browser executes; anything else is passed on as plain bytes. */
const HARMLESS_TYPES =
  /^(application\/([a-z0-9.-]+\+)?json|text\/event-stream|text\/plain|text\/csv|application\/yaml)\b/i;
/** Marks a forwarded request: two instances that point at each other must not forward in circles. */
const FORWARDED_HEADER = 'posthorn-forwarded';
/** A response longer than this is cut off; no list or export comes near. */
const RESPONSE_MAX_BYTES = 256 * 1024 * 1024;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * @throws ApiError 404 for a path outside the API and for a folder, 405, 413, 502 `remote_unreachable` and `remote_token_refused`, 504
 *   `remote_timeout`
 */
export async function forward(
  client: RemoteClient,
  target: RemoteTarget,
  request: ForwardRequest,
): Promise<ForwardResponse> {
  if (isFolderAddress(target.baseUrl)) {
    throw apiError('not_found', 'This connection leads to a folder, which has a catalog and nothing else.');
  }
  if (!METHODS.includes(request.method)) throw apiError('method_not_allowed', 'Method not allowed');
  if (request.headers[FORWARDED_HEADER] !== undefined) {
    throw apiError(
      'generic_error',
      'This connection leads to an instance that forwards requests itself. Use the final URL.',
    );
  }
  const url = new URL(target.baseUrl + checkPath(request.path));
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > IMPORT_BODY_MAX_BYTES) throw tooLarge();
  const headers = pick(request.headers, REQUEST_HEADERS);
  const streaming = headers.accept?.includes('text/event-stream') === true;
  try {
    const response = await client.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: {
        ...headers,
        ...(declared > 0 ? { 'content-length': String(declared) } : {}),
        authorization: `Bearer ${target.token}`,
        [FORWARDED_HEADER]: '1',
      },
      body: hasBody(request.headers) ? limitSize(request.body, IMPORT_BODY_MAX_BYTES) : null,
      signal: AbortSignal.any([
        request.signal,
        target.gone,
        ...(streaming ? [] : [AbortSignal.timeout(client.timeouts.wholeMs)]),
      ]),
      headersTimeout: client.timeouts.headersMs,
      bodyTimeout: streaming ? 0 : client.timeouts.bodyMs,
    });
    return passOn(response, target);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const failure = explainRemoteFailure(cause, target.baseUrl);
    throw apiError(failure.code, failure.detail);
  }
}

function passOn(response: Dispatcher.ResponseData, target: RemoteTarget): ForwardResponse {
  const host = new URL(target.baseUrl).host;
  const status = response.statusCode;
  const refuse = (code: ErrorCode, detail: string) => {
    response.body.on('error', () => undefined).destroy();
    return apiError(code, detail);
  };
  // 304 is a response to if-none-match, not a redirect.
  if (status >= 300 && status < 400 && status !== 304) {
    throw refuse(
      'remote_unreachable',
      `${host} responded with a redirect. Save the connection again with the final URL.`,
    );
  }
  // Passed on unchanged, a page would read it as a refusal of its own token.
  if (status === 401) {
    throw refuse('remote_token_refused', refusedTokenText(host));
  }
  const type = response.headers['content-type'];
  const headers = pick(response.headers, RESPONSE_HEADERS);
  if (headers.etag !== undefined) headers.etag = strongTag(headers.etag);
  if (typeof type === 'string') {
    headers['content-type'] = HARMLESS_TYPES.test(type) ? type : 'application/octet-stream';
  }
  return { status, headers, body: limitSize(response.body, RESPONSE_MAX_BYTES) };
}

/** Only the API, and nothing that another server might read as leading out of it. */
function checkPath(path: string): string {
  const [pathname = ''] = path.split('?', 1);
  const segments = pathname.split('/').slice(1);
  if (segments[0] !== 'api' || segments[1] !== 'v1' || segments.length < 3) throw notFound();
  for (const segment of segments) {
    let text: string;
    try {
      text = decodeURIComponent(segment);
    } catch {
      throw notFound();
    }
    if (text === '.' || text === '..' || /[/\\]/.test(text)) throw notFound();
  }
  return path;
}

/** Whether a request has a body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The same bytes, ending in a 413 after `maxBytes`. */
function limitSize(source: Readable, maxBytes: number): Readable {
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // Its failure also fails `limited`, where it is handled.
  pipeline(source, limited).catch(() => undefined);
  return limited;
}

function tooLarge(): ApiError {
  return apiError('payload_too_large', `The body is larger than ${IMPORT_BODY_MAX_BYTES} bytes.`);
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}
