import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** What `createServer` makes requests and answers of. */
export interface HttpClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Classes for `createServer` whose requests and answers are created with the prototypes that Express gives them on
 * arrival; its own step changes nothing then. Else V8 makes hidden classes for each request anew, in Node 20 at more
 * than the cost of all that Express does, and leaves several kilobytes of them to the collector of old objects.
 * To be asked once for each application, after which `app.request` and `app.response` are these prototypes.
 */
export function expressClasses(app: Express): HttpClasses {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
