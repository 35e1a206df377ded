import { toIsoTime } from '../base/clock';
import type { ExampleCache } from '../catalog/example-cache';
import { publicEventTypes } from '../catalog/public-event-types';
import type {
  CatalogAssets,
  PublicCatalog,
  PublicEventType,
  RenderCatalogLater,
} from '../contract/public-catalog';
import type { SettingsOut } from '../contract/settings';
import type { EventTypeStore } from '../storage/event-type-store';
import type { SettingStore } from '../storage/setting-store';

export interface PublicCatalogParts {
  readonly eventTypes: EventTypeStore;
  readonly examples: ExampleCache;
  readonly settings: SettingStore;
  readonly render: RenderCatalogLater;
  readonly assets: CatalogAssets;
}

/** The settings that the page is made from. */
export type PageSettings = Pick<SettingsOut, 'displayName' | 'catalogIntro' | 'catalogLogo' | 'customColor'>;

/** Stands in the preview for a name that is still missing; without one no page is published. */
const NO_NAME = 'Your company';

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
   * The page at this path below /catalog/, "" for the first one; or the style sheet `brand.css`.
   * @returns null when the catalog is not published or has no such page
   */
  async find(path: string): Promise<string | null> {
    const settings = this.#parts.settings.current();
    if (!settings.eventCatalogPublished || settings.displayName === null) return null;
    this.#pages ??= this.render(settings);
    const pages = this.#pages;
    try {
      return (await pages).get(path) ?? (await pages).get(path.replace(/\/$/, '')) ?? null;
    } catch (cause) {
      if (this.#pages === pages) this.#pages = null; // the next request tries anew
      throw cause;
    }
  }

  /** What the whole world may see of the catalog as it is now. */
  async publicEventTypes(): Promise<PublicEventType[]> {
    const records = await this.#parts.eventTypes.listAll();
    const dated = records.map((record) => ({ ...record, updatedAt: toIsoTime(record.updatedAt) }));
    return publicEventTypes(dated, this.#parts.examples);
  }

  /**
   * All pages with these settings, published or not; each is made when it is asked for.
   * @param more other style sheets than those of this server, for a folder; the mark of a draft
   */
  async render(
    settings: PageSettings,
    more: { readonly assets?: CatalogAssets } & Pick<PublicCatalog, 'draft'> = {},
  ): Promise<ReadonlyMap<string, string>> {
    const { displayName, catalogIntro, catalogLogo, customColor } = settings;
    const catalog: PublicCatalog = {
      displayName: displayName?.trim() || NO_NAME,
      eventTypes: await this.publicEventTypes(),
      look: { intro: catalogIntro, logo: catalogLogo, color: customColor },
      ...(more.draft ? { draft: true } : {}),
    };
    return this.#parts.render(catalog, more.assets ?? this.#parts.assets);
  }
}
