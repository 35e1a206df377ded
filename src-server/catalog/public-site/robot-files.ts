import { homeOf } from './home-of';
import { robotsText } from './robots-text';
import { sitemapXml } from './sitemap-xml';

/**
 * `robots.txt` and `sitemap.xml` next to the files of a catalog hosted elsewhere. Both contain full URLs, so a catalog
 * without a domain has neither.
 * @param paths of the catalog, below its URL
 * @param domain of the settings; null for none
 */
export function robotFiles(paths: Iterable<string>, domain: string | null): ReadonlyMap<string, string> {
  const base = homeOf(domain);
  if (base === null) return new Map();
  return new Map([
    ['robots.txt', robotsText({ allowed: ['/'], sitemap: `${base}sitemap.xml` })],
    ['sitemap.xml', sitemapXml(paths, base)],
  ]);
}
