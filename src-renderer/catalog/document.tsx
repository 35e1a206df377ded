import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND_STYLES, type CatalogAssets } from '../../src-server/contract/public-catalog';
import shell from '../shared/static-page/static-page.module.css';
import styles from './public-catalog.module.css';

/** The target of the "skip" link. No event type has this name: names contain no "~". */
export const CONTENT_ID = '~content';

interface DocumentProps {
  readonly title: string;
  readonly description: string;
  /** Path from the page to the folder of the first page: "" or "../". */
  readonly toRoot: string;
  readonly assets: CatalogAssets;
  /** True: the page has its own color, and `brand.css` is next to the first page. */
  readonly branded: boolean;
  /** True: the page says that it is a draft. */
  readonly draft: boolean;
  readonly children: ReactNode;
}

/** A complete HTML document. It contains no script and no inline style, whatever the catalog contains. */
export function renderDocument({
  title,
  description,
  toRoot,
  assets,
  branded,
  draft,
  children,
}: DocumentProps): string {
  const address = (file: string) => (/^([a-z][a-z0-9+.-]*:|\/)/i.test(file) ? file : toRoot + file);
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href="data:," />
        {assets.styles.map((file) => (
          <link key={file} rel="stylesheet" href={address(file)} />
        ))}
        {branded && <link rel="stylesheet" href={address(BRAND_STYLES)} />}
      </head>
      <body className={styles.page}>
        <a className={shell.skip} href={`#${CONTENT_ID}`}>
          Skip to the content
        </a>
        {draft && <p className={styles.draft}>Draft: these settings are not saved or public.</p>}
        {children}
      </body>
    </html>,
  );
  return `<!doctype html>\n${page}\n`;
}
