import {
  BRAND_STYLES,
  BYTES_ON_ONE_PAGE,
  type CatalogAssets,
  type CatalogPage,
  CHANGES_PAGE,
  FIRST_PAGE,
  MISSING_PAGE,
  MISSING_TYPE_PAGE,
  type PublicCatalog,
  type PublicEventType,
  type RenderCatalog,
  TYPES_ON_ONE_PAGE,
} from '../../src-server/contract/public-catalog';
import { parseOrdered } from '../../src-server/json-schema/ordered-json';
import { schemaTree } from '../../src-server/json-schema/schema-tree';
import { groupTitle } from '../shared/event-types/group-event-types';
import { readerGroups } from '../shared/event-types/reader-groups';
import type { SearchEntry } from '../shared/static-page/search-entry';
import { withoutMarks } from '../ui/inline-markdown';
import { brandStyles } from './brand-styles';
import { INDEX_FILE, indexScript } from './catalog-index';
import { catalogTitle, firstWords, ListPage, TypePage, type TypePageProps, WholePage } from './catalog-pages';
import { ChangesPage } from './changes-page';
import { renderDocument } from './document';
import { EventTypeArticle } from './event-type-article';
import { ICON_FILE, iconSvg } from './icon-svg';
import { MissingPage } from './missing-page';
import { changesPageFacts, firstPageFacts, missingPageFacts, typePageFacts } from './page-facts';
import { besidePath, pagePath } from './page-path';

/** If there are more fields than this in total, each type has its own page. */
const ROWS_ON_ONE_PAGE = 1000;
/**
 * Most event types that a page links besides its own. Listing the whole group would make the total size quadratic: for
 * 10,000 types in one group, more than ten gigabytes.
 */
const NEIGHBOURS_MAX = 60;
/** Most groups that a page lists besides its own event types, for the same reason. */
const GROUPS_MAX = 100;
/** Placeholder for an article that is already known. Text is escaped, so nothing else on a page can look like it. */
const EMPTY_ARTICLE = '<article></article>';

/**
 * The public catalog as complete HTML documents. A small catalog is one page; a large one is a list plus a page for
 * each type below "types/". Links are relative, so that the same documents work at any address and as files.
 */
export const renderCatalog: RenderCatalog = (catalog, assets) => {
  const isLarge = catalog.isLarge || !fitsOnePage(catalog);
  const first = isLarge ? listPage : wholePage;
  const { color = null, logo = null } = catalog.look ?? {};
  const brand = brandStyles(color);
  return [
    ...(brand === '' ? [] : [{ ...UNFRAMED, path: BRAND_STYLES, render: () => brand }]),
    { ...UNFRAMED, path: ICON_FILE, render: () => iconSvg(catalog.displayName, logo, color) },
    { ...UNFRAMED, path: INDEX_FILE, render: () => indexScript(indexEntries(catalog, isLarge)) },
    { ...UNFRAMED, path: FIRST_PAGE, render: () => first(catalog, assets) },
    ...changesPages(catalog, assets, isLarge),
    ...[MISSING_PAGE, MISSING_TYPE_PAGE].map((path) => ({
      ...{ ...UNFRAMED, path, render: () => missingPage(catalog, assets, isLarge, path) },
    })),
    ...(isLarge ? typePages(catalog, assets) : []),
  ];
};

/** Changes on each page of them. */
const CHANGES_AT_ONCE = 100;

/** At least one, since other pages link it. */
function changesPages(catalog: PublicCatalog, assets: CatalogAssets, isLarge: boolean): CatalogPage[] {
  const { changes = [] } = catalog;
  const count = Math.max(1, Math.ceil(changes.length / CHANGES_AT_ONCE));
  return Array.from({ length: count }, (_, at) => ({
    ...UNFRAMED,
    path: changesPath(at),
    render: () => changesPage({ catalog, assets, isLarge, at, count }),
  }));
}

function changesPath(at: number): string {
  return at === 0 ? CHANGES_PAGE : CHANGES_PAGE.replace('.', `-${at + 1}.`);
}

interface ChangesInput {
  readonly catalog: PublicCatalog;
  readonly assets: CatalogAssets;
  readonly isLarge: boolean;
  /** The place of the page among those of all changes. */
  readonly at: number;
  readonly count: number;
}

function changesPage({ catalog, assets, isLarge, at, count }: ChangesInput): string {
  const { eventTypes, changes = [] } = catalog;
  const site = siteOf(catalog);
  const hrefOf = (name: string) => (isLarge ? pagePath(name) : `${FIRST_PAGE}#${name}`);
  return renderDocument({
    facts: changesPageFacts(site, changesPath(at)),
    toRoot: '',
    assets,
    ...marksOf(catalog),
    children: (
      <ChangesPage
        siteName={site.siteName}
        groups={readerGroups(eventTypes)}
        // The names of a large catalog are in its index.
        hasNames={!isLarge}
        changes={changes.slice(at * CHANGES_AT_ONCE, (at + 1) * CHANGES_AT_ONCE)}
        newerHref={at === 0 ? null : changesPath(at - 1)}
        olderHref={at + 1 < count ? changesPath(at + 1) : null}
        hrefOf={hrefOf}
        homeHref={FIRST_PAGE}
        canSearch={assets.script !== null}
      />
    ),
  });
}

