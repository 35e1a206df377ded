import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { ApiError, apiError } from '../../base/errors';
import { sendKept, sendUnkept } from '../pipeline/send-text';
import { applyHeaders } from './apply-headers';
import type { CatalogDomains } from './catalog-domain';
import { createDocs } from './docs';
import { messagePage } from './message-page';
import {
  adminHeaders,
  type PortalPolicy,
  plainHeaders,
  portalHeaders,
  refusedFrameHeaders,
  shareHeaders,
} from './page-headers';
import { refusedFrame } from './refused-frame';
import type { ServeRobots } from './robots';
import type { SendCatalogFile } from './send-catalog-file';
import { missingPageOf, type SendCatalogPage } from './send-catalog-page';
import { createLookFileSender, type LookFileSources } from './send-look-file';
import { createAssets } from './static-assets';
import { wantsPage } from './wants-page';

interface PageParts extends LookFileSources {
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  /** Null: this server was built without the public catalog. */
  readonly catalog: SendCatalogPage | null;
  /** What programs read of it. */
  readonly catalogFile: SendCatalogFile;
  readonly robots: ServeRobots;
  /** The settings that the portal's policy follows now. */
  readonly portalPolicy: () => PortalPolicy;
  /** Host names reserved for the public catalog. */
  readonly domains: CatalogDomains;
  /** The files below /assets/ that the public catalog loads, as paths with a leading slash. */
  readonly catalogFiles: ReadonlySet<string>;
}

/** Everything that a browser sees: admin pages, portal, shared previews, public catalog, documentation, and the files they load. */
export function createPages(parts: PageParts) {
  const { uiDir, catalog, catalogFile, robots, domains, catalogFiles } = parts;
  const assets = uiDir === null ? null : createAssets(uiDir);
  const docs = uiDir === null ? null : createDocs(uiDir);
  const lookFile = createLookFileSender(parts);
  return async (request: Request, response: Response): Promise<void> => {
    const path = pathOf(request);
    if (isRead(request) && (await robots(request, response, path))) return;
    if (domains.isKept(request)) {
      if (!domains.isServed(request)) return sendMissing(request, response);
      refuseOther(request, response);
      // There is nothing of the API or the other pages: only the catalog's own files, and pages at the root.
      if (assets && catalogFiles.has(path) && (await assets(request, response))) return;
      const file = path.startsWith('/') ? path.slice(1) : null;
      if (file !== null && (await catalogFile(request, response, { home: '/', file }))) return;
      return sendCatalog(catalog, file, request, response);
    }
    if (!isRead(request)) {
      // A path that is not a page is not found, whatever the method: clients call paths that other servers have.
      if (!isPage(path)) throw apiError('not_found', 'There is nothing at this URL.');
    }
    refuseOther(request, response);
    if (path === '/' || isBelow(path, '/admin')) return sendAdmin(uiDir, request, response);
    if (isBelow(path, '/portal')) return sendPortal(parts, request, response);
    if (isBelow(path, '/share')) return sendShare(uiDir, request, response);
    if (docs && isBelow(path, '/docs') && (await docs(request, response))) return;
    if (path === '/catalog') {
      // Links in the page are relative to the folder.
      response.redirect(308, '/catalog/');
      return;
    }
    if (path.startsWith('/catalog/')) {
      const file = path.slice('/catalog/'.length);
      if (await catalogFile(request, response, { home: '/catalog/', file })) return;
      return sendCatalog(catalog, file, request, response);
    }
    if (assets && path.startsWith('/assets/') && (await assets(request, response))) return;
    if (await lookFile(request, response, path)) return;
    return sendMissing(request, response);
  };
}

