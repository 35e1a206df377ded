import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { apiError } from '../base/errors';
import type { CatalogDomains } from './catalog-domain';
import { messagePage } from './message-page';
import { adminHeaders, catalogHeaders, type PortalPolicy, plainHeaders, portalHeaders } from './page-headers';
import type { SendCatalogPage } from './send-catalog-page';

export interface PageParts {
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  /** Null: this server was built without the public catalog. */
  readonly catalog: SendCatalogPage | null;
  /** What the portal's policy follows, as it is now. */
  readonly portalPolicy: () => PortalPolicy;
  /** Makes the documentation of the API. Null: this server was built without it. */
  readonly docs: (() => Promise<string>) | null;
  /** Host names that are kept for the public catalog. */
  readonly domains: CatalogDomains;
  /** The files below /assets/ that the public catalog loads, as paths that begin with a slash. */
  readonly catalogFiles: ReadonlySet<string>;
}

/** Built file names hold a hash of their content, so a browser may keep them for a year. */
const ASSETS_MAX_AGE_MS = 365 * 86_400_000;

/** Everything a browser is shown: admin pages, portal, public catalog, documentation, and the files they load. */
export function createPages({ uiDir, catalog, docs, portalPolicy, domains, catalogFiles }: PageParts) {
  const assets = uiDir === null ? null : serveAssets(uiDir);
  return async (request: Request, response: Response): Promise<void> => {
    const path = pathOf(request);
    if (domains.isKept(request)) {
      if (!domains.isServed(request)) return sendMissing(request, response);
      refuseOther(request, response);
      // Nothing of the API or the other pages is there: the catalog's own files, and pages at the root.
      if (assets && catalogFiles.has(path) && (await assets(request, response))) return;
      return sendCatalog(catalog, path.startsWith('/') ? path.slice(1) : null, request, response);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // What is no page is not found, however it is asked for: clients call things that other servers have.
      if (!isPage(path)) throw apiError('not_found', 'There is nothing at this address.');
    }
    refuseOther(request, response);
    if (path === '/' || isBelow(path, '/admin')) return sendAdmin(uiDir, request, response);
    if (isBelow(path, '/portal'))
      return sendApp(uiDir, 'portal', portalHeaders(portalPolicy()), request, response);
    if (path === '/docs' || path === '/docs/') return sendDocs(docs, request, response);
    if (path === '/catalog') {
      // Links in the page are relative to the folder.
      response.redirect(308, '/catalog/');
      return;
    }
    if (path.startsWith('/catalog/'))
      return sendCatalog(catalog, path.slice('/catalog/'.length), request, response);
    if (assets && path.startsWith('/assets/') && (await assets(request, response))) return;
    return sendMissing(request, response);
  };
}

/** Pages are read. */
function refuseOther(request: Request, response: Response): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  response.setHeader('allow', 'GET, HEAD');
  throw apiError('method_not_allowed', `Pages are read with GET, not ${request.method}.`);
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
    allowOpaqueFrames(response);
    return new Promise((resolve, reject) => {
      response.once('close', () => resolve(true));
      void serve(request, response, (cause?: unknown) => (cause ? reject(cause) : resolve(false)));
    });
  };
}

/**
 * A frame of the preview is sandboxed and has no origin of its own, so that it reaches nothing of the page around it;
 * to a browser it then loads these files from elsewhere. They are the same for everybody and hold nothing secret.
 */
function allowOpaqueFrames(response: Response): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
}

/** The scripts of the admin pages are told the nonce by the page, as those that load parts of it look for it. */
async function sendAdmin(uiDir: string | null, request: Request, response: Response): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const withNonce = (html: string) =>
    html.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}" />`);
  return sendApp(uiDir, 'admin', adminHeaders(nonce), request, response, withNonce);
}

async function sendApp(
  uiDir: string | null,
  name: 'admin' | 'portal',
  headers: RequestHandler,
  request: Request,
  response: Response,
  change: (html: string) => string = (html) => html,
): Promise<void> {
  const file = uiDir === null ? null : join(uiDir, name, 'index.html');
  if (file === null || !existsSync(file)) {
    await apply(plainHeaders, request, response);
    const text = 'The server runs, but its pages were not built. Run "npm run build" and start it again.';
    sendHtml(response, 200, messagePage('Posthorn', text));
    return;
  }
  await apply(headers, request, response);
  sendHtml(response, 200, change(readFileSync(file, 'utf8')));
}

async function sendCatalog(
  catalog: SendCatalogPage | null,
  path: string | null,
  request: Request,
  response: Response,
): Promise<void> {
  if (catalog && path !== null && (await catalog(request, response, decode(path)))) return;
  return sendMissing(request, response);
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
  sendText(response, status, 'text/html', html);
}

function sendText(response: Response, status: number, type: string, text: string): void {
  const bytes = Buffer.from(text);
  response.statusCode = status;
  response.setHeader('content-type', `${type}; charset=utf-8`);
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
