import { parseOrdered } from '../../src-server/contract/ordered-json';
import {
  BRAND_STYLES,
  type CatalogAssets,
  type PublicCatalog,
  type RenderCatalog,
} from '../../src-server/contract/public-catalog';
import { schemaTree } from '../../src-server/contract/schema-tree';
import { groupEventTypes, groupTitle } from '../event-types/group-event-types';
import { withoutMarks } from '../ui/inline-markdown';
import { brandStyles } from './brand-styles';
import { catalogTitle, ListPage, TypePage, WholePage } from './catalog-pages';
import { renderDocument } from './document';
import { LazyPages } from './lazy-pages';
import { pagePath } from './page-path';

/** More event types than this, or more fields in all, and each type has a page of its own. */
const TYPES_ON_ONE_PAGE = 60;
const ROWS_ON_ONE_PAGE = 4000;

/**
 * The public catalog as complete HTML documents. A small one is one page ("" and, for files, "index.html"); a
 * large one is a list ("" and "index.html") and a page for each type below "types/". Links are relative, so that
 * the same documents work at any address and as files. Pages of types are made when the map is asked for them.
 */
export const renderCatalog: RenderCatalog = (catalog, assets) => {
  const first = fitsOnePage(catalog) ? wholePage : listPage;
  const makers = new Map<string, () => string>();
  const groups = groupEventTypes(catalog.eventTypes);
  let made: string | undefined;
  const firstPage = () => {
    made ??= first(catalog, assets);
    return made;
  };
  const brand = brandStyles(catalog.look?.color ?? null);
  if (brand !== '') makers.set(BRAND_STYLES, () => brand);
  makers.set('', firstPage).set('index.html', firstPage);
  if (first === listPage) {
    for (const group of groups) {
      for (const eventType of group.eventTypes) {
        makers.set(pagePath(eventType.name), () =>
          renderDocument({
            title: `${eventType.name} · ${catalogTitle(catalog.displayName)}`,
            description: summary(eventType.description) || catalogTitle(catalog.displayName),
            toRoot: '../',
            assets,
            ...marksOf(catalog),
            children: (
              <TypePage
                displayName={catalog.displayName}
                group={group}
                groupTitle={groupTitle(group.name, groups.length)}
                eventType={eventType}
                homeHref="../index.html"
                hrefOf={(name) => `../${pagePath(name)}`}
              />
            ),
          }),
        );
      }
    }
  }
  return new LazyPages(makers);
};

function wholePage(catalog: PublicCatalog, assets: CatalogAssets): string {
  return firstPage(catalog, assets, WholePage, (name) => `#${name}`);
}

function listPage(catalog: PublicCatalog, assets: CatalogAssets): string {
  return firstPage(catalog, assets, ListPage, pagePath);
}

function firstPage(
  catalog: PublicCatalog,
  assets: CatalogAssets,
  Page: typeof WholePage,
  hrefOf: (name: string) => string,
): string {
  const heading = catalogTitle(catalog.displayName);
  return renderDocument({
    title: heading,
    description: `The webhook events that ${catalog.displayName} sends, with their fields and examples.`,
    toRoot: '',
    assets,
    ...marksOf(catalog),
    children: (
      <Page
        groups={groupEventTypes(catalog.eventTypes)}
        heading={heading}
        count={catalog.eventTypes.length}
        look={catalog.look}
        hrefOf={hrefOf}
      />
    ),
  });
}

function marksOf({ look, draft }: PublicCatalog) {
  return { branded: brandStyles(look?.color ?? null) !== '', draft: draft === true };
}

function fitsOnePage({ eventTypes }: PublicCatalog): boolean {
  if (eventTypes.length > TYPES_ON_ONE_PAGE) return false;
  let rows = 0;
  for (const { schema } of eventTypes) {
    if (schema !== null) rows += schemaTree(parseOrdered(schema)).rowCount;
    if (rows > ROWS_ON_ONE_PAGE) return false;
  }
  return true;
}

function summary(description: string): string {
  return withoutMarks(description).replace(/\s+/g, ' ').trim().slice(0, 300);
}
