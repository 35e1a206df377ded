import { renderToStaticMarkup } from 'react-dom/server';
import type { RenderDocs } from '../../src-server/contract/api-description';
import styles from './docs.module.css';
import { CONTENT_ID, DocsPage } from './docs-page';

/** The documentation of the API as one complete HTML document, without script or inline style. */
export const renderDocs: RenderDocs = (api, assets) => {
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{api.info.title}</title>
        <meta
          name="description"
          content="Every operation of the API, with its fields, errors and examples."
        />
        <link rel="icon" href="data:," />
        {assets.styles.map((file) => (
          <link key={file} rel="stylesheet" href={file} />
        ))}
      </head>
      <body className={styles.page}>
        <a className={styles.skip} href={`#${CONTENT_ID}`}>
          Skip to the content
        </a>
        <DocsPage api={api} />
      </body>
    </html>,
  );
  return `<!doctype html>\n${page}\n`;
};
