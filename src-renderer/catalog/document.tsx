import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND_STYLES, type CatalogAssets, CHANGES_FEED } from '../../src-server/contract/public-catalog';
import shell from '../shared/static-page/static-page.module.css';
import { classNames } from '../ui/class-names';
import { ICON_FILE } from './icon-svg';
import type { PageFacts } from './page-facts';
import styles from './public-catalog.module.css';

/** The target of the "skip" link. No event type has this name: names contain no "~". */
export const CONTENT_ID = '~content';

interface DocumentProps {
  readonly facts: PageFacts;
  /** Path from the page to the folder of the first page: "" or "../". */
  readonly toRoot: string;
  readonly assets: CatalogAssets;
  /** True: the page has its own color, and `brand.css` is next to the first page. */
  readonly branded: boolean;
  /** True: the page says that it is a draft. */
  readonly draft: boolean;
  readonly children: ReactNode;
}

/**
 * A complete HTML document. Whatever the catalog contains, it has no inline style, and no script but the one of the
 * build; what it says in JSON-LD is data, which browsers do not run.
 */
export function renderDocument({ facts, toRoot, assets, branded, draft, children }: DocumentProps): string {
  const address = (file: string) => (/^([a-z][a-z0-9+.-]*:|\/)/i.test(file) ? file : toRoot + file);
  const { title, description, siteName, canonical, structured } = facts;
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:site_name" content={siteName} />
        <meta property="og:type" content="website" />
        <meta name="twitter:card" content="summary" />
        {canonical !== null && <link rel="canonical" href={canonical} />}
        {canonical !== null && <meta property="og:url" content={canonical} />}
        <link rel="icon" type="image/svg+xml" href={address(ICON_FILE)} />
        {assets.fonts.map((file) => (
          <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="" href={address(file)} />
        ))}
        {assets.styles.map((file) => (
          <link key={file} rel="stylesheet" href={address(file)} />
        ))}
        <link rel="alternate" type="application/atom+xml" title="Changes" href={address(CHANGES_FEED)} />
        {branded && <link rel="stylesheet" href={address(BRAND_STYLES)} />}
        {assets.script !== null && <script defer src={address(assets.script)} />}
        {structured === null ? (
          <meta name="robots" content="noindex" />
        ) : (
          <script type="application/ld+json">{jsonForHtml(structured)}</script>
        )}
      </head>
      <body className={classNames(shell.page, styles.page)}>
        <a className={shell.skip} href={`#${CONTENT_ID}`}>
          Skip to the content
        </a>
        {draft && <p className={styles.draft}>Draft: these settings are not saved or public.</p>}
        {children}
      </body>
    </html>,
  );
  return `<!doctype html>\n${compact(page)}\n`;
}

/**
 * Without what HTML can do without: the escape of a quote between two tags, which would be a fifth of an example; the
 * quotes around the address of a field; and the end of an item that another, or the end of the list, follows.
 */
function compact(html: string): string {
  return html
    .replace(/>[^<&]*&[^<]*/g, (text) => text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"))
    .replace(/ (id|href)="(#?[\w.~-]*:[\w.:~-]*)">/g, ' $1=$2>')
    .replace(/<\/li>(?=<li|<\/ul>)/g, '');
}

/** No text in it can end the element, look like another, or like an escape. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
