import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { compressResponse } from './compress-response';

/**
 * Responses with a text that its reader may cache but must revalidate each time, so that a change shows at once; a reader
 * that already has this text gets a 304 instead. The ETag is weak: it stands for the text in every encoding.
 */
export function sendKept(request: Request, response: Response, type: string, text: string): void {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  response.setHeader('etag', `W/"${digest}"`);
  response.setHeader('cache-control', 'no-cache');
  sendText(request, response, type, text);
}

/** The same for a text that differs each time: nobody caches it. */
export function sendUnkept(request: Request, response: Response, type: string, text: string): void {
  response.setHeader('cache-control', 'no-store');
  sendText(request, response, type, text);
}

function sendText(request: Request, response: Response, type: string, text: string): void {
  response.setHeader('x-content-type-options', 'nosniff');
  compressResponse(request, response);
  response.type(type).send(text); // handles HEAD and If-None-Match
}
