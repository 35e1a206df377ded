import { errors } from 'undici';
import { errorCode, INVALID_TEXT } from './failure-message';

/** What is shown of the bytes of a response. */
const SHOWN_BYTES = 48;
/** The words of the parser are in brackets. */
const REASON = /\(([^)]+)\)$/;

/**
 * Why a response is not valid HTTP, with its first bytes.
 * @param error what ended the exchange
 * @param start the first bytes of the response
 * @param hasHead whether the parser has accepted its head
 * @returns null: the cause is something else
 */
export function invalidResponse(error: Error, start: Buffer, hasHead: boolean): string | null {
  // undici compares the length of a body that it has not reached, too.
  const isOfHead = !hasHead && errorCode(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  if (!isOfHead && !(error instanceof errors.HTTPParserError)) return null;
  const text = start.toString('latin1');
  if (!text.startsWith('HTTP/')) return `${INVALID_TEXT}: "${printable(text)}"`;
  const reason = (hasHead ? null : framingFault(text)) ?? REASON.exec(error.message)?.[1];
  const [statusLine = ''] = text.split(/[\r\n]/, 1);
  return `${INVALID_TEXT}${reason === undefined ? '' : ` (${reason})`}: "${printable(statusLine)}"`;
}

/** Two statements about where the response ends. RFC 9112, 6.3 and RFC 9110, 8.6: such a response may be refused. */
function framingFault(text: string): string | null {
  const [head = ''] = text.split('\r\n\r\n', 1);
  const lengths = head.match(/^content-length:.*$/gim) ?? [];
  if (lengths.length > 0 && /^transfer-encoding:/im.test(head)) {
    return 'both Content-Length and Transfer-Encoding';
  }
  return lengths.length > 1 || lengths[0]?.includes(',') ? 'more than one Content-Length' : null;
}

function printable(text: string): string {
  const shown = text
    .slice(0, SHOWN_BYTES)
    .replace(/[^ -~]/g, (char) => NAMED[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return text.length > SHOWN_BYTES ? `${shown}…` : shown;
}

const NAMED: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\t': '\\t' };
