import { robotsText } from './robots-text';
import { sitemapXml } from './sitemap-xml';

/**
 * `robots.txt` and `sitemap.xml` beside the files of a catalog that is put somewhere else. Both name whole addresses, so
 * there are none for a catalog that has no domain.
 * @param paths of the catalog, below its address
 * @param domain of the settings; null for none
 */
export function robotFiles(paths: Iterable<string>, domain: string | null): ReadonlyMap<string, string> {
  if (domain === null) return new Map();
  const base = `https://${domain.toLowerCase()}/`;
  return new Map([
    ['robots.txt', robotsText({ allowed: ['/'], sitemap: `${base}sitemap.xml` })],
    ['sitemap.xml', sitemapXml(paths, base)],
  ]);
}
