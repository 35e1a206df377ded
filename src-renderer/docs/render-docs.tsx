import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ApiDescription, DocsAssets, RenderDocs } from '../../src-server/contract/api-description';
import shell from '../shared/static-page/static-page.module.css';
import { DOCS_SEARCH_FILE, groupPath, schemaPath } from './docs-address';
import { DocsFrame, SCHEMAS_PATH } from './docs-frame';
import { GroupPage } from './group-page';
import { GuidePage } from './guide-page';
import { type Guide, guidesWith } from './guides';
import { OverviewPage } from './overview-page';
import { SchemaPage } from './schema-page';
import { SchemasPage } from './schemas-page';
import { searchEntries } from './search-entries';

/** The documentation: pages without inline script or style, complete even without the search script. */
export const renderDocs: RenderDocs = function* renderDocs(api, tables, assets) {
  const guides = guidesWith(tables);
  const page = (path: string, title: string, content: ReactNode) =>
    [path, renderPage({ api, guides, assets, path, title, content })] as const;
  yield page('', api.info.title, <OverviewPage api={api} guides={guides} />);
  for (const guide of guides)
    yield page(guide.path, `${guide.title} · Posthorn`, <GuidePage guide={guide} />);
  for (const tag of api.tags)
    yield page(groupPath(tag.name), `${tag.name} · ${api.info.title}`, <GroupPage api={api} tag={tag} />);
  yield page(SCHEMAS_PATH, `Schemas · ${api.info.title}`, <SchemasPage api={api} />);
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    const content = <SchemaPage api={api} name={name} schema={schema} />;
    yield page(schemaPath(name), `${name} · ${api.info.title}`, content);
  }
  yield [DOCS_SEARCH_FILE, JSON.stringify(searchEntries(api, guides))];
};

interface PageProps {
  readonly api: ApiDescription;
  readonly guides: readonly Guide[];
  readonly assets: DocsAssets;
  readonly path: string;
  readonly title: string;
  readonly content: ReactNode;
}

function renderPage({ api, guides, assets, path, title, content }: PageProps): string {
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta
          name="description"
          content="How to run Posthorn, and every operation of its API, with its fields, errors and examples."
        />
        <link rel="icon" href="data:," />
        {assets.fonts.map((file) => (
          <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="" href={file} />
        ))}
        {assets.styles.map((file) => (
          <link key={file} rel="stylesheet" href={file} />
        ))}
        {assets.script !== null && <script type="module" src={assets.script} />}
      </head>
      <body className={shell.page}>
        <DocsFrame api={api} guides={guides} path={path} canSearch={assets.script !== null}>
          {content}
        </DocsFrame>
      </body>
    </html>,
  );
  return `<!doctype html>\n${page}\n`;
}