function missingPage(catalog: PublicCatalog, assets: CatalogAssets, isLarge: boolean, path: string): string {
  const site = siteOf(catalog);
  const toRoot = path === MISSING_TYPE_PAGE ? TO_ROOT : '';
  const homeHref = toRoot + FIRST_PAGE;
  return renderDocument({
    ...{ facts: missingPageFacts(site), toRoot, assets, ...marksOf(catalog) },
    children: (
      <MissingPage
        siteName={site.siteName}
        groups={readerGroups(catalog.eventTypes)}
        hrefOf={(name) => (isLarge ? toRoot + pagePath(name) : `${homeHref}#${name}`)}
        homeHref={homeHref}
        toRoot={toRoot}
        canSearch={assets.script !== null}
      />
    ),
  });
}

/** From the page of a type to the first page. */
const TO_ROOT = '../';
const UNFRAMED = { eventType: null, frame: '' };

function typePages(catalog: PublicCatalog, assets: CatalogAssets): CatalogPage[] {
  const groups = readerGroups(catalog.eventTypes);
  const site = siteOf(catalog);
  const isLong = groups.length > GROUPS_MAX;
  return groups.flatMap((group) => {
    // Without the types of the other groups: one more type would otherwise change every page.
    const titles = (isLong ? [group] : groups).map(({ name }) => ({ name }));
    const title = groupTitle(group.name, groups.length);
    const isPart = group.eventTypes.length > NEIGHBOURS_MAX;
    const frameOf = (neighbours: readonly PublicEventType[]) => {
      const names = neighbours.map(({ name }) => name);
      return JSON.stringify([site, assets, marksOf(catalog), titles, title, isLong, names, isPart]);
    };
    const shared = isPart ? null : frameOf(group.eventTypes);
    return group.eventTypes.map((eventType, at) => {
      const neighbours = isPart ? around(group.eventTypes, at) : group.eventTypes;
      const frame = shared ?? frameOf(neighbours);
      const place = { groups: titles, hasMoreGroups: isLong, group, groupTitle: title, neighbours };
      return {
        path: pagePath(eventType.name),
        eventType: eventType.name,
        frame,
        render: (article) => typePage({ catalog, assets, eventType, place, article }),
      } satisfies CatalogPage;
    });
  });
}

interface TypePageInput {
  readonly catalog: PublicCatalog;
  readonly assets: CatalogAssets;
  readonly eventType: PublicEventType;
  readonly place: Pick<TypePageProps, 'groups' | 'hasMoreGroups' | 'group' | 'groupTitle' | 'neighbours'>;
  readonly article: string | undefined;
}

function typePage({ catalog, assets, eventType, place, article }: TypePageInput): string {
  const site = siteOf(catalog);
  const hrefOf = besidePath;
  const html = renderDocument({
    facts: typePageFacts(site, {
      path: pagePath(eventType.name),
      name: eventType.name,
      description: summary(eventType.description),
      groupTitle: place.groupTitle,
      updatedAt: eventType.updatedAt,
    }),
    toRoot: TO_ROOT,
    assets,
    ...marksOf(catalog),
    children: (
      <TypePage
        siteName={site.siteName}
        {...place}
        eventType={eventType}
        article={
          article === undefined ? (
            <EventTypeArticle {...{ eventType, hrefOf, toRoot: TO_ROOT }} heading="h1" />
          ) : (
            <article />
          )
        }
        homeHref={TO_ROOT + FIRST_PAGE}
        hrefOf={hrefOf}
        toRoot={TO_ROOT}
        canSearch={assets.script !== null}
      />
    ),
  });
  return article === undefined ? html : html.replace(EMPTY_ARTICLE, () => article);
}

/** As many as allowed, with the one at this position as close to the middle as the ends permit. */
function around<T>(all: readonly T[], at: number): readonly T[] {
  const from = Math.min(Math.max(0, at - NEIGHBOURS_MAX / 2), all.length - NEIGHBOURS_MAX);
  return all.slice(from, from + NEIGHBOURS_MAX);
}

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
  const site = siteOf(catalog);
  return renderDocument({
    facts: firstPageFacts(site),
    toRoot: '',
    assets,
    ...marksOf(catalog),
    children: (
      <Page
        groups={readerGroups(catalog.eventTypes)}
        heading={site.siteName}
        count={catalog.eventTypes.length}
        look={catalog.look}
        hrefOf={hrefOf}
        canSearch={assets.script !== null}
      />
    ),
  });
}

/** What the search and the tree of every page find: where each type is, from the first page. */
function indexEntries({ eventTypes }: PublicCatalog, isLarge: boolean): readonly SearchEntry[] {
  const groups = readerGroups(eventTypes);
  return groups.flatMap((group) =>
    group.eventTypes.map(({ name, description }) => ({
      name,
      what: groupTitle(group.name, groups.length),
      text: firstWords(description),
      href: isLarge ? pagePath(name) : `#${name}`,
    })),
  );
}

function siteOf({ displayName, home = null }: PublicCatalog) {
  return { displayName, siteName: catalogTitle(displayName), home };
}

function marksOf({ look, draft }: PublicCatalog) {
  return { branded: brandStyles(look?.color ?? null) !== '', draft: draft === true };
}

function fitsOnePage({ eventTypes }: PublicCatalog): boolean {
  if (eventTypes.length > TYPES_ON_ONE_PAGE) return false;
  const length = eventTypes.reduce((sum, { schema }) => sum + (schema?.length ?? 0), 0);
  if (length > BYTES_ON_ONE_PAGE) return false;
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
