import type { EventTypeOut } from './event-type';

/** One event type as the public catalog shows it: already filtered, nothing hidden in it. What is JSON is text. */
export interface PublicEventType
  extends Pick<EventTypeOut, 'name' | 'description' | 'deprecated' | 'groupName' | 'updatedAt'> {
  /** The Draft 7 schema of version "1"; null when it has none. */
  readonly schema: string | null;
  /** The example event; null when there is none to show. */
  readonly example: string | null;
  /** An example of each way in which the event may look, by name; empty when there is one way only. */
  readonly variants: readonly { readonly name: string; readonly example: string }[];
  /** True when the author wrote `example`; else it is the first of the variants. */
  readonly hasOwnExample: boolean;
}

/** Everything the public page is made from. */
export interface PublicCatalog {
  readonly displayName: string;
  readonly eventTypes: readonly PublicEventType[];
  /** Absent: as the page is without any. */
  readonly look?: PublicLook;
  /** True in the preview alone: the page says that it is a draft. */
  readonly draft?: boolean;
  /** True: each event type has a page of its own, and only the first page is made of all of them. */
  readonly isLarge?: boolean;
}

/** What the sender's own page has that others do not. */
export interface PublicLook {
  /** Markdown over the event types; null for none. */
  readonly intro: string | null;
  /** A picture as a data address; null for none. */
  readonly logo: string | null;
  /** `#rrggbb`; null for the usual one. */
  readonly color: string | null;
}

/** More event types than this, or more text of schemas, and each type has a page of its own. */
export const TYPES_ON_ONE_PAGE = 60;
export const BYTES_ON_ONE_PAGE = 512 * 1024;

/** The first page, and what stands at the address of the catalog itself. */
export const FIRST_PAGE = 'index.html';
/** The page's own style sheet beside the built ones, below /catalog/; there when it has a color. */
export const BRAND_STYLES = 'brand.css';

/** Where the built style sheets of the page are, as the page should name them. */
export interface CatalogAssets {
  readonly styles: readonly string[];
}

/** A file of the public catalog, to be made when it is needed. */
export interface CatalogPage {
  /** Below /catalog/: `index.html` is the first page, `brand.css` the style sheet. */
  readonly path: string;
  /** The event type that has this page for itself. Null: it is the first page or the style sheet. */
  readonly eventType: string | null;
  /** What stands around the article of the event type, as a text: the same text, the same surroundings. */
  readonly frame: string;
  /** @param article the HTML of its `<article>` where that is known, which is the costly part of a page */
  render(article?: string): string;
}

/** Turns a catalog into complete HTML documents. What a page shows is read from the event types when it is made. */
export type RenderCatalog = (catalog: PublicCatalog, assets: CatalogAssets) => readonly CatalogPage[];

/** The same by a program that may have to be loaded first. */
export type RenderCatalogLater = (
  ...given: Parameters<RenderCatalog>
) => ReturnType<RenderCatalog> | Promise<ReturnType<RenderCatalog>>;
