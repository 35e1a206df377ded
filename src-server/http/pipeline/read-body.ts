import type { IncomingMessage } from 'node:http';
import { apiError } from '../../base/errors';
import { LIMITS } from '../../contract/limits';
import type { HeldRoom } from './body-room';
import { CollectedBody } from './collected-body';

/** The limit for requests of any kind; a row's own limit is lower. */
export const ANY_BODY_MAX_BYTES = LIMITS.anyBody.max;

/** The limit of a body when the row sets none: the schemas of an event type are the largest thing there is. */
export const BODY_MAX_BYTES = LIMITS.otherBody.max;

/** The same for a row that needs no token. */
export const ANONYMOUS_BODY_MAX_BYTES = LIMITS.anonymousBody.max;

/** 413 for a body that announces a size above `maxBytes`. */
export function refuseTooLarge(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/**
 * The whole body. Anything beyond `maxBytes`, or beyond the room there is, is read and dropped, not kept: a client that
 * only listens once it has sent everything still gets its response, and the server's own request timeout ends an endless
 * one.
 * @param room what the body takes of it is still taken afterwards
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  room: Pick<HeldRoom, 'grow'>,
): Promise<Buffer> {
  refuseTooLarge(request, maxBytes);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw apiError('unsupported_media_type', `Send the body without content-encoding ${encoding}.`);
  }
  const announced = Number(request.headers['content-length'] ?? 0);
  room.grow(announced);
  return new Promise((resolve, reject) => {
    const body = new CollectedBody(announced);
    const stop = () => {
      request.off('data', take).off('end', finish).off('error', fail).off('close', fail);
      request.on('error', () => undefined); // the response, if any, is already decided
    };
    const refuse = (cause: unknown) => {
      stop();
      request.resume();
      reject(cause);
    };
    const take = (chunk: Buffer) => {
      const size = body.size + chunk.length;
      if (size > maxBytes) return refuse(tooLarge(maxBytes));
      try {
        room.grow(size);
      } catch (cause) {
        return refuse(cause);
      }
      body.add(chunk);
    };
    const finish = () => {
      stop();
      resolve(body.bytes());
    };
    const fail = () => {
      stop();
      reject(apiError('generic_error', 'The request ended before its body was complete.'));
    };
    request.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
}

function tooLarge(maxBytes: number) {
  return apiError(
    'payload_too_large',
    `The body is larger than ${maxBytes} bytes, the most this operation takes.`,
  );
}
