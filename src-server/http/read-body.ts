import type { IncomingMessage } from 'node:http';
import { apiError, invalid } from '../base/errors';
import { LIMITS } from '../contract/limits';

/** No request of any kind may be larger; a row's own limit is lower. */
export const ANY_BODY_MAX_BYTES = LIMITS.anyBody.max;

/** A body when the row does not say how large: schemas of an event type are the largest thing there is. */
export const BODY_MAX_BYTES = LIMITS.otherBody.max;

/**
 * Deepest nesting of a body that becomes a structure of ours. Far above any real schema, and below the thousand
 * levels at which SQLite refuses to read a JSON text. Message payloads stay text and may nest as they like.
 */
const MAX_DEPTH = 500;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** 413 for a body that says beforehand that it is larger than `maxBytes`. */
export function refuseTooLarge(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/**
 * The whole body. What comes beyond `maxBytes` is read and dropped, not kept: a client that only listens once it
 * has sent everything still gets its 413, and the server's own time limit for a request ends an endless one.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  refuseTooLarge(request, maxBytes);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw apiError(
      'unsupported_media_type',
      `Send the body as it is, not with content-encoding ${encoding}.`,
    );
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      request.off('data', take).off('end', finish).off('error', fail).off('close', fail);
      request.on('error', () => undefined); // the answer, if any, is already decided
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      stop();
      request.resume();
      reject(tooLarge(maxBytes));
    };
    const finish = () => {
      stop();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    };
    const fail = () => {
      stop();
      reject(apiError('generic_error', 'The request ended before its body was complete.'));
    };
    request.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
}

/** The body as text. 422 when it is not UTF-8. */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson('The body is not valid UTF-8.');
  }
}

/**
 * The body as a value. 422 when it is not JSON.
 * @param limitDepth true refuses nesting that code working on the value could not follow
 */
export function parseJson(text: string, limitDepth: boolean): unknown {
  if (limitDepth && depthOf(text) > MAX_DEPTH)
    throw notJson(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(`The body is not valid JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** How deep brackets nest, strings left aside; right for valid JSON, and for other text it does not matter. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = text.indexOf('"', at + 1);
      while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
      if (at < 0) break;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether an odd number of backslashes stands before `at`. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

function notJson(msg: string) {
  return invalid({ loc: ['body'], msg, type: 'value_error.jsondecode' });
}

function tooLarge(maxBytes: number) {
  return apiError(
    'payload_too_large',
    `The body is larger than ${maxBytes} bytes, the most this operation takes.`,
  );
}
