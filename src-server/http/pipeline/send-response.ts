import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringifyBody } from '../raw-json';

/** Characters of a response written at once. */
const SENT_AT_ONCE = 512 * 1024;

/** Writes the response to an API request. Without a body, it ends after the headers. */
export function sendResponse(response: ServerResponse, status: number, body?: unknown): void {
  void sendJsonText(response, status, body === undefined ? null : stringifyBody(body));
}

/** The same for a body that is already text. Null: none. Resolves when all of it has been handed to the connection. */
export async function sendJsonText(
  response: ServerResponse,
  status: number,
  text: string | null,
): Promise<void> {
  beginResponse(response, status);
  if (text === null) {
    if (status !== 204 && status !== 304) response.setHeader('content-length', 0);
    response.end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  if (text.length > SENT_AT_ONCE) return sendInPieces(response, text);
  response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text); // a text leaves together with the headers, bytes would be a second packet
}

/** Even counting the bytes of a long text would block the event loop. */
async function sendInPieces(response: ServerResponse, text: string): Promise<void> {
  // A single listener: `compression` passes "drain" on to a stream of its own, from which listeners cannot be removed.
  let goOn = () => {};
  response.on('drain', () => goOn());
  response.on('close', () => goOn());
  for (let at = 0; at < text.length && !response.destroyed; ) {
    const last = at + SENT_AT_ONCE;
    // Not between the two halves of a surrogate pair.
    const end = isHighSurrogate(text.charCodeAt(last - 1)) ? last + 1 : last;
    // Before the text is written: the reader may be gone, or ready for more, at once.
    const drained = new Promise<void>((done) => {
      goOn = done;
    });
    const isRead = response.write(text.slice(at, end));
    await (isRead ? nextTurn() : drained);
    at = end;
  }
  response.end();
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** The headers that every response of the API has. */
export function beginResponse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  // Answers depend on the token and may contain secrets: no cache may keep them.
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
}
