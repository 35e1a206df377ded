import { isSecretResponseHeader, isSensitiveHeader } from '../../contract/sensitive-headers';

/** Most characters kept of an endpoint's headers, and of a response's. */
const KEPT_LENGTH = 4096;

/** The headers of an attempt as stored: one line each, `name: value`; of a hidden header, only the name. */
export interface HeaderLines {
  /**
   * Of the request: the signature, under `svix-signature` if both families were sent; the timestamp if it differs from
   * the attempt's; and the endpoint's own headers. Everything else follows from the message, or is in every request.
   */
  readonly sent: string;
  /** Of the response. Null: there was none. */
  readonly received: string | null;
}

/** @param headers name and value alternately */
export function linesOfRequest(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const line = isSensitiveHeader(name) ? name : `${name}: ${headers[at + 1]}`;
    if (lines.length + line.length >= KEPT_LENGTH) break;
    lines += `${line}\n`;
  }
  return lines;
}

/** In nearly every response, and more about the connection or the server than about this request. */
const ROUTINE = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
  'vary',
  'x-powered-by',
]);

/**
 * Every send pays for what is kept: all headers of a failed attempt, and only the unusual ones of others.
 * @param headers as the connection gives them; a repeated one is a list
 */
export function linesOfResponse(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  isComplete: boolean,
): string {
  let lines = '';
  for (const name in headers) {
    if (!isComplete && ROUTINE.has(name)) continue;
    const value = headers[name];
    const line = isSecretResponseHeader(name)
      ? name
      : `${name}: ${typeof value === 'string' ? value : value?.join(', ')}`;
    // A line that is too long is left out; the next may still fit.
    if (lines.length + line.length < KEPT_LENGTH) lines += `${line}\n`;
  }
  return lines;
}
