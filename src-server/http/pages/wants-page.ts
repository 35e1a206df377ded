import type { Request } from 'express';

/** Whether a person reads the answer, in a browser, and not a program. */
export function wantsPage(request: Request): boolean {
  return request.headers.accept?.includes('text/html') === true;
}
