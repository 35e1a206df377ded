import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';

/** Below this the headers weigh more than what is saved. */
export const COMPRESSED_MIN_BYTES = 1024;

/**
 * Made while somebody waits: quality 4 is about as fast as gzip and still smaller. Files of the build are compressed
 * once, at the best quality there is (`static-files`).
 *
 * On BREACH, which guesses a secret from the size of an answer that also repeats a text of the attacker: it needs a
 * browser that adds the credentials of its user to requests of a hostile page. There are no cookies here. Answers of
 * the API need a token in a header, which no other site can make a browser send, and pages repeat nothing of a request.
 */
const compress = compression({
  threshold: COMPRESSED_MIN_BYTES,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  // A strong ETag stands for these very bytes: such an answer goes out as it is.
  filter: (request, response) =>
    !String(response.getHeader('etag') ?? '').startsWith('"') && compression.filter(request, response),
});

/**
 * Compresses what is written to this response from now on, as its reader accepts it. To be called before the headers
 * are sent, and never for the live stream, whose events would be held back.
 */
export function compressAnswer(request: IncomingMessage, response: ServerResponse): void {
  // Express types the two; the middleware reads nothing of Express.
  compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], () => {});
}
