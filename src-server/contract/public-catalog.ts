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

/** The page's own style sheet beside the built ones, below /catalog/; there when it has a color. */
export const BRAND_STYLES = 'brand.css';

/** Where the built style sheets of the page are, as the page should name them. */
export interface CatalogAssets {
  readonly styles: readonly string[];
}

/** Turns a catalog into complete HTML documents: path below /catalog/ ("" is the first page) to HTML; and `brand.css`. */
export type RenderCatalog = (catalog: PublicCatalog, assets: CatalogAssets) => ReadonlyMap<string, string>;

/** The same by a program that may have to be loaded first. */
export type RenderCatalogLater = (
  ...given: Parameters<RenderCatalog>
) => ReturnType<RenderCatalog> | Promise<ReturnType<RenderCatalog>>;
