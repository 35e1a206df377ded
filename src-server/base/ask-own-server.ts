import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { trustOnly } from './trust-only';

/** A small request to the server of this machine. */
interface OwnRequest {
  /** PEM of the certificate that it must have. Null: it speaks plain http. */
  readonly certificate: string | null;
  /** Sent as JSON by POST. Absent: a GET. */
  readonly body?: object;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/** A response as far as it was read. */
export interface OwnResponse {
  readonly status: number;
  readonly text: string;
}

/** The most read of a response; a stranger may send any amount. */
const RESPONSE_MAX_BYTES = 4096;

/**
 * Asks the server of this machine, by no proxy, and follows no redirect.
 * @throws Error of the system, or an AbortError
 */
export function askOwnServer(url: string, { certificate, body, signal }: OwnRequest): Promise<OwnResponse> {
  const content = body === undefined ? null : JSON.stringify(body);
  const options: RequestOptions = {
    method: content === null ? 'GET' : 'POST',
    headers: content === null ? {} : { 'content-type': 'application/json' },
    agent: false, // its connection ends with the response
    signal,
  };
  return new Promise((resolve, reject) => {
    const outgoing = url.startsWith('https:')
      ? requestHttps(url, { ...options, ...trustOnly(certificate) })
      : requestHttp(url, options);
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const done = () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > RESPONSE_MAX_BYTES) done();
      });
      response.once('end', done);
      response.once('error', reject);
    });
    outgoing.end(content);
  });
}
