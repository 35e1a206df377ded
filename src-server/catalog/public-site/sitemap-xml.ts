import { CHANGES_PAGE, FIRST_PAGE, MISSING_TYPE_PAGE } from '../../contract/public-catalog';

/** The most that a sitemap may contain. */
const ADDRESSES_MAX = 50_000;

/**
 * The file `sitemap.xml`: the URLs of the pages of the public catalog, so that crawlers find them.
 * @param paths of everything in the catalog, below its URL; anything but pages is left out
 * @param base the URL of its first page, with a trailing slash
 */
export function sitemapXml(paths: Iterable<string>, base: string): string {
  const pages = [...paths].filter(
    (path) =>
      path === FIRST_PAGE ||
      path === CHANGES_PAGE ||
      (path.startsWith('types/') && path !== MISSING_TYPE_PAGE),
  );
  const entries = pages
    .slice(0, ADDRESSES_MAX)
    .map(
      (path) => `  <url><loc>${escapeXml(base + (path === FIRST_PAGE ? '' : encodeURI(path)))}</loc></url>\n`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');
}
