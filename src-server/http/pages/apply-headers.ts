import type { Request, RequestHandler, Response } from 'express';

/** Lets a middleware that only sets headers do so. */
export function applyHeaders(headers: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void headers(request, response, (cause?: unknown) => (cause ? reject(cause) : resolve()));
  });
}
