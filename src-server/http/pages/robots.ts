import type { Request, Response } from 'express';
import { robotsText } from '../../catalog/public-site/robots-text';
import { sitemapXml } from '../../catalog/public-site/sitemap-xml';
import type { PublishedPages } from '../../catalog/published-pages';
import { originOf } from '../pipeline/request-origin';
import { sendKept } from '../pipeline/send-text';
import { applyHeaders } from './apply-headers';
import type { CatalogDomains } from './catalog-domain';
import { plainHeaders } from './page-headers';

interface RobotsParts {
  /** Null: this server was built without the public catalog. */
  readonly catalog: Pick<PublishedPages, 'paths'> | null;
  readonly domains: CatalogDomains;
}

/** Answers `/robots.txt` and `/sitemap.xml`. False: it is another path, or there is no sitemap here. */
export type ServeRobots = (request: Request, response: Response, path: string) => Promise<boolean>;

/**
 * Crawlers see only the public catalog, and that in one place: on its domain if it has one, otherwise below /catalog/.
 * Both files contain full URLs, with the host of the request.
 */
export function createRobots({ catalog, domains }: RobotsParts): ServeRobots {
  /** The path of the first page on the requested host. Null: the catalog is not here. */
  const home = (request: Request): string | null => {
    if (domains.isKept(request)) return domains.isServed(request) ? '/' : null;
    return domains.served() === null ? '/catalog/' : null;
  };
  return async (request, response, path) => {
    if (path !== '/robots.txt' && path !== '/sitemap.xml') return false;
    const at = home(request);
    const pages = at === null ? null : ((await catalog?.paths()) ?? null);
    const isSitemap = path === '/sitemap.xml';
    if (isSitemap && pages === null) return false;
    await applyHeaders(plainHeaders, request, response);
    const origin = originOf(request);
    if (isSitemap && pages !== null) {
      sendKept(request, response, 'application/xml', sitemapXml(pages, origin + at));
      return true;
    }
    const allowed = at === '/' ? ['/'] : ['/catalog/', '/assets/'];
    const plan = pages === null ? null : { allowed, sitemap: `${origin}/sitemap.xml` };
    sendKept(request, response, 'text/plain', robotsText(plan));
    return true;
  };
}
