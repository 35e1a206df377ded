import type { Readable } from 'node:stream';
import { request } from 'undici';

/** A request as it goes over the network. */
export interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/**
 * Sends a request, and reads its response; no redirect is followed. Not with `fetch`, which takes twice the time of the
 * processor: many tests do little else.
 * @param url absolute
 */
export async function sendRequest(
  url: string,
  { method, headers, body }: SentRequest,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const response = await request(url, { method, headers, body: body ?? null });
  const isStream = response.headers['content-type'] === 'text/event-stream';
  return {
    status: response.statusCode,
    headers: new Headers(
      Object.entries(response.headers).flatMap(([name, values]) =>
        [values ?? []].flat().map((value): [string, string] => [name, value]),
      ),
    ),
    text: isStream ? headAlone(response.body) : await response.body.text(),
  };
}

/** A stream has no end: its head is the response, and the rest is not read. */
function headAlone(body: Readable): string {
  body.on('error', () => undefined).destroy();
  return '';
}
