import type { Request, Response } from 'express';
import { homeOf } from '../../catalog/public-site/home-of';
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

/** Beside the files of the catalog, which may have a domain of its own where its pages are. */
const CATALOG_SITEMAP = '/catalog/sitemap.xml';

/** Answers `/robots.txt` and the sitemaps. False: it is another path, or there is no sitemap here. */
export type ServeRobots = (request: Request, response: Response, path: string) => Promise<boolean>;

/**
 * Crawlers see only the public catalog, and that in one place: on its domain if it has one, otherwise below /catalog/.
 * The files contain full URLs, with the host of the request unless the catalog has its own.
 */
export function createRobots({ catalog, domains }: RobotsParts): ServeRobots {
  /** The path of the first page on the requested host. Null: the catalog is not here. */
  const home = (request: Request): string | null => {
    if (domains.isKept(request)) return domains.isServed(request) ? '/' : null;
    return domains.served() === null ? '/catalog/' : null;
  };
  return async (request, response, path) => {
    const isSitemap = path === '/sitemap.xml' || path === CATALOG_SITEMAP;
    if (path !== '/robots.txt' && !isSitemap) return false;
    const isBeside = path === CATALOG_SITEMAP && !domains.isKept(request);
    const at = isBeside ? '/catalog/' : path === CATALOG_SITEMAP ? null : home(request);
    const pages = at === null ? null : ((await catalog?.paths()) ?? null);
    if (isSitemap && pages === null) return false;
    await applyHeaders(plainHeaders, request, response);
    const origin = originOf(request);
    if (isSitemap && pages !== null) {
      const base = (isBeside ? homeOf(domains.served()) : null) ?? origin + at;
      sendKept(request, response, 'application/xml', sitemapXml(pages, base));
      return true;
    }
    const allowed = at === '/' ? ['/'] : ['/catalog/', '/assets/'];
    const plan = pages === null ? null : { allowed, sitemap: `${origin}/sitemap.xml` };
    sendKept(request, response, 'text/plain', robotsText(plan));
    return true;
  };
}
