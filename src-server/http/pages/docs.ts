import type { Request, Response } from 'express';
import { applyHeaders } from './apply-headers';
import { docsHeaders } from './page-headers';
import { createStaticFiles } from './static-files';

/** Serves the documentation of the API. False: there is no such page, or none was built. */
type ServeDocs = (request: Request, response: Response) => Promise<boolean>;

/**
 * The pages are files written by the build: `/docs/endpoints` is `docs/endpoints.html`.
 * @param uiDir folder of the built pages
 */
export function createDocs(uiDir: string): ServeDocs {
  const serve = createStaticFiles(uiDir, { keptMs: null });
  return async (request, response) => {
    const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '');
    await applyHeaders(docsHeaders, request, response);
    response.setHeader('cache-control', 'no-cache'); // their names stay the same from build to build
    return serve(request, response, fileOf(path));
  };
}

/** Page names contain no period; files that their script reads do. */
function fileOf(path: string): string {
  if (path === '/docs') return '/docs/index.html';
  return path.includes('.') ? path : `${path}.html`;
}