/** Pages are read-only. */
function refuseOther(request: Request, response: Response): void {
  if (isRead(request)) return;
  response.setHeader('allow', 'GET, HEAD');
  throw apiError('method_not_allowed', `Read pages with GET, not ${request.method}.`);
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const isPage = (path: string): boolean =>
  ['/', '/robots.txt', '/sitemap.xml'].includes(path) ||
  ['/admin', '/portal', '/share', '/docs', '/catalog', '/assets', '/look'].some((prefix) =>
    isBelow(path, prefix),
  );

/**
 * The page tells the scripts of the admin pages the nonce, in the form in which scripts that load more of the page look
 * for it. It differs each time, so a copy of the page is of no use to anybody.
 */
async function sendAdmin(uiDir: string | null, request: Request, response: Response): Promise<void> {
  const html = readApp(uiDir, 'admin');
  if (html === null) return sendUnbuilt(request, response);
  const nonce = randomBytes(16).toString('base64');
  await applyHeaders(adminHeaders(nonce), request, response);
  const meta = `<head><meta property="csp-nonce" nonce="${nonce}" />`;
  sendUnkept(request, response, 'html', html.replace('<head>', meta));
}

/** What a browser would only say in its console. */
const frameRefusedText = (origin: string): string =>
  `To show it here, its sender adds ${origin} in the settings: Portal branding, Pages that may show the portal in a frame (portalFrameAncestors in the API).`;

async function sendPortal(parts: PageParts, request: Request, response: Response): Promise<void> {
  const html = readApp(parts.uiDir, 'portal');
  if (html === null) return sendUnbuilt(request, response);
  const policy = parts.portalPolicy();
  const refused = refusedFrame(request.headers, policy.portalFrameAncestors);
  if (refused !== null) {
    await applyHeaders(refusedFrameHeaders, request, response);
    response.statusCode = 403;
    return sendUnkept(
      request,
      response,
      'html',
      messagePage('This page may not show the portal', frameRefusedText(refused)),
    );
  }
  await applyHeaders(portalHeaders(policy), request, response);
  sendKept(request, response, 'html', html);
}

async function sendShare(uiDir: string | null, request: Request, response: Response): Promise<void> {
  const html = readApp(uiDir, 'share');
  if (html === null) return sendUnbuilt(request, response);
  await applyHeaders(shareHeaders, request, response);
  sendKept(request, response, 'html', html);
}

/** Read each time: a build may have replaced it. Null: it was not built. */
function readApp(uiDir: string | null, name: 'admin' | 'portal' | 'share'): string | null {
  const file = uiDir === null ? null : join(uiDir, name, 'index.html');
  return file === null || !existsSync(file) ? null : readFileSync(file, 'utf8');
}

async function sendUnbuilt(request: Request, response: Response): Promise<void> {
  await applyHeaders(plainHeaders, request, response);
  const text = 'The server runs, but its pages were not built. Run "npm run build" and restart the server.';
  sendUnkept(request, response, 'html', messagePage('Posthorn', text));
}

async function sendCatalog(
  catalog: SendCatalogPage | null,
  path: string | null,
  request: Request,
  response: Response,
): Promise<void> {
  try {
    if (catalog && path !== null) {
      if (await catalog(request, response, decode(path))) return;
      const missing = wantsPage(request) ? missingPageOf(path) : null;
      if (missing !== null && (await catalog(request, response, missing))) return;
    }
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.retryAfterS === null || !wantsPage(request)) throw cause;
    await applyHeaders(plainHeaders, request, response);
    response.statusCode = cause.status;
    response.setHeader('retry-after', String(cause.retryAfterS));
    const text = 'We are preparing this page. It reloads by itself.';
    return sendUnkept(request, response, 'html', messagePage('One moment', text, cause.retryAfterS));
  }
  return sendMissing(request, response);
}

/** 404: a page for people, JSON for programs. */
async function sendMissing(request: Request, response: Response): Promise<void> {
  if (!wantsPage(request)) throw apiError('not_found', 'There is nothing at this URL.');
  await applyHeaders(plainHeaders, request, response);
  response.statusCode = 404;
  sendUnkept(request, response, 'html', messagePage('Not found', 'There is nothing at this URL.'));
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
    return text; // invalid percent-encoding: no page has such a name
  }
}
