import { toIsoTime } from '../base/clock';
import type { ExampleCache } from '../catalog/example-cache';
import type { CatalogAssets, PublicEventType, RenderCatalogLater } from '../contract/public-catalog';
import type { EventTypeRecord, EventTypeStore } from '../storage/event-type-store';
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
    const isPublic = (record: EventTypeRecord) => !record.archived && record.featureFlags === null;
    const eventTypes = records.filter(isPublic).map((record) => toPublic(record, this.#parts.examples));
    return this.#parts.render({ displayName, eventTypes }, this.#parts.assets);
  }
}

function toPublic(record: EventTypeRecord, examples: ExampleCache): PublicEventType {
  const schema = record.schemas?.[1] ?? null;
  return {
    name: record.name,
    description: record.description,
    deprecated: record.deprecated,
    groupName: record.groupName,
    updatedAt: toIsoTime(record.updatedAt),
    schema,
    // Made when a page shows it: some hundred large schemas take longer than a reader waits for the first page.
    get example() {
      return schema === null ? null : examples.exampleFor(schema).example;
    },
  };
}
