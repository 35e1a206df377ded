import { isSecretResponseHeader, isSensitiveHeader } from '../contract/sensitive-headers';

/** Most characters that are kept of the headers of an endpoint, and as many of those of an answer. */
const KEPT_LENGTH = 4096;

/** The headers of an attempt as they are kept: a line for each, `name: value`, and of a hidden one only the name. */
export interface HeaderLines {
  /**
   * Of the request: the signature, under `svix-signature` where both families were sent; the timestamp where it is not
   * that of the attempt; and the endpoint's own. All else can be told from the message, or is in every request.
   */
  readonly sent: string;
  /** Of the answer. Null: there was none. */
  readonly received: string | null;
}

/** @param headers name and value by turns */
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

/** In nearly every answer, and about the connection or the server more than about this request. */
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
 * What is kept costs at every send: the whole of a failed attempt, and of others what is special about them.
 * @param headers as the connection gives them; one that came more than once is a list
 */
export function linesOfResponse(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  whole: boolean,
): string {
  let lines = '';
  for (const name in headers) {
    if (!whole && ROUTINE.has(name)) continue;
    const value = headers[name];
    const line = isSecretResponseHeader(name)
      ? name
      : `${name}: ${typeof value === 'string' ? value : value?.join(', ')}`;
    // One that is too long is left out, and the next may still fit.
    if (lines.length + line.length < KEPT_LENGTH) lines += `${line}\n`;
  }
  return lines;
}
