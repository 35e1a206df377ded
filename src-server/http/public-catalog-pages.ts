import { toIsoTime } from '../base/clock';
import type { ExampleCache } from '../catalog/example-cache';
import { publicEventTypes } from '../catalog/public-event-types';
import type { CatalogAssets, RenderCatalogLater } from '../contract/public-catalog';
import type { EventTypeStore } from '../storage/event-type-store';
import type { SettingStore } from '../storage/setting-store';

export interface PublicCatalogParts {
  readonly eventTypes: EventTypeStore;
  readonly examples: ExampleCache;
  readonly settings: SettingStore;
  readonly render: RenderCatalogLater;
  readonly assets: CatalogAssets;
}

/** The public catalog as HTML, made when it is first asked for and kept until the catalog changes. */
export class PublicCatalogPages {
  readonly #parts: PublicCatalogParts;
  #pages: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(parts: PublicCatalogParts) {
    this.#parts = parts;
  }

  /** Forgets the pages: the next one asked for shows the catalog as it is then. */
  invalidate(): void {
    this.#pages = null;
  }

  /**
   * The page at this path below /catalog/, "" for the first one.
   * @returns null when the catalog is not published or has no such page
   */
  async find(path: string): Promise<string | null> {
    const { eventCatalogPublished, displayName } = this.#parts.settings.current();
    if (!eventCatalogPublished || displayName === null) return null;
    this.#pages ??= this.#build(displayName);
    const pages = this.#pages;
    try {
      return (await pages).get(path) ?? (await pages).get(path.replace(/\/$/, '')) ?? null;
    } catch (cause) {
      if (this.#pages === pages) this.#pages = null; // the next request tries anew
      throw cause;
    }
  }

  async #build(displayName: string): Promise<ReadonlyMap<string, string>> {
    const records = await this.#parts.eventTypes.listAll();
    const dated = records.map((record) => ({ ...record, updatedAt: toIsoTime(record.updatedAt) }));
    const eventTypes = publicEventTypes(dated, this.#parts.examples);
    return this.#parts.render({ displayName, eventTypes }, this.#parts.assets);
  }
}
