import type { Request, Response } from 'express';
import type { PublishedPages } from '../../catalog/published-pages';
import { applyHeaders } from './apply-headers';
import { catalogHeaders } from './page-headers';
import { createStaticFiles } from './static-files';
import { wantsPage } from './wants-page';

/** Sends a page of the public catalog. False: it is not published, or has no such page. */
export type SendCatalogPage = (request: Request, response: Response, path: string) => Promise<boolean>;

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
      // Names the content in any encoding; revalidated each time, so that a change shows.
      response.setHeader('etag', `W/"${file.etag}"`);
      response.setHeader('cache-control', 'no-cache');
      if (await serve(request, response, `/${file.name}`)) return true;
      response.removeHeader('etag');
    }
    return false;
  };
}
