import type { EventTypeOut } from './event-type';

/** One event type as the public catalog shows it: already filtered, nothing hidden in it. */
export interface PublicEventType
  extends Pick<EventTypeOut, 'name' | 'description' | 'deprecated' | 'groupName' | 'updatedAt'> {
  /** The Draft 7 schema of version "1"; null when it has none. */
  readonly schema: unknown;
  /** The example event; null when there is none to show. */
  readonly example: unknown;
}

/** Everything the public page is made from. */
export interface PublicCatalog {
  readonly displayName: string;
  readonly eventTypes: readonly PublicEventType[];
}

/** Where the built style sheets of the page are, as the page should name them. */
export interface CatalogAssets {
  readonly styles: readonly string[];
}

/** Turns a catalog into complete HTML documents: path below /catalog/ ("" is the first page) to HTML. */
export type RenderCatalog = (catalog: PublicCatalog, assets: CatalogAssets) => ReadonlyMap<string, string>;

/** The same by a program that may have to be loaded first. */
export type RenderCatalogLater = (
  ...given: Parameters<RenderCatalog>
) => ReturnType<RenderCatalog> | Promise<ReturnType<RenderCatalog>>;
