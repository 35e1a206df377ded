import { FIRST_PAGE } from '../contract/public-catalog';

/** More a sitemap may not have. */
const ADDRESSES_MAX = 50_000;

/**
 * The file `sitemap.xml`: the addresses of the pages of the public catalog, so that they are found.
 * @param paths of everything that the catalog consists of, below its address; what is no page is left out
 * @param base the address of its first page, with a slash at the end
 */
export function sitemapXml(paths: Iterable<string>, base: string): string {
  const pages = [...paths].filter((path) => path === FIRST_PAGE || path.startsWith('types/'));
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
