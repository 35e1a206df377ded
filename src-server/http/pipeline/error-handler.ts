import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler } from 'express';
import { ApiError, apiError } from '../../base/errors';
import type { Log } from '../../base/log';
import { ownFault } from '../../delivery/connection/own-fault';
import { shortageSentence } from '../../delivery/connection/resource-shortage';
import { sendResponse } from './send-response';

/**
 * The one place where a failure becomes a response. Refusals are sent unchanged. A shortage of this machine ends by
 * itself: 503. Everything else is our fault: the caller gets a neutral body with an id, and the log gets the full details under the same id.
 */
export function createErrorHandler(log: Log): ErrorRequestHandler {
  return (cause: unknown, request, response, _next) => {
    const refusal: Refusal =
      cause instanceof ApiError ? cause : fault(cause, log, `${request.method} ${request.path}`);
    if (response.headersSent) {
      response.destroy(); // too late for a status; a truncated response at least does not look complete
      return;
    }
    if (refusal.retryAfterS !== null) response.setHeader('retry-after', refusal.retryAfterS);
    if (refusal.status === 401) response.setHeader('www-authenticate', 'Bearer');
    sendResponse(response, refusal.status, refusal.body);
  };
}

type Refusal = Pick<ApiError, 'status' | 'body' | 'retryAfterS'>;

function fault(cause: unknown, log: Log, operation: string): Refusal {
  const own = ownFault(cause);
  if (own) {
    log.error({ err: cause, operation }, 'a request was refused because this machine lacks something');
    return apiError('unavailable', `${shortageSentence(own.code)} Try again in a second.`, 1);
  }
  const id = randomUUID();
  log.error({ err: cause, id, operation }, 'request failed');
  return {
    status: 500,
    retryAfterS: null,
    body: {
      code: 'server_error',
      detail: `Something went wrong in the server. The log has details under ${id}.`,
    },
  };
}
