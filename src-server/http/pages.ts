import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { apiError } from '../base/errors';
import { messagePage } from './message-page';
import { adminHeaders, catalogHeaders, plainHeaders, portalHeaders } from './page-headers';
import type { PublicCatalogPages } from './public-catalog-pages';

export interface PageParts {
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  /** Null: this server was built without the public catalog. */
  readonly catalog: PublicCatalogPages | null;
  /** Makes the documentation of the API. Null: this server was built without it. */
  readonly docs: (() => Promise<string>) | null;
}

/** Built file names hold a hash of their content, so a browser may keep them for a year. */
const ASSETS_MAX_AGE_MS = 365 * 86_400_000;

/** Everything a browser is shown: admin pages, portal, public catalog, documentation, and the files they load. */
export function createPages({ uiDir, catalog, docs }: PageParts) {
  const assets = uiDir === null ? null : serveAssets(uiDir);
  return async (request: Request, response: Response): Promise<void> => {
    const path = pathOf(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // What is no page is not found, however it is asked for: clients call things that other servers have.
      if (!isPage(path)) throw apiError('not_found', 'There is nothing at this address.');
      response.setHeader('allow', 'GET, HEAD');
      throw apiError('method_not_allowed', `Pages are read with GET, not ${request.method}.`);
    }
    if (path === '/' || isBelow(path, '/admin'))
      return sendApp(uiDir, 'admin', adminHeaders, request, response);
    if (isBelow(path, '/portal')) return sendApp(uiDir, 'portal', portalHeaders, request, response);
    if (path === '/docs' || path === '/docs/') return sendDocs(docs, request, response);
    if (path === '/catalog') {
      // Links in the page are relative to the folder.
      response.redirect(308, '/catalog/');
      return;
    }
    if (path.startsWith('/catalog/')) return sendCatalog(catalog, path, request, response);
    if (assets && path.startsWith('/assets/') && (await assets(request, response))) return;
    return sendMissing(request, response);
  };
}

const isPage = (path: string): boolean =>
  path === '/' ||
  ['/admin', '/portal', '/docs', '/catalog', '/assets'].some((prefix) => isBelow(path, prefix));

/** Serves one file of the build; resolves to false when there is no such file. */
function serveAssets(uiDir: string): (request: Request, response: Response) => Promise<boolean> {
  const serve = express.static(uiDir, {
    immutable: true,
    maxAge: ASSETS_MAX_AGE_MS,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
  });
  return async (request, response) => {
    await apply(plainHeaders, request, response);
    return new Promise((resolve, reject) => {
      response.once('close', () => resolve(true));
      void serve(request, response, (cause?: unknown) => (cause ? reject(cause) : resolve(false)));
    });
  };
}

async function sendApp(
  uiDir: string | null,
  name: 'admin' | 'portal',
  headers: RequestHandler,
  request: Request,
  response: Response,
): Promise<void> {
  const file = uiDir === null ? null : join(uiDir, name, 'index.html');
  if (file === null || !existsSync(file)) {
    await apply(plainHeaders, request, response);
    const text = 'The server runs, but its pages were not built. Run "npm run build" and start it again.';
    sendHtml(response, 200, messagePage('Posthorn', text));
    return;
  }
  await apply(headers, request, response);
  sendHtml(response, 200, readFileSync(file, 'utf8'));
}

async function sendCatalog(
  catalog: PublicCatalogPages | null,
  path: string,
  request: Request,
  response: Response,
): Promise<void> {
  const html = catalog && (await catalog.find(decode(path.slice('/catalog/'.length))));
  if (html === null) return sendMissing(request, response);
  await apply(catalogHeaders, request, response);
  sendHtml(response, 200, html);
}

async function sendDocs(docs: PageParts['docs'], request: Request, response: Response): Promise<void> {
  if (docs === null) return sendMissing(request, response);
  const html = await docs();
  await apply(catalogHeaders, request, response);
  sendHtml(response, 200, html);
}

/** 404: a page for people, JSON for programs. */
async function sendMissing(request: Request, response: Response): Promise<void> {
  if (!request.headers.accept?.includes('text/html'))
    throw apiError('not_found', 'There is nothing at this address.');
  await apply(plainHeaders, request, response);
  sendHtml(response, 404, messagePage('Not found', 'There is nothing at this address.'));
}

function sendHtml(response: Response, status: number, html: string): void {
  const bytes = Buffer.from(html);
  response.statusCode = status;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-length', bytes.length);
  response.setHeader('cache-control', 'no-cache'); // asked for anew each time, so a change shows at once
  response.end(bytes);
}

function apply(headers: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void headers(request, response, (cause?: unknown) => (cause ? reject(cause) : resolve()));
  });
}

function pathOf(request: Request): string {
  const at = request.url.indexOf('?');
  return at < 0 ? request.url : request.url.slice(0, at);
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoding: no page has such a name
  }
}
