import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';

/** Below this, the headers weigh more than the savings. */
export const COMPRESSED_MIN_BYTES = 1024;

/**
 * Compressed while somebody waits: quality 4 is about as fast as gzip and still smaller. Built files are compressed
 * once, at the best quality (`static-files`).
 *
 * On BREACH, which guesses a secret from the size of a response that also echoes the attacker's text: it needs a browser
 * that adds its user's credentials to requests of a hostile page. There are no cookies here. The API requires a token
 * in a header, which no other site can make a browser send, and pages echo nothing from a request.
 */
const compress = compression({
  threshold: COMPRESSED_MIN_BYTES,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  // A strong ETag stands for these exact bytes: such a response is sent unchanged.
  filter: (request, response) =>
    !String(response.getHeader('etag') ?? '').startsWith('"') && compression.filter(request, response),
});

/**
 * Compresses everything written to this response from now on, if its reader accepts that. Call it before the headers
 * are sent, and never for the live stream, whose events it would hold back.
 */
export function compressResponse(request: IncomingMessage, response: ServerResponse): void {
  // Express types the two; the middleware uses nothing of Express.
  compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], () => {});
}
