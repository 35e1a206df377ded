import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response as sent over the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The bytes as text. */
  readonly text: string;
}

interface RawOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends the path and the headers exactly as given, and decodes nothing; fetch would do otherwise. */
export async function rawRequest(
  baseUrl: string,
  path: string,
  { body, ...options }: RawOptions = {},
): Promise<RawResponse> {
  const sent = request(baseUrl, { path, ...options }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() };
}

/** The same with a host name of the test's choice. */
export const getByHost = (baseUrl: string, host: string, path: string, more: RawOptions = {}) =>
  rawRequest(baseUrl, path, { ...more, headers: { ...more.headers, host } });
