import type { EventTypeOut } from './event-type';
import type { EventTypeChangeOut } from './event-type-change';
import type { ExportFormat } from './event-type-export';

/** One event type as the public catalog shows it: already filtered, with nothing hidden. JSON values are text. */
export interface PublicEventType
  extends Pick<
    EventTypeOut,
    | 'name'
    | 'description'
    | 'deprecated'
    | 'deprecatedAt'
    | 'sunsetAt'
    | 'replacedBy'
    | 'groupName'
    | 'updatedAt'
  > {
  /** The Draft 7 schema of version "1"; null when it has none. */
  readonly schema: string | null;
  /** The example event; null when there is none to show. */
  readonly example: string | null;
  /**
   * An example of each form that the event may take, by name, null when there is none to show; empty when there is only
   * one form.
   */
  readonly variants: readonly { readonly name: string; readonly example: string | null }[];
  /** True when the author wrote `example`; otherwise it is the first of the variants. */
  readonly hasOwnExample: boolean;
}

/** Everything the public catalog is made from. */
export interface PublicCatalog {
  readonly displayName: string;
  readonly eventTypes: readonly PublicEventType[];
  /** As everybody saw them, newest first. Absent: none, or they are not needed. */
  readonly changes?: readonly EventTypeChangeOut[];
  /** Absent: the default look. */
  readonly look?: PublicLook;
  /** The one public URL of the first page, with a trailing slash. Null or absent: the catalog has no domain of its own. */
  readonly home?: string | null;
  /** True only in the preview: the page says that it is a draft. */
  readonly draft?: boolean;
  /** True: each event type has a page of its own, and only the first page covers all of them. */
  readonly isLarge?: boolean;
}

/** What the sender has customized about the page. */
export interface PublicLook {
  /** Markdown above the event types; null for none. */
  readonly intro: string | null;
  /** A picture as a data URL; null for none. */
  readonly logo: string | null;
  /** `#rrggbb`; null for the default. */
  readonly color: string | null;
}

/** With more event types, or more text of schemas, each type has a page of its own. */
export const TYPES_ON_ONE_PAGE = 60;
export const BYTES_ON_ONE_PAGE = 128 * 1024;

/** The first page, served at the URL of the catalog itself. */
export const FIRST_PAGE = 'index.html';
/** The page's own style sheet besides the built ones, below /catalog/; it exists when a color is set. */
export const BRAND_STYLES = 'brand.css';
/** The page of the newest changes; older ones are on `changes-2.html` and so on. */
export const CHANGES_PAGE = 'changes.html';
/** The same as an Atom feed, next to it. */
export const CHANGES_FEED = 'changes.atom';
/** How many of them there are at most, on all pages. */
export const CHANGES_SHOWN = 500;
/** What programs read of the event types, next to the first page; the last one is for the search of the pages. */
export const TYPES_FILES: Readonly<Record<ExportFormat, string>> = {
  openapi: 'openapi.json',
  'json-schema': 'schemas.json',
  typescript: 'events.d.ts',
  fields: 'fields.js',
};
/** What that script sets. */
export const FIELDS_NAME = 'posthornCatalogFields';
/** The page of an address that has none: for the folder of the first page, and for the one of event types. */
export const MISSING_PAGE = '404.html';
export const MISSING_TYPE_PAGE = 'types/~404.html';

/** Where the built files of the page are, as the page should name them. */
export interface CatalogAssets {
  readonly styles: readonly string[];
  /** The fonts of text and code, to be preloaded. */
  readonly fonts: readonly string[];
  /** Adds the search, the rest of the tree and the copy buttons. Null: it was not built, and pages do without. */
  readonly script: string | null;
}

/** A file of the public catalog, made when it is needed. */
export interface CatalogPage {
  /** Below /catalog/: `index.html` is the first page; `changes.html`, `brand.css` and others are next to it. */
  readonly path: string;
  /** The event type that this page is for. Null: it is the first page, or a file next to it. */
  readonly eventType: string | null;
  /** Identifies the surroundings of the event type's article: the same text means the same surroundings. */
  readonly frame: string;
  /** @param article the HTML of its `<article>` if known, which is the expensive part of a page */
  render(article?: string): string;
}

/** Turns a catalog into complete HTML documents. The content of a page is read from the event types when it is made. */
export type RenderCatalog = (catalog: PublicCatalog, assets: CatalogAssets) => readonly CatalogPage[];

/** The same with a program that may have to be loaded first. */
export type RenderCatalogLater = (
  ...given: Parameters<RenderCatalog>
) => ReturnType<RenderCatalog> | Promise<ReturnType<RenderCatalog>>;
