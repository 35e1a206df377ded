import type { ServerResponse } from 'node:http';
import { stringifyAnswer } from './raw-json';

/** Writes the answer to a request of the API. Without a body it ends with the status alone. */
export function sendAnswer(response: ServerResponse, status: number, body?: unknown): void {
  sendJsonText(response, status, body === undefined ? null : stringifyAnswer(body));
}

/** The same for a body that is already text. Null: none. */
export function sendJsonText(response: ServerResponse, status: number, text: string | null): void {
  response.statusCode = status;
  // Answers depend on the token and may hold secrets: no cache may keep them.
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  if (text === null) {
    if (status !== 204) response.setHeader('content-length', 0);
    response.end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text); // a text leaves together with the headers, bytes would be a second part
}
