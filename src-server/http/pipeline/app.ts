/**
 * One HTTP application: the API below `/api/v1`, and the few things that need the request itself (pages, forwarding,
 * the built-in receiver, the live stream).
 *
 * On hostile web pages: callers present a bearer token in a header, or are pages of ours in a browser that is logged in
 * (`authenticate`). The cookie of those counts in no request that a page of another origin can make a browser send. A page
 * that points its own name at our address (DNS rebinding) does not get it: a cookie is bound to the host that set it, and
 * so is the session. All others are anonymous. That is why any origin may read answers (CORS below; for requests with
 * cookies, browsers do not accept it) and why the Host header needs no list of allowed names.
 */
import express, { type Express, type Request, type Response } from 'express';
import { apiError } from '../../base/errors';
import type { Log } from '../../base/log';
import { createDispatch, type DispatchParts } from './dispatch';
import { createErrorHandler } from './error-handler';
import { ANY_BODY_MAX_BYTES, refuseTooLarge } from './read-body';

const API_PREFIX = '/api/v1';

/** Handles everything below a path by itself. It sees the original request, with `url` unchanged. */
export interface Mount {
  /** Where it begins, without a trailing slash: `/receiver`. */
  readonly path: string;
  /** True: it answers this path alone, and nothing below it. */
  readonly isOnePath?: boolean;
  /** Errors it throws become answers like any error of the API. */
  handle(request: Request, response: Response): Promise<void> | void;
}

interface AppParts extends DispatchParts {
  /** Tried in order, before the API and the pages. */
  readonly mounts: readonly Mount[];
  /** Answers what nothing else does. */
  readonly pages: Mount['handle'];
  /** True: this request may see only pages, whatever its path. Absent: no request is restricted. */
  readonly pagesOnly?: (request: Request) => boolean;
  readonly log: Log;
}

export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  const dispatch = createDispatch(parts);
  app.use(async (request, response) => {
    // Before anything else, so that it applies on every route, known or not, for every caller.
    refuseTooLarge(request, ANY_BODY_MAX_BYTES);
    if (parts.pagesOnly?.(request)) return parts.pages(request, response);
    // Clients of the 1.x line send this when configured with a trailing slash.
    if (request.url.startsWith('//api/')) request.url = request.url.slice(1);
    const path = pathOf(request.url);
    const mount = parts.mounts.find(({ path: own, isOnePath }) =>
      isOnePath ? path === own || path === `${own}/` : isBelow(path, own),
    );
    if (mount) return mount.handle(request, response);
    if (path === '/health' || path === '/health/') return api(dispatch, request, response, '/health');
    if (isBelow(path, '/api')) return api(dispatch, request, response, belowApi(path));
    return parts.pages(request, response);
  });
  app.use(createErrorHandler(parts.log));
  return app;
}

/** Null: the path is not in the API. */
function belowApi(path: string): string | null {
  return isBelow(path, API_PREFIX) ? path.slice(API_PREFIX.length) : null;
}

async function api(
  dispatch: ReturnType<typeof createDispatch>,
  request: Request,
  response: Response,
  path: string | null,
) {
  allowAnyOrigin(request, response);
  if (request.method === 'OPTIONS') {
    response.statusCode = 204;
    response.end();
    return;
  }
  if (path === null)
    throw apiError('not_found', `There is no ${pathOf(request.url)} here. The API starts at ${API_PREFIX}/.`);
  await dispatch(request, response, path);
}

/** The portal may be embedded in a page of another site; see above why this gives nothing away. */
function allowAnyOrigin(request: Request, response: Response): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'etag, retry-after');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  const headers = request.headers['access-control-request-headers'];
  if (headers) response.setHeader('access-control-allow-headers', headers);
  response.setHeader('access-control-max-age', 600);
}

function pathOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
