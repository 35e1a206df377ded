import { dirname } from 'node:path/posix';
import type { Request, Response } from 'express';
import type { PublishedPages } from '../../catalog/published-pages';
import { MISSING_PAGE, MISSING_TYPE_PAGE } from '../../contract/public-catalog';
import { applyHeaders } from './apply-headers';
import { catalogHeaders } from './page-headers';
import { createStaticFiles } from './static-files';
import { wantsPage } from './wants-page';

/** Sends a page of the public catalog. False: it is not published, or has no such page. */
export type SendCatalogPage = (request: Request, response: Response, path: string) => Promise<boolean>;

/** The page that says that there is none at this path, or null: its links would not fit there. */
export function missingPageOf(path: string): string | null {
  const [first, ...below] = path.split('/');
  if (below.length === 0) return MISSING_PAGE;
  return first === dirname(MISSING_TYPE_PAGE) && below.length === 1 ? MISSING_TYPE_PAGE : null;
}

/** @param folder where the files of the pages are */
export function createCatalogSender(catalog: Pick<PublishedPages, 'find'>, folder: string): SendCatalogPage {
  const serve = createStaticFiles(folder, { keptMs: null });
  return async (request, response, path) => {
    // Between finding a file and opening it, a new catalog may have replaced it: then it is found there.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const wait = wantsPage(request) ? 'short' : 'long';
      const file = (await catalog.find(path, wait)) ?? (await catalog.find(path.replace(/\/$/, ''), wait));
      if (file === null) return false;
      await applyHeaders(catalogHeaders, request, response);
      if (path === MISSING_PAGE || path === MISSING_TYPE_PAGE) {
        // Neither "not modified" nor a part of it.
        for (const header of ['if-none-match', 'if-modified-since', 'range']) delete request.headers[header];
        response.statusCode = 404;
      }
      // Names the content in any encoding; revalidated each time, so that a change shows.
      response.setHeader('etag', `W/"${file.etag}"`);
      response.setHeader('cache-control', 'no-cache');
      if (await serve(request, response, `/${file.name}`)) return true;
      response.removeHeader('etag');
    }
    return false;
  };
}
