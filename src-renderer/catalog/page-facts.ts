import { FIRST_PAGE } from '../../src-server/contract/public-catalog';

/** What a page says about itself to search engines, and to programs that show a link to it. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** Whose catalog it belongs to, as its heading says. */
  readonly siteName: string;
  /** Its one public URL. Null: the catalog has no domain of its own. */
  readonly canonical: string | null;
  /** JSON-LD, by https://schema.org. Null: search engines leave the page out. */
  readonly structured: Readonly<Record<string, unknown>> | null;
}

interface SiteFacts {
  readonly displayName: string;
  readonly siteName: string;
  /** The URL of the first page, with a trailing slash; null: the catalog has no domain of its own. */
  readonly home: string | null;
}

/** The first page: a collection. */
export function firstPageFacts({ displayName, siteName, home }: SiteFacts): PageFacts {
  const description = `The webhook events that ${displayName} sends, with their fields and examples.`;
  return {
    title: siteName,
    description,
    siteName,
    canonical: urlOf(home, FIRST_PAGE),
    structured: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: siteName,
      description,
      publisher: { '@type': 'Organization', name: displayName },
      ...address(urlOf(home, FIRST_PAGE)),
    },
  };
}

/** A page of changes. */
export function changesPageFacts({ displayName, siteName, home }: SiteFacts, path: string): PageFacts {
  const description = `What changed in the webhook events that ${displayName} sends.`;
  const canonical = urlOf(home, path);
  return {
    title: `Changes · ${siteName}`,
    description,
    siteName,
    canonical,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      name: `Changes to ${siteName}`,
      description,
      publisher: { '@type': 'Organization', name: displayName },
      ...address(canonical),
    },
  };
}

/** The page of an address that has none: not for search engines. */
export function missingPageFacts({ siteName }: SiteFacts): PageFacts {
  const title = `Not found · ${siteName}`;
  return { title, description: title, siteName, canonical: null, structured: null };
}

interface TypeFacts {
  readonly path: string;
  readonly name: string;
  /** In one line; "" for none. */
  readonly description: string;
  readonly groupTitle: string;
  /** RFC 3339. */
  readonly updatedAt: string;
}

/** The page of one event type: an article in its place. */
export function typePageFacts({ displayName, siteName, home }: SiteFacts, type: TypeFacts): PageFacts {
  const canonical = urlOf(home, type.path);
  const description = type.description || siteName;
  const step = (position: number, name: string, url: string | null) => ({
    '@type': 'ListItem',
    position,
    name,
    ...(url === null ? {} : { item: url }),
  });
  return {
    title: `${type.name} · ${siteName}`,
    description,
    siteName,
    canonical,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: type.name,
      description,
      dateModified: type.updatedAt,
      articleSection: type.groupTitle,
      publisher: { '@type': 'Organization', name: displayName },
      ...address(canonical),
      ...(canonical === null
        ? {}
        : {
            breadcrumb: {
              '@type': 'BreadcrumbList',
              itemListElement: [step(1, siteName, home), step(2, type.name, canonical)],
            },
          }),
    },
  };
}

function urlOf(home: string | null, path: string): string | null {
  if (home === null) return null;
  return home + (path === FIRST_PAGE ? '' : encodeURI(path));
}

function address(url: string | null) {
  return url === null ? {} : { url };
}
