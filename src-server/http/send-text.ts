import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { compressAnswer } from './compress-answer';

/**
 * Answers with a text that its reader may keep. It is asked for anew each time, so that a change shows at once; a reader that
 * has this very text is told so (304) instead of being sent it again. The ETag is weak: it stands for the text in
 * every encoding.
 */
export function sendKept(request: Request, response: Response, type: string, text: string): void {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  response.setHeader('etag', `W/"${digest}"`);
  response.setHeader('cache-control', 'no-cache');
  sendText(request, response, type, text);
}

/** The same for a text that is another one each time: nobody keeps it. */
export function sendUnkept(request: Request, response: Response, type: string, text: string): void {
  response.setHeader('cache-control', 'no-store');
  sendText(request, response, type, text);
}

function sendText(request: Request, response: Response, type: string, text: string): void {
  response.setHeader('x-content-type-options', 'nosniff');
  compressAnswer(request, response);
  response.type(type).send(text); // knows HEAD and If-None-Match
}
