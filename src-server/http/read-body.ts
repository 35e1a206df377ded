import type { IncomingMessage } from 'node:http';
import { apiError } from '../base/errors';
import { LIMITS } from '../contract/limits';

/** The limit for requests of any kind; a row's own limit is lower. */
export const ANY_BODY_MAX_BYTES = LIMITS.anyBody.max;

/** The limit of a body when the row sets none: the schemas of an event type are the largest thing there is. */
export const BODY_MAX_BYTES = LIMITS.otherBody.max;

/** From this size on, a body may be passed to a worker by sharing its memory. */
const SHARED_MIN_BYTES = 1024 * 1024;

/** 413 for a body that announces a size above `maxBytes`. */
export function refuseTooLarge(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/**
 * The whole body. Anything beyond `maxBytes` is read and dropped, not kept: a client that only listens once it has sent
 * everything still gets its 413, and the server's own request timeout ends an endless one.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  refuseTooLarge(request, maxBytes);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw apiError('unsupported_media_type', `Send the body without content-encoding ${encoding}.`);
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
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : joined(chunks, size));
    };
    const fail = () => {
      stop();
      reject(apiError('generic_error', 'The request ended before its body was complete.'));
    };
    request.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
}

/** A large body in memory that threads share: passing it costs nothing, where a copy would block the event loop. */
function joined(chunks: readonly Buffer[], size: number): Buffer {
  if (size < SHARED_MIN_BYTES) return Buffer.concat(chunks, size);
  const bytes = Buffer.from(new SharedArrayBuffer(size));
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(bytes, at);
  return bytes;
}

function tooLarge(maxBytes: number) {
  return apiError(
    'payload_too_large',
    `The body is larger than ${maxBytes} bytes, the most this operation takes.`,
  );
}
