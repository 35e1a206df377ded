import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** The classes from which `createServer` creates requests and answers. */
interface HttpClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Classes for `createServer` whose requests and answers are created with the prototypes that Express sets on arrival;
 * that step then changes nothing. Otherwise V8 creates new hidden classes for each request, in Node 20 at more than the
 * cost of all that Express does, and leaves several kilobytes of them to the old-generation garbage collector. Call
 * this once per application; `app.request` and `app.response` are these prototypes afterwards.
 */
export function expressClasses(app: Express): HttpClasses {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
