import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beginResponse } from './send-response';

interface Body {
  readonly status: number;
  /** Its media type. */
  readonly type?: string | undefined;
  readonly pieces: AsyncIterable<string>;
  /** Absent: no cache may keep it. */
  readonly cacheControl?: string;
}

/**
 * Writes a body as its pieces are generated, and requests the next one when there is room for it. A failure before
 * the first piece is thrown, for a response of its own. Later, the connection is cut, so that half a response does not
 * look like a complete one.
 */
export async function sendPieces(
  response: ServerResponse,
  { status, type = 'application/json', pieces, cacheControl }: Body,
): Promise<void> {
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  beginResponse(response, status);
  response.setHeader('content-type', type);
  if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl);
  const all = async function* () {
    if (!first.done) yield first.value;
    // A reader that is quick enough would have all of it in one turn of the event loop.
    for await (const piece of { [Symbol.asyncIterator]: () => source }) {
      await nextTurn();
      yield piece;
    }
  };
  try {
    await pipeline(Readable.from(all()), response);
  } catch (cause) {
    // The caller has gone away: there is nobody left to tell.
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw cause;
  }
}
